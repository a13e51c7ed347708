import * as v from 'valibot'

/** The English name of a bank beside its Thai one (additive, assumed); undefined if it is missing or unreadable. */
export const nameEN = v.fallback(v.optional(v.string()), undefined)
