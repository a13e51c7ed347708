import { formatDay } from './format.ts'

/** Returns the name of a day relative to `now`, epoch ms: a locale key under `chat`, or null. */
export function dayName(day: string, now: number): 'today' | 'yesterday' | null {
  if (day === formatDay(now)) return 'today'
  return day === formatDay(now - 86_400_000) ? 'yesterday' : null
}
