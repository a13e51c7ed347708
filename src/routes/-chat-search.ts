import * as v from 'valibot'

/** Whether the chat panel is open, in an address; invalid values are ignored. Source: R244. */
export const chatSearch = v.object({ chat: v.fallback(v.optional(v.literal('open')), undefined) })
