import {
  type Actor,
  type AnyActorLogic,
  type AnyStateMachine,
  createActor,
  type EventFromLogic,
  type EventObject,
  fromCallback,
  fromTransition,
  type InputFrom,
  SimulatedClock,
} from 'xstate'
import type { Model } from './model.ts'
import { Fakes, settle } from './run.ts'

/** An actor that only listens, and the events it received, in order. */
export function listener() {
  const heard: EventObject[] = []
  const ref = createActor(
    fromTransition((state: null, event: EventObject) => {
      heard.push(event)
      return state
    }, null),
  ).start()
  return { ref, heard }
}

/**
 * A child actor that only listens. `heard` records every event that the child receives, together with the child's
 * input.
 */
export function listeningChild<Input>() {
  const heard: { input: Input; event: EventObject }[] = []
  const logic = fromCallback<EventObject, Input>(({ input, receive }) =>
    receive((event) => heard.push({ input, event })),
  )
  return { logic, heard }
}

type More = { keep?: Record<string, AnyActorLogic>; actions?: string[] }

/**
 * Starts a model's machine with fake actors. Calls stay pending until `answer` or `fail` is called, and the clock does
 * not advance until `pass` is called. `keep`: children that the test provides itself. `actions`: the names of actions
 * that are only recorded in `done` and not run.
 */
export async function start<M extends AnyStateMachine>(
  model: Model<M>,
  input: InputFrom<M>,
  { keep = {}, actions = [] }: More = {},
) {
  const fakes = new Fakes()
  const clock = new SimulatedClock()
  const done: string[] = []
  const noted = Object.fromEntries(actions.map((name) => [name, () => void done.push(name)]))
  const machine: AnyStateMachine = fakes.provide(model, keep).provide({ actions: noted })
  const actor = createActor(machine, { input, clock }) as unknown as Actor<M>
  const emitted: EventObject[] = []
  actor.on('*', (event) => emitted.push(event as EventObject))
  actor.start()
  await settle()
  const then = async (step: () => void) => {
    step()
    await settle()
  }
  return {
    actor,
    fakes,
    done,
    emitted,
    now: () => actor.getSnapshot(),
    send: (...events: EventFromLogic<M>[]) => then(() => events.forEach((event) => void actor.send(event))),
    /** Resolves the pending call `id` with `output`. */
    answer: (id: string, output: unknown) => then(() => fakes.take(id).resolve(output)),
    /** Rejects the pending call `id` with `failure`. */
    fail: (id: string, failure: unknown) => then(() => fakes.take(id).reject(failure)),
    pass: (ms: number) => then(() => clock.increment(ms)),
    /** The inputs of all calls with this id, oldest first. */
    asked: (id: string) => fakes.calls.filter((call) => call.id === id).map((call) => call.input),
    /** True while the call is pending. */
    waits: (id: string) => fakes.waiting.has(id),
  }
}
