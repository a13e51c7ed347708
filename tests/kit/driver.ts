import type { ReactNode } from 'react'
import type {
  ActorRefFrom,
  AnyActorLogic,
  AnyActorRef,
  AnyStateMachine,
  EventFromLogic,
  EventObject,
  SnapshotFrom,
} from 'xstate'
import type { EventOf, Model, StateName } from './model.ts'
import type { FakeCall, Fakes } from './run.ts'
import type { ScreenSnapshot } from './screen.ts'

type OwnEvent<M extends AnyStateMachine> = Exclude<EventFromLogic<M>['type'], `xstate.${string}`>
type Way<M extends AnyStateMachine, E> = (event: E, snapshot: SnapshotFrom<M>) => Promise<void>
/**
 * The ways in which a player triggers an event, used in turn. If `when` is set, the screen offers the event only while
 * `when` returns true.
 */
export type Deed<M extends AnyStateMachine, E> = {
  ways: Way<M, E>[]
  when?: (snapshot: SnapshotFrom<M>, event: E) => boolean
}
/** Functions that make a real child emit an event or return a result, by the name of that event or result. */
type Lead = Record<string, (child: AnyActorRef, said: unknown) => Promise<void>>
/**
 * A child actor that is not faked. `bring` produces each of its results, by `status` if the result is an object. `tell`
 * produces each event that the child sends to its owner.
 *
 * `changes` returns the changes that the child has started, across all paths. A step that the child causes can only
 * repeat a change.
 */
type Child = { logic: AnyActorLogic; bring?: Lead; tell?: Lead; changes?: () => readonly FakeCall[] }

type Look<M extends AnyStateMachine> = (snapshot: SnapshotFrom<M>) => ScreenSnapshot | Promise<ScreenSnapshot>

type Parts<M extends AnyStateMachine> = {
  view: (actor: ActorRefFrom<M>) => ReactNode
  /** How the player triggers each event, or 'outside' for an event that does not come from the player. */
  act: { [T in OwnEvent<M>]: Deed<M, EventOf<M, T>> | 'outside' }
  /**
   * The contents of the screen in each state. In every state, the test searches the screen for all `texts`, so the
   * state must list each text that is visible.
   */
  look: { [S in StateName<M>]?: Look<M> }
  texts?: readonly string[] | ((snapshot: SnapshotFrom<M>) => readonly string[])
  children?: Record<string, Child>
  /** Actions that are disabled because the path itself provides their outcome. */
  mute?: readonly string[]
  /**
   * The events with which a player repeats a change that received no reply. They resend the change with the same key.
   */
  retries?: readonly Retry[]
}
/** An event that repeats a change, in every state or only in the given one. */
type Retry = string | { event: string; in: string }
/**
 * Drives a machine through its real screen. It does not depend on a test runner: the gallery and the browser runs use
 * it too.
 */
export type Driver<M extends AnyStateMachine = AnyStateMachine> = Parts<M> & { model: Model<M> }

/** Binds a model to its screen. */
export const defineDriver = <M extends AnyStateMachine>(model: Model<M>, parts: Parts<M>): Driver<M> => ({
  model,
  ...parts,
})

/** A driver's machine with fake actors, except for the children that stay real. */
export function played<M extends AnyStateMachine>({ model, children = {}, mute = [] }: Driver<M>, fakes: Fakes): M {
  const real = Object.fromEntries(Object.entries(children).map(([id, { logic }]) => [id, logic]))
  const actions = Object.fromEntries(mute.map((name) => [name, () => {}]))
  return fakes.provide(model, real).provide({ actions }) as M
}

/** How a player triggers an event, or 'outside'; undefined if the driver does not define it. */
export const deedOf = <M extends AnyStateMachine>({ act }: Driver<M>, { type }: EventObject) =>
  (act as Record<string, Deed<M, EventObject> | 'outside'>)[type]

/** The look of a state, by its name; undefined if the driver does not define one. */
export const lookOf = <M extends AnyStateMachine>({ look }: Driver<M>, name: string) =>
  (look as Record<string, Look<M> | undefined>)[name]

/** The changes that a driver's real children have started, across all paths. */
export const childChanges = ({ children = {} }: Pick<Driver, 'children'>): FakeCall[] =>
  Object.values(children).flatMap(({ changes }) => changes?.() ?? [])

/**
 * True if a step can only repeat a change, because the driver lists its event as a retry or a real child causes it.
 * `before` lists the names of the states before the step.
 */
export function isRetry(
  { children = {}, retries = [] }: Pick<Driver, 'children' | 'retries'>,
  { type }: EventObject,
  before: readonly string[],
): boolean {
  const isListed = retries.some((retry) =>
    typeof retry === 'string' ? retry === type : retry.event === type && before.includes(retry.in),
  )
  const isCaused = Object.entries(children).some(
    ([id, { changes, tell = {} }]) => changes && (type === `xstate.done.actor.${id}` || Object.hasOwn(tell, type)),
  )
  return isListed || isCaused
}

/** The texts to search for in this snapshot. */
export const textsOf = <M extends AnyStateMachine>({ texts = [] }: Driver<M>, snapshot: SnapshotFrom<M>) =>
  typeof texts === 'function' ? texts(snapshot) : texts

type Answer = { output?: { status?: string } | string }
const answerIn = ({ output }: Answer) => String(typeof output === 'object' ? output.status : output)

/** Makes a real child cause the step. Returns false if no child can. */
export async function leadChild<M extends AnyStateMachine>(
  { children = {} }: Driver<M>,
  event: EventObject & Answer,
  actor: AnyActorRef,
): Promise<boolean> {
  for (const [id, { bring, tell }] of Object.entries(children)) {
    const isDone = event.type === `xstate.done.actor.${id}`
    const lead = isDone ? bring?.[answerIn(event)] : tell?.[event.type]
    if (lead) {
      await lead(actor.getSnapshot().children[id], event.output)
      return true
    }
  }
  return false
}
