import * as v from 'valibot'
import { additive } from './field.ts'

/**
 * A bank's English name, which a backend may send in addition to the Thai name (additive, assumed). Undefined if it is
 * missing or unreadable.
 */
export const nameEN = additive(v.string())
