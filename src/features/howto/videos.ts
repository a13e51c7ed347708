/** The help videos, in the order of the help page. Source: R54. */
export const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'endBonus'] as const
/** The help video on the page My play. Source: R654. */
export const CARE_VIDEO = 'limits'
export type Video = (typeof VIDEOS)[number] | typeof CARE_VIDEO
