import { read } from './call.ts'
import { flag } from './flag.ts'
import { none } from './lookup.ts'

/** Replies true if the wheel is on; home reads only this, not the rest of the wheel. */
export const spinActive = read('GET /api/spinwheel/active', none, flag('active'))
