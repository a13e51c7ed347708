import type { Video } from './videos.ts'

/** The durations of our own videos, in seconds; a video without a duration is not recorded yet. */
export const LENGTHS: Partial<Record<Video, number>> = {
  wallet: 23,
  play: 19,
  balance: 13,
  bonus: 16,
  endBonus: 17,
  limits: 13,
}

/**
 * The operator's address for the files NAME.webm, .mp4, .webp, .th.vtt, .la.vtt and .en.vtt, set with VITE_HELP_VIDEOS;
 * empty means our own files.
 */
const OWN = String(import.meta.env.VITE_HELP_VIDEOS ?? '').replace(/\/$/, '')

/** True if the video can be played: an operator's address must have all videos. */
export const isThere = (video: Video): boolean => OWN !== '' || LENGTHS[video] !== undefined

/** Returns the address of one of a video's files. */
export const fileOf = (video: Video, ending: string): string => `${OWN || '/help'}/${video}.${ending}`
