import * as v from 'valibot'

/**
 * Money inside the product, in whole hundredths of a member's currency, such as satang (1 baht = 100 satang). The type
 * accepts neither {@link Baht} nor plain numbers. Source: D-46.
 */
export type Satang = number & { readonly unit: 'satang' }
/** Money on the wire, in baht with at most two decimals. Not used anywhere else. */
export type Baht = number & { readonly unit?: 'baht' }

/** Brands a number, such as a constant, a sum or a value from the database, as satang without converting it. */
export const satang = (count: number) => count as Satang
export const plus = (one: Satang, other: Satang): Satang => satang(one + other)
export const minus = (from: Satang, less: Satang): Satang => satang(from - less)
export const negate = (amount: Satang): Satang => satang(-amount)
export const sum = (amounts: readonly Satang[]): Satang => satang(amounts.reduce((all, each) => all + each, 0))

/** The currencies of member accounts. The first currency is preselected on a site for Laos. Source: R143, R510. */
export const CURRENCIES = ['LAK', 'BAHT'] as const
export type Currency = (typeof CURRENCIES)[number]

/** The maximum amount in a request, in baht. */
export const MAX_BAHT = 1_000_000_000
/**
 * Converts `amount` to satang. Rounds to the nearest satang, because rounding down is wrong for 6.5 % of all amounts
 * with two decimals. `+ 0` turns −0 into 0.
 */
export const toSatang = (amount: Baht): Satang => satang(Math.round(amount * 100) + 0)
/** Converts `amount` to baht, for the wire only. */
export const toBaht = (amount: Satang): Baht => amount / 100

/** The maximum balance. The sum of sixty such balances is still exact. */
const MAX_BALANCE: Satang = toSatang(1_000_000_000_000)

const wire: v.GenericSchema<Baht> = v.number()
const isMoney = (amount: Baht) => toBaht(toSatang(amount)) === amount

/** The schema step that converts money from the wire. {@link toWire} recognises amounts in a schema by this step. */
const fromWire = v.transform<Baht, Satang>(toSatang)

/** An amount in satang, as a browser or a database stores it. */
export const StoredSatang = v.pipe(v.number(), v.transform(satang))
/**
 * An amount in a reply, in baht: 0 or more. It is rounded to satang first, so that a third decimal or a floating-point
 * error does no harm.
 */
export const Baht = v.pipe(wire, fromWire, v.minValue(satang(0)), v.maxValue(MAX_BALANCE))
/**
 * An amount that a player must pay, in baht: 0 or more, with at most two decimals. It is converted to satang without
 * rounding.
 */
export const ExactBaht = v.pipe(wire, v.minValue(0), v.maxValue(toBaht(MAX_BALANCE)), v.check(isMoney), fromWire)
/**
 * An amount that a request moves, in baht: above 0, with at most two decimals. It is converted to satang without
 * rounding.
 */
export const Amount = v.pipe(wire, v.gtValue(0), v.maxValue(MAX_BAHT), v.check(isMoney), fromWire)

/** A value from the wire, with its money in satang. */
export type InSatang<T> = T extends number
  ? 'unit' extends keyof T
    ? Satang
    : T
  : unknown extends T
    ? T
    : { [K in keyof T]: InSatang<T[K]> }

/** The schema properties that {@link toWire} follows to reach nested amounts. */
type Parts = {
  pipe?: readonly unknown[]
  wrapped?: Parts
  options?: readonly Parts[]
  item?: Parts
  entries?: Readonly<Record<string, Parts>>
  value?: Parts
}

function encoded({ pipe, wrapped, options, item, entries, value: all }: Parts, value: unknown): unknown {
  const inner = wrapped ?? options?.[0]
  if (inner) return encoded(inner, value)
  if (typeof value === 'number') return pipe?.includes(fromWire) ? toBaht(satang(value)) : value
  if (item && Array.isArray(value)) return value.map((each) => encoded(item, each))
  if (!(entries || all) || typeof value !== 'object' || value === null) return value
  const named = Object.entries(value).map(([name, each]) => [name, encoded(entries?.[name] ?? all ?? {}, each)])
  return Object.fromEntries(named)
}

/**
 * Encodes `value` for the wire: converts every amount in `schema` from satang to baht. For a union, uses the first
 * schema, because that is the schema this client sends.
 */
export const toWire = (schema: v.GenericSchema, value: unknown): unknown => encoded(schema as Parts, value)
