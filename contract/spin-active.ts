import { read } from './call.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'

/** Returns true if the wheel is on. Home makes only this call and does not load the rest of the wheel. */
export const spinActive = read('GET /api/spinwheel/active', none, flag('active'))
