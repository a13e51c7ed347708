import * as v from 'valibot'
import { additive } from './field.ts'

/** A bank's English name, sent along with its Thai one (additive, assumed); undefined if it is missing or unreadable. */
export const nameEN = additive(v.string())
