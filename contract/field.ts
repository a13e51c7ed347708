import * as v from 'valibot'

/** Returns the schema of a field that the spec does not name: undefined if it is missing, null or unreadable. */
export const additive = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/** A field that the spec names for some replies only: undefined if it is missing or null. */
export const sometimes = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

/** A field that the rest does not depend on: null if it is missing or unreadable. */
export const orNull = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), () => null)

/** A string that the rest does not depend on: empty if it is missing or unreadable. */
export const orEmpty = v.fallback(v.string(), '')

/** A backend's id: a string, or a number that is converted to a string. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
