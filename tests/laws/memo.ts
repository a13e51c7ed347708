import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate'
import { textOf } from './text.ts'

export type Child = AnyActorRef & { logic: AnyActorLogic; options: { input?: unknown } }
/** A machine's snapshot after a step, and the step's actions. `spawned`: the children that started without an action. */
export type Stepped = { snapshot: AnyMachineSnapshot; actions: readonly Action[]; spawned: readonly Child[] }
export type Action = {
  type: string
  info: never
  params: unknown
  exec?: ((info: never, params: never) => void) | undefined
}
/** Computes the first and the following steps of a machine. */
export type Steps = {
  first: (machine: AnyStateMachine, input: unknown) => Stepped
  next: (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) => Stepped
}

/**
 * A step in the form that XState returns, with the children that it spawned. A child that `assign` spawns starts
 * without an action, so it is found by comparison with the snapshot `before` the step.
 */
function stepped([snapshot, all]: readonly [AnyMachineSnapshot, unknown], before?: AnyMachineSnapshot): Stepped {
  const actions = all as readonly Action[]
  const ids = actions.flatMap(({ type, params }) => (type === 'xstate.spawnChild' ? (params as { id: string }).id : []))
  const spawned = (Object.values(snapshot.children) as Child[]).filter(
    (child) => before?.children[child.id] !== child && !ids.includes(child.id),
  )
  return { snapshot, actions, spawned }
}

/** Computes each step with XState. */
export const XSTATE: Steps = {
  first: (machine, input) => stepped(initialTransition(machine, input)),
  next: (machine, snapshot, event) => stepped(transition(machine, snapshot, event), snapshot),
}

/**
 * By machine id: the parts of the snapshot that decide the machine's next steps. All other parts are only displayed.
 */
export type Deciding = Readonly<Record<string, (snapshot: AnyMachineSnapshot) => object>>

/**
 * Computes each step of a machine only once, because XState takes most of the time. Equal snapshots are the same
 * object, so a tab can be encoded as a list of numbers. This pays off only if contexts contain no random values.
 */
export class Memo implements Steps {
  readonly #deciding: Deciding
  readonly #snapshots = new Map<string, AnyMachineSnapshot>()
  readonly #numbers = new WeakMap<AnyMachineSnapshot, number>()
  readonly #first = new Map<string, Stepped>()
  readonly #events = new WeakMap<EventObject, string>()
  readonly #steps = new WeakMap<AnyMachineSnapshot, Map<string, Stepped>>()

  constructor(deciding: Deciding) {
    this.#deciding = deciding
  }

  readonly first = (machine: AnyStateMachine, input: unknown): Stepped => {
    const name = textOf([machine.id, input])
    const step = this.#first.get(name) ?? this.#known(XSTATE.first(machine, input))
    this.#first.set(name, step)
    return step
  }

  readonly next = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject): Stepped => {
    const steps = this.#steps.get(snapshot) ?? new Map<string, Stepped>()
    this.#steps.set(snapshot, steps)
    const name = this.#nameOf(event)
    const step = steps.get(name) ?? this.#known(XSTATE.next(machine, snapshot, event))
    steps.set(name, step)
    return step
  }

  /** The number of a snapshot that one of the steps has returned, or -1. */
  numberOf(snapshot: AnyMachineSnapshot): number {
    return this.#numbers.get(snapshot) ?? -1
  }

  /** The event as text, cached by the event object because a cached step sends the same object each time. */
  #nameOf(event: EventObject): string {
    const name = this.#events.get(event) ?? textOf(event)
    this.#events.set(event, name)
    return name
  }

  #known({ snapshot, ...step }: Stepped): Stepped {
    const { machine, value, status, context } = snapshot
    const text = textOf([machine.id, status, this.#deciding[machine.id]?.(snapshot) ?? [value, context]])
    const known = this.#snapshots.get(text) ?? snapshot
    if (!this.#numbers.has(known)) this.#numbers.set(known, this.#snapshots.size)
    this.#snapshots.set(text, known)
    return { snapshot: known, ...step }
  }
}
