import { plainDigits } from './typed.ts'

/** Playing time in whole minutes. The type accepts neither plain numbers nor money. Source: R637. */
export type Minutes = number & { readonly measure: 'minutes' }

/** Brands a number, such as a constant or a value from the database, as minutes without converting it. */
export const minutes = (count: number) => count as Minutes

/** The longest time limit: 30 days. */
export const MAX_MINUTES = minutes(30 * 24 * 60)

/** Returns the whole minutes that a player typed, or null if the text is not a number from 1 to {@link MAX_MINUTES}. */
export function parseMinutes(text: string): Minutes | null {
  const digits = /[-−]/.test(text) ? '' : plainDigits(text).replaceAll(',', '')
  const count = /^\d{1,5}$/.test(digits) ? Number(digits) : 0
  return count > 0 && count <= MAX_MINUTES ? minutes(count) : null
}
