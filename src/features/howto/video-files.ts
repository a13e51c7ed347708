import type { Video } from './videos.ts'

/** The duration of our own videos, in seconds; one without a duration is not recorded yet. */
export const LENGTHS: Partial<Record<Video, number>> = { wallet: 23, play: 19, balance: 13, bonus: 16, endBonus: 16 }

/**
 * The address of the files NAME.webm, .mp4, .webp, and .th.vtt, .la.vtt, .en.vtt; an operator sets another by
 * VITE_HELP_VIDEOS.
 */
const OWN = String(import.meta.env.VITE_HELP_VIDEOS ?? '').replace(/\/$/, '')

/** True if the video can be played: an operator's site has all of them. */
export const isThere = (video: Video): boolean => OWN !== '' || LENGTHS[video] !== undefined

/** The address of one of a video's files. */
export const fileOf = (video: Video, ending: string): string => `${OWN || '/help'}/${video}.${ending}`
