import { type AnyActorLogic, type AnyStateMachine, fromPromise } from 'xstate'

/**
 * The machine with actors that never answer, so that its children render but do nothing on their own. `others` replaces
 * some of these actors.
 */
export function frozen<M extends AnyStateMachine>(machine: M, others: Record<string, AnyActorLogic> = {}): M {
  const actors = Object.keys(machine.implementations.actors).map((id) => [
    id,
    others[id] ?? fromPromise(() => new Promise<never>(() => {})),
  ])
  return machine.provide({ actors: Object.fromEntries(actors) }) as M
}
