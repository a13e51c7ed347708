import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A machine's node and all its descendants. */
export const nodesOf = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

/** The leaf states of a snapshot, in source order. */
export const leavesOf = (snapshot: AnyMachineSnapshot): AnyStateNode[] =>
  snapshot._nodes
    .filter((node: AnyStateNode) => node.type === 'atomic' || node.type === 'final')
    .sort((one: AnyStateNode, other: AnyStateNode) => one.order - other.order)

/** A state's name in dot notation: `live.waiting`. */
export const nameOf = (node: AnyStateNode): string => node.path.join('.')

/** The states in which a player can be: the leaf states without `always` transitions. */
export const settledStates = (machine: AnyStateMachine): AnyStateNode[] =>
  nodesOf(machine.root).filter((node) => (node.type === 'atomic' || node.type === 'final') && !node.always?.length)

/** All transitions in the machine's configuration, including `always`. */
export const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine.root).flatMap((node) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])])

/** A transition's unique name: source, event, index, target. */
export function transitionName(transition: AnyTransitionDefinition): string {
  const { source, eventType, target } = transition
  const siblings = eventType === '' ? (source.always ?? []) : (source.transitions.get(eventType) ?? [])
  const guard = typeof transition.guard === 'object' && transition.guard ? `[${String(transition.guard.type)}]` : ''
  const place = siblings.length > 1 ? `#${siblings.findIndex((other) => sameTransition(other, transition))}` : ''
  return `${source.id} --${eventType || 'always'}${guard || place}--> ${target?.map(({ id }) => id).join(', ') ?? '(stays)'}`
}

const sameTransition = (a: AnyTransitionDefinition, b: AnyTransitionDefinition) =>
  a === b || (a.target?.[0]?.id === b.target?.[0]?.id && JSON.stringify(a.guard) === JSON.stringify(b.guard))

/** The named guards of a transition. */
export const guardNames = ({ guard }: AnyTransitionDefinition): string[] => {
  if (typeof guard === 'string') return [guard]
  return typeof guard === 'object' && guard !== null && 'type' in guard ? [String(guard.type)] : []
}

/** The names of a snapshot's leaf states. */
export const where = (snapshot: AnyMachineSnapshot) => leavesOf(snapshot).map(nameOf).join(' + ')
