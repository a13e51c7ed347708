import type { Offer } from '#contract/offers.ts'
import { wire } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** The offers of the backend beyond the spec; none if it cannot be asked. */
export const offersLogic = requestActor<readonly Offer[], undefined>(() =>
  wire.site().then(
    ({ offers }) => offers,
    () => [],
  ),
)
