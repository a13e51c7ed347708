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

/** A child that only listens: `heard` has every event it receives, with the input of its start. */
export function listeningChild<Input>() {
  const heard: { input: Input; event: EventObject }[] = []
  const logic = fromCallback<EventObject, Input>(({ input, receive }) =>
    receive((event) => heard.push({ input, event })),
  )
  return { logic, heard }
}

type More = { keep?: Record<string, AnyActorLogic>; actions?: string[] }

/**
 * Starts a model's machine with fake actors: calls wait until `answer` or `fail`, and the clock is fixed until `pass`.
 * `keep`: the test's own children; `actions`: named actions that are not run, only recorded in `done`.
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
    /** Answers the call that waits under `id`. */
    answer: (id: string, output: unknown) => then(() => fakes.take(id).resolve(output)),
    /** Fails the call that waits under `id`. */
    fail: (id: string, failure: unknown) => then(() => fakes.take(id).reject(failure)),
    pass: (ms: number) => then(() => clock.increment(ms)),
    /** The inputs of all runs of a call. */
    asked: (id: string) => fakes.calls.filter((call) => call.id === id).map((call) => call.input),
    /** True while the call is pending. */
    waits: (id: string) => fakes.waiting.has(id),
  }
}
