import * as v from 'valibot'

/**
 * A list of a reply that is read row by row: null stands for a row that does not fit, so that the others stay usable.
 * A screen says of such a row that it cannot be shown (assumed).
 */
export const rows = <S extends v.GenericSchema>(row: S) => v.array(v.fallback(v.nullable(row), () => null))

/** The rows of a list that could be read. */
export const readable = <T>(all: readonly (T | null)[]): T[] => all.filter((row) => row !== null)

/** Returns the places of the rows in a reply that could not be read, such as `statements.3`. */
export const unreadRows = (reply: unknown): string[] =>
  Object.entries(Object(reply)).flatMap(([name, value]) =>
    Array.isArray(value)
      ? unreadRows(value).map((place) => `${name}.${place}`)
      : Array.isArray(reply) && value === null
        ? [name]
        : [],
  )
