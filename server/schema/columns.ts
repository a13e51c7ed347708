import { randomBytes } from 'node:crypto'
import { bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** A fresh id of 12 characters (72 random bits), safe in a URL. */
export const newId = () => randomBytes(9).toString('base64url')

export const id = () => text().primaryKey().$defaultFn(newId)
export const time = () => timestamp({ withTimezone: true })
/** Whole numbers up to 2^53 - 1. */
export const whole = () => bigint({ mode: 'number' })
export const satang = () => whole()
export const serial = () => whole().primaryKey().generatedAlwaysAsIdentity()
