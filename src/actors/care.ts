import { careCalls } from '#contract/care.ts'
import { careMachine } from '#machines/care.machine.ts'
import { callActors } from './call.ts'

/** The page about the member's play, connected to the backend. */
export const careLogic = careMachine.provide({ actors: callActors(careCalls) })
