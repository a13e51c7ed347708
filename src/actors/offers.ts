import type { Offer } from '#contract/offers.ts'
import { wire } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** Returns the backend's offers beyond the spec, or no offers if the backend cannot be reached. */
export const offersLogic = requestActor<readonly Offer[], undefined>(() =>
  wire.site().then(
    ({ offers }) => offers,
    () => [],
  ),
)
