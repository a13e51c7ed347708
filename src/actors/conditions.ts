import { operatorCalls } from '#contract/operator.ts'
import { conditionsMachine } from '#machines/conditions.machine.ts'
import { lookupActor } from './call.ts'

/** The conditions popup machine, connected to the backend. */
export const conditionsLogic = conditionsMachine.provide({
  actors: { lookup: lookupActor(operatorCalls['lookup.conditions']) },
})
