import { read } from './call.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'

/** Returns true if the wheel is on. It has its own file, so that home does not load the other calls of the wheel. */
export const spinActive = read('GET /api/spinwheel/active', none, flag('active'))
