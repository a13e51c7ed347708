import { careCalls } from '#contract/care.ts'
import { careMachine } from '#machines/care.machine.ts'
import { callActors } from './call.ts'
import { stepUp } from './step-up.ts'

/** The machine of the page “My play”, connected to the backend. */
export const careLogic = careMachine.provide({
  actors: { ...callActors(careCalls), stepUp: stepUp(careCalls['care.break']) },
})
