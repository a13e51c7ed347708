import { formatDate } from './format.ts'

/** The day of a message in Bangkok, `DD/MM/YYYY`; empty when its time is none. `at`: epoch ms or ISO text. */
export const dayOf = (at: number | string): string => formatDate(at).slice(0, 10)

/** The time of day in Bangkok, `HH:mm`; empty when it is none. */
export const clockOf = (at: string): string => formatDate(at).slice(11, 16)

/** What a day is called beside `now`, epoch ms: a key of the locales under `chat`, else null. */
export function dayName(day: string, now: number): 'today' | 'yesterday' | null {
  if (day === dayOf(now)) return 'today'
  return day === dayOf(now - 86_400_000) ? 'yesterday' : null
}
