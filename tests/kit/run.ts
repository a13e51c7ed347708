import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate'
import type { Coverage } from './coverage.ts'
import { inputOf, type Model, type Path, type Step } from './model.ts'

/** One start of an invoked actor, with its input. */
export type FakeCall = { id: string; input: unknown }
type Waiting = { input: unknown; resolve: (output: unknown) => void; reject: (failure: unknown) => void }

/**
 * Fakes for a machine's actors, controlled by a path. Every invoked actor stays pending until the path provides its
 * result.
 */
export class Fakes {
  readonly waiting = new Map<string, Waiting>()
  /** Every start of an invoked actor, in order, with its input. */
  readonly calls: FakeCall[] = []

  /**
   * Returns the machine with fake actors: promises stay pending in this instance, and callbacks do nothing. The actors
   * in `keep` stay real.
   */
  provide<M extends AnyStateMachine>(
    { config: { machine, outcomes = {} } }: Model<M>,
    keep: Record<string, AnyActorLogic> = {},
  ): M {
    const actors = Object.keys(machine.implementations.actors).map((id) => [
      id,
      keep[id] ?? (Object.hasOwn(outcomes, id) ? this.#wait(id) : fromCallback(() => {})),
    ])
    return machine.provide({ actors: Object.fromEntries(actors) }) as M
  }

  #wait(id: string) {
    return fromPromise(
      ({ input, signal }) =>
        new Promise((resolve, reject) => {
          const mine = { input, resolve, reject }
          this.calls.push({ id, input })
          this.waiting.set(id, mine)
          signal.addEventListener('abort', () => this.waiting.get(id) === mine && this.waiting.delete(id))
        }),
    )
  }

  /**
   * Removes the pending actor with this id and returns it, so that the caller can resolve or reject it. Throws if it is
   * not pending.
   */
  take(id: string): Waiting {
    const call = this.waiting.get(id)
    if (!call) throw new Error(`${id} is not waiting for an answer`)
    this.waiting.delete(id)
    return call
  }
}

/** Lets pending promises settle. */
export const settle = async () => {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve()
}

/** Applies one step to a live actor: the result of an invoked actor, a delay, or an event. */
export function happen(
  { event }: Step,
  actor: AnyActorRef,
  fakes: Fakes,
  clock: SimulatedClock,
  machine: AnyStateMachine,
) {
  const answer = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type)
  if (answer?.[1] === 'done')
    return fakes.take(String(answer[2])).resolve((event as EventObject & { output: unknown }).output)
  if (answer) return fakes.take(String(answer[2])).reject((event as EventObject & { error: unknown }).error)
  const delay = /^xstate\.after\.([^.]+)\./.exec(event.type)?.[1]
  if (delay) {
    const wait = machine.implementations.delays[delay]
    return clock.increment(Number(typeof wait === 'function' ? wait(actor.getSnapshot(), {}) : wait))
  }
  actor.send(event)
}

/** Runs a path on the bare machine. After each step, compares the state with the model and calls `check`. */
export async function runOnActor<M extends AnyStateMachine>(
  model: Model<M>,
  path: Path,
  coverage: Coverage,
  check: (snapshot: AnyMachineSnapshot, fakes: Fakes) => void = () => {},
) {
  const fakes = new Fakes()
  const clock = new SimulatedClock()
  const machine: AnyStateMachine = coverage.watch(fakes.provide(model))
  const input = inputOf(path)
  const actor = createActor(machine, { input, clock, inspect: coverage.inspect })
  const failures: unknown[] = []
  actor.subscribe({ error: (error) => failures.push(error) })
  for (const step of path) {
    if (step.event.type === 'xstate.init') actor.start()
    else happen(step, actor, fakes, clock, machine)
    await settle()
    const live: AnyMachineSnapshot = actor.getSnapshot()
    coverage.see(live)
    if (model.key(live) !== model.key(step.state))
      throw new Error(`after "${step.words}": expected ${model.key(step.state)}, got ${model.key(live)}`)
    check(live, fakes)
  }
  actor.stop()
  if (failures.length > 0) throw failures[0]
}
