import { not } from 'xstate'

/** The part of a machine's config into which faults are injected. */
type Transition = { target?: string; guard?: unknown }
type Written = string | Transition | (string | Transition)[]
type Invoke = { id?: string; onDone?: Written; onError?: Written }
export type Config = {
  id?: string
  always?: Written
  on?: Record<string, Written>
  after?: Record<string, Written>
  invoke?: Invoke | Invoke[]
  states?: Record<string, Config>
}

/** A fault: a description, and the config that contains it. */
export type Mutant = { words: string; config: Config }

const listOf = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]
const asObject = (transition: string | Transition): Transition =>
  typeof transition === 'string' ? { target: transition } : transition
const guardName = (guard: unknown) =>
  typeof guard === 'object' && guard !== null && 'type' in guard ? String(guard.type) : String(guard)

/**
 * The faults of one list of transitions: each transition dropped, its guard inverted, or its target replaced by a
 * sibling state.
 */
function faultsOf(written: Written | undefined, beside: readonly string[]): { words: string; written: Written }[] {
  const all = listOf(written as string | Transition | (string | Transition)[]).map(asObject)
  return all.flatMap((transition, at) => {
    const { target, guard } = transition
    const put = (...instead: Transition[]) => all.toSpliced(at, 1, ...instead)
    const way = `${guard === undefined ? '' : `[${guardName(guard)}] `}→ ${target ?? 'stays'}`
    const other = beside[(beside.indexOf(target ?? '') + 1) % beside.length]
    return [
      { words: `${way}: dropped`, written: put() },
      ...(guard === undefined
        ? []
        : [{ words: `${way}: guard turned round`, written: put({ ...transition, guard: not(guard as never) }) }]),
      ...(target === undefined || other === undefined || other === target
        ? []
        : [{ words: `${way}: leads to ${other}`, written: put({ ...transition, target: other }) }]),
    ]
  })
}

/**
 * All faults of a state and its descendants. `name`: the state's path in dot notation. `beside`: its sibling states.
 */
function mutantsIn(config: Config, name: string, beside: readonly string[]): Mutant[] {
  // no fault leads to a state with `always`, because such a state might only forward to the original target
  const within = Object.entries(config.states ?? {}).flatMap(([key, { always }]) => (always ? [] : [key]))
  const put = (part: Partial<Config>, words: string): Mutant => ({ words, config: { ...config, ...part } })
  const lists = (key: 'on' | 'after') =>
    Object.entries(config[key] ?? {}).flatMap(([type, written]) =>
      faultsOf(written, beside).map((fault) =>
        put({ [key]: { ...config[key], [type]: fault.written } }, `${name}, ${type} ${fault.words}`),
      ),
    )
  const invokes = listOf(config.invoke)
  return [
    ...lists('on'),
    ...lists('after'),
    ...faultsOf(config.always, beside).map((fault) => put({ always: fault.written }, `${name}, always ${fault.words}`)),
    ...invokes.flatMap((invoke, at) =>
      (['onDone', 'onError'] as const).flatMap((key) =>
        faultsOf(invoke[key], beside).map((fault) =>
          put(
            { invoke: invokes.toSpliced(at, 1, { ...invoke, [key]: fault.written }) },
            `${name}, ${invoke.id} ${key} ${fault.words}`,
          ),
        ),
      ),
    ),
    ...Object.entries(config.states ?? {}).flatMap(([key, state]) =>
      mutantsIn(state, name === '' ? key : `${name}.${key}`, within).map((mutant) =>
        put({ states: { ...config.states, [key]: mutant.config } }, mutant.words),
      ),
    ),
  ]
}

/** All faults of a machine, each in a single transition. */
export const mutantsOf = (config: Config): Mutant[] => mutantsIn(config, '', [])
