import * as v from 'valibot'

/**
 * Returns the schema of a field that the spec does not define. The field is undefined if it is missing, null or
 * unreadable.
 */
export const additive = <S extends v.GenericSchema>(schema: S) => v.fallback(v.optional(schema), undefined)

/**
 * Returns the schema of a field that the spec defines for some replies only. The field is undefined if it is missing or
 * null.
 */
export const sometimes = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  )

/** Returns the schema of a field that nothing else depends on. The field is null if it is missing or unreadable. */
export const orNull = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), () => null)

/** A string that nothing else depends on. It is empty if it is missing or unreadable. */
export const orEmpty = v.fallback(v.string(), '')

/** An id from a backend: a string, or a number that is converted to a string. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))
