import * as v from 'valibot'
import { additive } from './field.ts'

/**
 * A bank's English name, which a backend may send along with the Thai one (additive, assumed). Undefined if it is
 * missing or unreadable.
 */
export const nameEN = additive(v.string())
