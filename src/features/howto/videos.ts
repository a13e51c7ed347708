/** The help videos, in the order in which the help page shows them. Source: R54. */
export const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'endBonus'] as const
/** The help video on the My play page. Source: R654. */
export const CARE_VIDEO = 'limits'
export type Video = (typeof VIDEOS)[number] | typeof CARE_VIDEO
