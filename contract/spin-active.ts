import { read } from './call.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'

/**
 * The call that returns whether the wheel is on. It has its own file, so that the home page does not load the other
 * wheel calls.
 */
export const spinActive = read('GET /api/spinwheel/active', none, flag('active'))
