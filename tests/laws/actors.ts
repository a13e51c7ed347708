import {
  type ActorRef,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { type Action, type Child, type Stepped, type Steps, XSTATE } from './memo.ts'
import { textOf } from './text.ts'

/**
 * An actor in a tab. Its address joins the ids from the root, such as `transfer/attempt/call`. `snapshot` is null for
 * an actor that is not a machine, such as a pending call.
 */
type ActorState = { logic: AnyActorLogic; snapshot: AnyMachineSnapshot | null }
/** The actors of a tab by address, parents first. */
export type Actors = ReadonlyMap<string, ActorState>

/**
 * An effect of a step outside the machines. `key`: the idempotency key that the actor's input contains. `proof`: a
 * second key in the input, from the proof for the change. `input`: the actor's input as JSON. `status`: the outcome of
 * an attempt.
 */
export type Effect<Key> =
  | { type: 'started'; address: string; key: Key | null; proof: Key | null; input: string }
  | { type: 'stopped'; address: string }
  | { type: 'sent'; to: string; event: string }
  | { type: 'settled'; address: string; key: Key; status: string }
/** An event for the machine at an address. `words`: the description of the event in the machine's model. */
export type Message = { address: string; event: EventObject; words?: string }

/** Matches the idempotency keys in a text. */
export const KEY = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
/** The actions that write to the tab's storage. The checker runs no other actions. */
export const STORING = new Set([
  ...['savePending', 'clearPending', 'saveDecided', 'clearDecided', 'saveDraft', 'clearDraft', 'savePhone'],
  ...['adoptToken', 'endSession', 'leaveToken', 'clearStores', 'saveItem', 'clearItem'],
])

/** An actor outside the tab's machines, which only receives events. */
export const outsider = (id: string) =>
  createActor(
    fromCallback(() => {}),
    { id },
  )

/** The machine that another machine invokes or spawns as `src`, in the implementation from `src/actors`. */
export function childOf(machine: AnyActorLogic, src: string): AnyStateMachine {
  const { actors } = (machine as AnyStateMachine).implementations
  return (actors as Record<string, AnyStateMachine>)[src] as AnyStateMachine
}

/**
 * Matches the id that XState gives every machine in a pure transition. A child refers to its parent, or to another
 * ancestor, by this id.
 */
const PURE = /^x:\d+$/
/** The actor's id within its parent. */
export const idOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
/** The address of an actor's parent, or an empty string for the root. */
export const parentOf = (address: string) => address.slice(0, Math.max(0, address.lastIndexOf('/')))

type Spawned = { id: string; actorRef: Child; input: unknown }
type Sent = { to: ActorRef<Snapshot<unknown>, EventObject> | string; event: EventObject; delay?: number }

/**
 * The machines of a tab during one step, computed as a pure function of their snapshots. The only actions that run are
 * those in {@link STORING}.
 */
export class ActorSystem {
  readonly actors: Map<string, ActorState>
  readonly effects: Effect<string>[] = []
  readonly #queue: Message[] = []
  readonly #steps: Steps

  constructor(actors: Actors, steps = XSTATE) {
    this.actors = new Map(actors)
    this.#steps = steps
  }

  start(address: string, logic: AnyActorLogic, input: unknown) {
    this.#start(address, logic, input)
    this.#drain()
  }

  send(message: Message) {
    this.#queue.push(message)
    this.#drain()
  }

  #start(address: string, logic: AnyActorLogic, input: unknown) {
    this.actors.set(address, { logic, snapshot: null })
    if (logic instanceof StateMachine) {
      const machine = logic as AnyStateMachine
      this.#apply(address, machine, this.#steps.first(machine, input))
    } else {
      const text = textOf(input)
      const [key = null, proof = null] = new Set(text.match(KEY))
      this.effects.push({ type: 'started', address, key, proof, input: text })
    }
  }

  #stop(address: string) {
    for (const [other, { snapshot }] of this.actors)
      if (other === address || other.startsWith(`${address}/`)) {
        this.actors.delete(other)
        if (!snapshot) this.effects.push({ type: 'stopped', address: other })
      }
  }

  #drain() {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const { address, event } = next
      const actor = this.actors.get(address)
      if (actor && !actor.snapshot) this.effects.push({ type: 'sent', to: address, event: event.type })
      if (actor?.snapshot?.status !== 'active') continue
      const answered = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
      if (answered) this.actors.delete(`${address}/${answered}`)
      const machine = actor.logic as AnyStateMachine
      this.#apply(address, machine, this.#steps.next(machine, actor.snapshot, event))
    }
  }

  #apply(address: string, machine: AnyStateMachine, { snapshot, actions, spawned }: Stepped) {
    this.actors.set(address, { logic: machine, snapshot })
    for (const child of spawned) this.#start(`${address}/${child.id}`, child.logic, child.options.input)
    for (const action of actions) this.#act(address, action)
    if (snapshot.status === 'error') throw snapshot.error
    if (snapshot.status !== 'done') return
    this.#stop(address)
    const { key } = snapshot.context
    const { status } = snapshot.output ?? {}
    if (key && status) this.effects.push({ type: 'settled', address, key, status })
    const parent = parentOf(address)
    if (!parent) {
      this.actors.set(address, { logic: machine, snapshot })
      return
    }
    const type = `xstate.done.actor.${idOf(address)}`
    this.#queue.push({ address: parent, event: { type, output: snapshot.output } as EventObject })
  }

  #act(address: string, { type, info, params, exec }: Action) {
    if (type === 'xstate.spawnChild') {
      const { id, actorRef, input } = params as Spawned
      this.#start(`${address}/${id}`, actorRef.logic, input)
    } else if (type === 'xstate.stopChild') this.#stop(`${address}/${(params as AnyActorRef).id}`)
    else if (type === 'xstate.sendTo') this.#relay(address, params as Sent)
    else if (STORING.has(type)) exec?.(info, params as never)
  }

  /** The nearest ancestor of a machine that handles the event. */
  #ancestorFor(address: string, { type }: EventObject): string {
    const handles = (at: string) => this.actors.get(at)?.snapshot?.machine.events.includes(type)
    let ancestor = parentOf(address)
    while (parentOf(ancestor) && !handles(ancestor)) ancestor = parentOf(ancestor)
    return ancestor
  }

  #relay(address: string, { to, event, delay }: Sent) {
    // the checker may trigger delayed events at any time
    if (delay !== undefined) return
    const id = typeof to === 'string' ? to : to.id
    const child = `${address}/${id}`
    if (this.actors.has(child)) this.#queue.push({ address: child, event })
    else if (PURE.test(id)) this.#queue.push({ address: this.#ancestorFor(address, event), event })
    else this.effects.push({ type: 'sent', to: id, event: event.type })
  }
}
