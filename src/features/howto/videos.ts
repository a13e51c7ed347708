/** The help videos of the help page, in its order. Source: R54. */
export const VIDEOS = ['wallet', 'play', 'balance', 'bonus', 'endBonus'] as const
/** The help video of My play. Source: R654. */
export const CARE_VIDEO = 'limits'
export type Video = (typeof VIDEOS)[number] | typeof CARE_VIDEO
