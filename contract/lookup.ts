import * as v from 'valibot'
import { read } from './call.ts'

const none = v.strictObject({})

/** A flag as a bare boolean or as `{ [name]: boolean }` or `{ active: boolean }`; parsed to a boolean. Source: D-29. */
const flag = (name: string) =>
  v.union([
    v.boolean(),
    v.pipe(
      v.object({ [name]: v.boolean() }),
      v.transform((reply) => reply[name] === true),
    ),
    v.pipe(
      v.object({ active: v.boolean() }),
      v.transform((reply) => reply.active),
    ),
  ])

/** Whether the site is shut down: `terminated` is `gone` then. Source: R75–R76, R314. */
export const SiteActive = v.object({ terminated: v.nullish(v.string()) })

/** True when the answer says that the site is shut down. */
export const isGone = (reply: v.InferOutput<typeof SiteActive>): boolean => reply.terminated === 'gone'

export const lookupCalls = {
  'lookup.info': read('GET /api/lookup/info', none, v.object({ name: v.string(), website: v.string() }), {
    access: 'anyone',
  }),
  'lookup.active': read('GET /api/lookup/active', none, SiteActive, { access: 'anyone' }),
  'lookup.conditions': read('GET /api/lookup/conditions', none, v.array(v.string()), { access: 'anyone' }),
  'lookup.agreements': read('GET /api/lookup/agreements', none, v.array(v.string())),
  'lookup.registerOTP': read('GET /api/lookup/registerOTP', none, flag('registerOTP'), { access: 'anyone' }),
  'lookup.enableChatWidget': read('GET /api/lookup/enableChatWidget', none, flag('enableChatWidget'), {
    access: 'anyone',
  }),
}
