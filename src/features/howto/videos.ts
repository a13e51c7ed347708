/** The help videos, in the order shown on the page. Source: R54. */
export const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'endBonus'] as const
export type Video = (typeof VIDEOS)[number]
