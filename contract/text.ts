import * as v from 'valibot'

/** A string of at most `most` UTF-16 units. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most))

/** Marks values that must not be logged: the inspector hides every field with this name, in any object. */
export const secret = <S extends v.GenericSchema>(schema: S) => v.pipe(schema, v.metadata({ 'x-secret': true }))
