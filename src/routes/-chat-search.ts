import * as v from 'valibot'

/** That the panel of the chat is open, in an address; nonsense counts as nothing. Source: R244. */
export const chatSearch = v.object({ chat: v.fallback(v.optional(v.literal('open')), undefined) })
