import * as v from 'valibot'

/** The longest text that a chat begins with. */
const ABOUT_MOST = 500

/**
 * Whether the chat panel is open, and the error that the player asks about, in an address; invalid values are ignored.
 * Source: R244, R584.
 */
export const chatSearch = v.object({
  chat: v.fallback(v.optional(v.literal('open')), undefined),
  about: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(ABOUT_MOST))), undefined),
})
