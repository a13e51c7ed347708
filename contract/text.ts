import * as v from 'valibot'

/** Returns the schema of a string of at most `most` UTF-16 code units. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** Marks a value that must not be logged. The inspector hides every field of the same name, in any object. */
export const secret = <S extends v.GenericSchema>(schema: S) => v.pipe(schema, v.metadata({ 'x-secret': true }))
