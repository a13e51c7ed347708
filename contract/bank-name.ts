import * as v from 'valibot'
import { additive } from './field.ts'

/** The English name of a bank beside its Thai one (additive, assumed); undefined if it is missing or unreadable. */
export const nameEN = additive(v.string())
