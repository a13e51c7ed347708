import { careCalls } from '#contract/care.ts'
import { careMachine } from '#machines/care.machine.ts'
import { callActors } from './call.ts'

/** The My play page machine, connected to the backend. */
export const careLogic = careMachine.provide({ actors: callActors(careCalls) })
