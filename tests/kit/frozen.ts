import { type AnyActorLogic, type AnyStateMachine, fromPromise } from 'xstate'

/** The machine with everything it asks of the outside never answering: a child that draws and does nothing by itself. */
export function frozen<M extends AnyStateMachine>(machine: M, others: Record<string, AnyActorLogic> = {}): M {
  const actors = Object.keys(machine.implementations.actors).map((id) => [
    id,
    others[id] ?? fromPromise(() => new Promise<never>(() => {})),
  ])
  return machine.provide({ actors: Object.fromEntries(actors) }) as M
}
