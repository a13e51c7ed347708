import { formatDate, formatDay } from './format.ts'

/** The time of day in Bangkok, `HH:mm`, or an empty text if `time` is invalid. */
export const clockOf = (at: string): string => formatDate(at).slice(11, 16)

/** The name of a day relative to `now`, epoch ms: a key of the locales under `chat`, or null. */
export function dayName(day: string, now: number): 'today' | 'yesterday' | null {
  if (day === formatDay(now)) return 'today'
  return day === formatDay(now - 86_400_000) ? 'yesterday' : null
}
