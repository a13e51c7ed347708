/**
 * The reasons to ask a member about their limits. `first`: before the first deposit. `review`: once {@link REVIEW_DAYS}
 * have passed since the last answer. Source: R632, R635.
 */
export const LIMIT_PROMPTS = ['first', 'review'] as const
export type LimitPrompt = (typeof LIMIT_PROMPTS)[number]

/** How long an answer about the limits remains valid, in days: half a year (assumed). */
export const REVIEW_DAYS = 180
