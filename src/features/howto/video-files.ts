import type { Video } from './videos.ts'

/** The durations of the site's own videos, in seconds. A video without a duration has not been recorded yet. */
export const LENGTHS: Partial<Record<Video, number>> = {
  wallet: 23,
  play: 19,
  balance: 13,
  bonus: 16,
  endBonus: 17,
  limits: 13,
}

/**
 * The base URL of the operator's videos, set with VITE_HELP_VIDEOS. For each video, the operator provides the files
 * NAME.webm, .mp4, .webp, .th.vtt, .la.vtt and .en.vtt. If this is empty, the site's own files are used.
 */
const OWN = String(import.meta.env.VITE_HELP_VIDEOS ?? '').replace(/\/$/, '')

/** True if the video can be played. An operator who sets a base URL must provide all videos. */
export const isThere = (video: Video): boolean => OWN !== '' || LENGTHS[video] !== undefined

/** Returns the URL of a video's file with this extension. */
export const fileOf = (video: Video, ending: string): string => `${OWN || '/help'}/${video}.${ending}`
