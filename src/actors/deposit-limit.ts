import { depositLimitCalls } from '#contract/deposit-limit.ts'
import { depositLimitMachine } from '#machines/deposit-limit.machine.ts'
import { callActors } from './call.ts'

/** The deposit limit machine, connected to the backend. */
export const depositLimitLogic = depositLimitMachine.provide({ actors: callActors(depositLimitCalls) })
