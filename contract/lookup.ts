import * as v from 'valibot'
import { read } from './call.ts'
import { OFFERS, type Offer } from './offers.ts'
import { SiteSettings } from './settings.ts'

/** The input of a call without parameters. */
export const none = v.strictObject({})

const Offers = v.pipe(
  v.array(v.unknown()),
  v.transform((all): readonly Offer[] => OFFERS.filter((offer) => all.includes(offer))),
)

/**
 * The state of the site. `terminated` is `gone` if the site is shut down. `offers` and `settings` are additive. A null
 * reply counts as a reply without fields. Source: R75–R76, R314.
 */
export const SiteActive = v.nullable(
  v.object({
    terminated: v.fallback(v.nullish(v.string()), null),
    offers: v.fallback(v.optional(Offers, []), []),
    settings: v.fallback(v.optional(SiteSettings, {}), { unread: ['settings'] }),
  }),
  {},
)
export type SiteActive = v.InferOutput<typeof SiteActive>

/** True if the reply reports that the site is shut down. */
export const isGone = (reply: Pick<SiteActive, 'terminated'>): boolean => reply.terminated === 'gone'

export const lookupCalls = {
  'lookup.active': read('GET /api/lookup/active', none, SiteActive, { access: 'anyone' }),
}
