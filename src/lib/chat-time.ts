import { formatDay } from './format.ts'

/**
 * Returns the locale key, under `chat`, that names `day` relative to `now` (epoch ms); null if it is neither today nor
 * yesterday.
 */
export function dayName(day: string, now: number): 'today' | 'yesterday' | null {
  if (day === formatDay(now)) return 'today'
  return day === formatDay(now - 86_400_000) ? 'yesterday' : null
}
