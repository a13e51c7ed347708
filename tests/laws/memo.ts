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
/** The steps of machines. */
export type Steps = {
  first: (machine: AnyStateMachine, input: unknown) => Stepped
  next: (machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: EventObject) => Stepped
}

/** A step as XState computes it, after `before`. A child that is spawned in the context starts without an action. */
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

/** By a machine's id: the state and the part of the context that decide its next steps. The rest is only displayed. */
export type Deciding = Readonly<Record<string, (snapshot: AnyMachineSnapshot) => object>>

/**
 * Computes each step of a machine once, because XState takes most of the time. Equal snapshots are one object here, so
 * that a tab is a list of numbers. Worth it only if nothing in a context is random.
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

  /** The number of a snapshot that a step has returned. */
  numberOf(snapshot: AnyMachineSnapshot): number {
    return this.#numbers.get(snapshot) ?? -1
  }

  /** An event as text. A step that is computed once sends the same event each time. */
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
