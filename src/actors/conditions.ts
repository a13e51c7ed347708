import { lookupCalls } from '#contract/lookup.ts'
import { conditionsMachine } from '#machines/conditions.machine.ts'
import { callActor } from './call.ts'

/** The conditions popup joined to the backend. */
export const conditionsLogic = conditionsMachine.provide({
  actors: { 'lookup.conditions': callActor(lookupCalls['lookup.conditions']) },
})
