import { Refused } from './refused.ts'

/** Reads one field of a request. Throws KEY_MISSING or KEY_INVALID. */
export type Field<T> = (value: unknown) => T
/** The fields that a call accepts. */
export type Fields = Record<string, Field<unknown>>
export type Input<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]> }

/** A required string. */
export const text: Field<string> = (value) => {
  if (value === undefined || value === '') throw new Refused('KEY_MISSING')
  if (typeof value !== 'string') throw new Refused('KEY_INVALID')
  return value
}

/** An optional string, or '' if it is missing. */
export const maybeText: Field<string> = (value) =>
  value === undefined || value === null || value === '' ? '' : text(value)

/** A whole number of at least 0. */
export const count: Field<number> = (value) => {
  if (value === undefined) throw new Refused('KEY_MISSING')
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Refused('KEY_INVALID')
  return Number(value)
}

/** An uploaded file. */
export const file: Field<File> = (value) => {
  if (!(value instanceof File)) throw new Refused('SLIP_NO_FILE')
  return value
}

/** The page fields of a list request. */
export const page = { page: count, limit: count }

/** Returns the rows of the requested page. Pages are numbered from 1. */
export const pageOf = <T>(rows: readonly T[], at: Input<typeof page>): T[] =>
  rows.slice((at.page - 1) * at.limit, at.page * at.limit)

/** Reads the fields of a request. Throws KEY_INVALID if there is a field that the call does not accept. */
export function readFields<F extends Fields>(fields: F, sent: Record<string, unknown>): Input<F> {
  if (Object.keys(sent).some((name) => !Object.hasOwn(fields, name))) throw new Refused('KEY_INVALID')
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [name, read(sent[name])])) as Input<F>
}
