import * as v from 'valibot'

/** The maximum length of the text that prefills a new chat message, in UTF-16 units. */
const ABOUT_MOST = 500
/**
 * Characters removed from the text in a link: control characters, line breaks, direction marks, and quotation marks.
 * They could make the text look like the player's own words.
 */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}“”]+/gu

/**
 * The chat's search params: whether the panel is open, and the error text that the player asks about. Invalid values
 * are ignored. Source: R244, R584.
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
