import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { Currency, Satang } from '#contract/money.ts'
import type { Credit } from '#contract/wallet.ts'

dayjs.extend(utc)
const BANGKOK_MINUTES = 7 * 60

/** Shown in place of a text that is unknown. */
export const UNKNOWN = '–'

/** The signs shown before an amount on cards and in totals and tables. */
export const CURRENCY_SIGNS = { BAHT: '฿', LAK: '₭' } as const satisfies Record<Currency, string>

/**
 * Splits an amount into two parts, such as `{ whole: '1,500', decimals: '.50' }`. A minus (U+2212) belongs to the whole
 * part. With `isWhole`, used for kip (assumed), an amount without a fraction has no decimals. Source: D-46.
 */
export function splitAmount(amount: Satang | Credit, isWhole = false): { whole: string; decimals: string } {
  const size = Math.abs(amount)
  const decimals = size % 100
  const digits = String((size - decimals) / 100).replace(/\B(?=(\d{3})+$)/g, ',')
  const isShort = isWhole && decimals === 0
  return { whole: amount < 0 ? `−${digits}` : digits, decimals: isShort ? '' : `.${String(decimals).padStart(2, '0')}` }
}

/**
 * Formats an amount in satang with the grouping used in Thailand, in every language: 150050 becomes '1,500.50'.
 * `isWhole` works as in {@link splitAmount}. Source: D-46.
 */
export function formatAmount(amount: Satang | Credit, isWhole = false): string {
  const { whole, decimals } = splitAmount(amount, isWhole)
  return whole + decimals
}

const inBangkok = (at: number | string, form: string): string => {
  const time = dayjs.utc(at)
  return time.isValid() ? time.utcOffset(BANGKOK_MINUTES).format(form) : ''
}

/** Formats a whole number with grouped digits, such as 1,234. Source: D-46. */
export const formatCount = (n: number): string => n.toLocaleString('en')

/**
 * Formats epoch ms or ISO text as Bangkok time, in the Gregorian calendar, as `DD/MM/YYYY HH:mm:ss`. Returns an empty
 * string if the time is invalid.
 */
export const formatDate = (at: number | string): string => inBangkok(at, 'DD/MM/YYYY HH:mm:ss')
/** Like {@link formatDate}, but to the minute, `DD/MM/YYYY HH:mm`, and without line breaks. */
export const formatMinute = (at: number | string): string => inBangkok(at, 'DD/MM/YYYY[\u00A0]HH:mm')
/** Like {@link formatDate}, but only the time of day, `HH:mm`. */
export const formatTime = (at: number | string): string => inBangkok(at, 'HH:mm')
/** Like {@link formatDate}, but only the day, `DD/MM/YYYY`. */
export const formatDay = (at: number | string): string => inBangkok(at, 'DD/MM/YYYY')

/** Formats the remaining time, in ms, as `mm:ss`: rounded up and never negative. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return [Math.trunc(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Groups the digits of a ten-digit account number, such as 123-456-7890. Returns any other number unchanged. */
export const formatAccountNo = (account: string): string => account.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Returns the age of `at` in its largest whole unit. `at` and `now` are epoch ms; `unit` is a locale key under `ago`.
 * Source: R551.
 */
export function timeAgo(at: number, now: number): { unit: (typeof UNITS)[number][0]; n: number } {
  const seconds = Math.max(0, Math.trunc((now - at) / 1000))
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? (['second', 1] as const)
  return { unit, n: Math.trunc(seconds / length) }
}
