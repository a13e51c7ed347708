import * as v from 'valibot'
import { read } from './call.ts'

/** The input of a call that takes none. */
export const none = v.strictObject({})

/** Whether the site is shut down: `terminated` is `gone` then. Source: R75–R76, R314. */
export const SiteActive = v.object({ terminated: v.nullish(v.string()) })

/** True when the answer says that the site is shut down. */
export const isGone = (reply: v.InferOutput<typeof SiteActive>): boolean => reply.terminated === 'gone'

export const lookupCalls = {
  'lookup.active': read('GET /api/lookup/active', none, SiteActive, { access: 'anyone' }),
}
