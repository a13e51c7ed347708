import { formatDate, formatDay } from './format.ts'

/** The time of day in Bangkok, `HH:mm`; empty when it is none. */
export const clockOf = (at: string): string => formatDate(at).slice(11, 16)

/** What a day is called beside `now`, epoch ms: a key of the locales under `chat`, else null. */
export function dayName(day: string, now: number): 'today' | 'yesterday' | null {
  if (day === formatDay(now)) return 'today'
  return day === formatDay(now - 86_400_000) ? 'yesterday' : null
}
