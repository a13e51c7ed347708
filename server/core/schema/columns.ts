import { getTableName, sql } from 'drizzle-orm'
import { bigint, check, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core'
import { satang as inSatang, type Satang } from '#contract/money.ts'
import { randomWord } from '#server/core/random-word.ts'

/** Returns a fresh id of 12 characters (72 random bits) that can be used in a URL. */
export const newId = () => randomWord(9)

export const id = () => text().primaryKey().$defaultFn(newId)
export const time = () => timestamp({ withTimezone: true })
/** A column for whole numbers up to 2^53 - 1. */
export const whole = () => bigint({ mode: 'number' })
export const satang = () => whole().$type<Satang>()
/** Converts a sum of satang, which the database returns as a string. */
export const readSatang = (sum: unknown): Satang => inSatang(Number(sum))
export const serial = () => whole().primaryKey().generatedAlwaysAsIdentity()

/** Returns a check constraint: the column may contain only `values`. */
export function oneOf(column: PgColumn, values: readonly string[]) {
  const list = values.map((value) => sql.raw(`'${value}'`))
  return check(`${getTableName(column.table)}_${column.name}_known`, sql`${column} in (${sql.join(list, sql`, `)})`)
}
