import { read } from './call.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'

/**
 * Returns true if the wheel is on. This call has its own file, so that the home page does not load the other wheel
 * calls.
 */
export const spinActive = read('GET /api/spinwheel/active', none, flag('active'))
