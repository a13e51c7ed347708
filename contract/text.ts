import * as v from 'valibot'

/** A text of at most `most` UTF-16 units. */
export const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
