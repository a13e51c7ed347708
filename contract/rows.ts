import * as v from 'valibot'

/**
 * Returns the schema of a list whose unreadable rows become null, so that the other rows stay usable. Screens show that
 * such a row could not be read (assumed). `ifNull` replaces a null list and is empty by default. Callers pass one
 * unreadable row where an empty list would hide money.
 */
export const rows = <S extends v.GenericSchema>(row: S, ifNull: null[] = []) =>
  v.nullable(v.array(v.fallback(v.nullable(row), () => null)), ifNull)

/** Returns the readable rows of a list. */
export const readable = <T>(all: readonly (T | null)[]): T[] => all.filter((row) => row !== null)

/** Returns the paths of the unreadable rows in a reply, such as `statements.3`. */
export const unreadRows = (reply: unknown): string[] =>
  Object.entries(Object(reply)).flatMap(([name, value]) =>
    Array.isArray(value)
      ? unreadRows(value).map((place) => `${name}.${place}`)
      : Array.isArray(reply) && value === null
        ? [name]
        : [],
  )
