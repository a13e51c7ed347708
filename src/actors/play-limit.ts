import { playLimitCalls } from '#contract/play-limit.ts'
import { playLimitMachine } from '#machines/play-limit.machine.ts'
import { callActors } from './call.ts'

/** The limits machine, connected to the backend. */
export const playLimitLogic = playLimitMachine.provide({ actors: callActors(playLimitCalls) })
