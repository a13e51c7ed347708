import type { Offer } from '#contract/offers.ts'
import { wire } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** The backend's offers beyond the spec; none if it cannot be reached. */
export const offersLogic = requestActor<readonly Offer[], undefined>(() =>
  wire.site().then(
    ({ offers }) => offers,
    () => [],
  ),
)
