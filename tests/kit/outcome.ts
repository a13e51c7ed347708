import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition, EventObject } from 'xstate'
import { stepper } from './coverage.ts'
import { leavesOf, nameOf } from './states.ts'

/** The outcome of a step: the states that it enters and the names of its actions. */
export type Outcome = { to: string; does: string }
type Step = { before: AnyMachineSnapshot; event: EventObject; after: AnyMachineSnapshot }

const STAYS = 'stays'
const IGNORED = 'is ignored'

/**
 * The names of the actions. An inline `assign` is left out, because it has no name and only stores data from its event.
 */
export const actionNames = (actions: readonly unknown[]): string[] =>
  actions.flatMap((action) => {
    if (typeof action === 'function') return []
    return typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : String(action)
  })

const isWithin = (node: AnyStateNode, outer: AnyStateNode) => node.id === outer.id || node.id.startsWith(`${outer.id}.`)

/** True if the transitions leave and re-enter a state, which restarts its timers and actors. */
const isRestarted = (leaf: AnyStateNode, taken: readonly AnyTransitionDefinition[]) =>
  taken.some(({ source, target, reenter }) =>
    target?.some((node) => isWithin(leaf, node) && (reenter || node.id !== source.id)),
  )

/** The names of the states that a step enters, or `stays` if it enters none. */
function enteredIn({ before, after }: Step, taken: readonly AnyTransitionDefinition[]): string {
  const old = leavesOf(before)
  const names = leavesOf(after).flatMap((leaf) => {
    if (!old.includes(leaf)) return [nameOf(leaf)]
    return isRestarted(leaf, taken) ? [`${nameOf(leaf)} again`] : []
  })
  return names.join(' + ') || STAYS
}

/** Returns a function that computes the outcome of a step. */
export function outcomesOf(machine: AnyStateMachine, input: unknown) {
  let taken: AnyTransitionDefinition[] = []
  const execute = stepper(machine, input, (event) => {
    if (event.type === '@xstate.microstep') taken.push(...(event._transitions as AnyTransitionDefinition[]))
  })
  return (step: Step): Outcome => {
    taken = []
    execute(step.before, step.event)
    const actions = taken.flatMap(({ actions }) => actions)
    if (actions.length === 0 && taken.every(({ target }) => !target)) return { to: IGNORED, does: '' }
    return { to: enteredIn(step, taken), does: actionNames(actions).join(', ') }
  }
}
