import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import { guardNames, leavesOf, nameOf, settledStates, transitionName, transitionsOf } from './states.ts'

type Guard = (args: never, params: never) => boolean

/** Records which states, transitions and guard outcomes the runs of a machine reach. */
export class Coverage {
  readonly #states = new Set<string>()
  readonly #transitions = new Set<string>()
  readonly #answers = new Set<string>()
  readonly #machine: AnyStateMachine
  constructor(machine: AnyStateMachine) {
    this.#machine = machine
  }
  see(snapshot: AnyMachineSnapshot) {
    for (const node of leavesOf(snapshot)) this.#states.add(nameOf(node))
  }
  inspect = (event: InspectionEvent) => {
    if (event.type !== '@xstate.microstep') return
    for (const transition of event._transitions)
      if (transition.source) this.#transitions.add(transitionName(transition))
  }
  /** Returns the machine with guards that also record their results in this instance. */
  watch<M extends AnyStateMachine>(machine: M): M {
    const guards = Object.entries(machine.implementations.guards as Record<string, Guard>).map(([name, guard]) => [
      name,
      (args: never, params: never) => {
        const says = guard(args, params)
        this.#answers.add(`${name}: ${says}`)
        return says
      },
    ])
    return machine.provide({ guards: Object.fromEntries(guards) }) as M
  }
  /** Returns the names of the transitions and guard outcomes recorded so far, and clears both records. */
  take(): string[] {
    const taken = [...this.#transitions, ...this.#answers]
    this.#transitions.clear()
    this.#answers.clear()
    return taken
  }
  /** Returns how many states, transitions and guard outcomes there are, and which ones no run has reached. */
  report(): Record<'states' | 'transitions' | 'guards', { all: number; missing: string[] }> {
    const used = new Set(transitionsOf(this.#machine).flatMap(guardNames))
    const answers = [...used].flatMap((name) => [`${name}: true`, `${name}: false`])
    const of = (names: string[], reached: ReadonlySet<string>) => ({
      all: names.length,
      missing: names.filter((name) => !reached.has(name)),
    })
    return {
      states: of(settledStates(this.#machine).map(nameOf), this.#states),
      transitions: of(transitionsOf(this.#machine).map(transitionName), this.#transitions),
      guards: of(answers, this.#answers),
    }
  }
}

/** Returns a function that runs a step without its actions and reports it to `inspect`. */
export function stepper(machine: AnyStateMachine, input: unknown, inspect: (event: InspectionEvent) => void) {
  const self = createActor(machine, { input: input as never, inspect })
  const ignore = () => {}
  const scope: AnyActorScope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: ignore,
    defer: ignore,
    emit: ignore,
    stopChild: ignore,
    actionExecutor: ignore,
  }
  return (from: AnyMachineSnapshot, event: EventObject) => {
    machine.transition(from, event, scope)
  }
}

/** Returns a function that lists the transitions and guard outcomes of a step. */
export function stepCoverage(machine: AnyStateMachine, coverage: Coverage, input: unknown) {
  const step = stepper(machine, input, coverage.inspect)
  return (from: AnyMachineSnapshot, event: EventObject): string[] => {
    coverage.take()
    step(from, event)
    return coverage.take()
  }
}
