import { dataCalls } from '#contract/data.ts'
import { erasureMachine } from '#machines/erasure.machine.ts'
import { callActors } from './call.ts'
import { stepUp } from './step-up.ts'

/** The erasure request machine, connected to the backend. */
export const erasureLogic = erasureMachine.provide({
  actors: { ...callActors(dataCalls), stepUp: stepUp(dataCalls['data.erase']) },
})
