import * as v from 'valibot'

/** The longest text that a chat begins with, in units. */
const ABOUT_MOST = 500
/** Line breaks, control and direction marks, and quotation marks: a link must not pose as the player's own words. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}“”]+/gu

/**
 * Whether the chat panel is open, and the error that the player asks about, in an address; invalid values are ignored.
 * Source: R244, R584.
 */
export const chatSearch = v.object({
  chat: v.fallback(v.optional(v.literal('open')), undefined),
  about: v.fallback(
    v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.replace(UNSAFE, ' ').trim().slice(0, ABOUT_MOST)),
      ),
    ),
    undefined,
  ),
})
