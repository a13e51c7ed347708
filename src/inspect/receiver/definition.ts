/**
 * A state to render. `path` is empty for the machine itself. `runs` are its invoked actors, and `stays` the transitions
 * that do not leave the state.
 */
export type StateBox = {
  path: string
  key: string
  description: string
  kind: 'state' | 'parallel' | 'final' | 'transient'
  isInitial: boolean
  runs: readonly string[]
  stays: readonly Line[]
  children: readonly StateBox[]
}
/** The text of one transition; `id` is unique. */
export type Line = { id: string; text: string }
/** All transitions from one state to another. */
export type Arrow = { from: string; to: string; lines: readonly Line[] }
export type Chart = { root: StateBox; arrows: readonly Arrow[] }

type Named = string | { type?: string; params?: unknown }
type Candidate = { target?: string | string[]; guard?: Named; actions?: Named | Named[] }
type Candidates = string | Candidate | (string | Candidate)[]
type Invoke = { id?: string; src?: Named; onDone?: Candidates; onError?: Candidates }
type Config = {
  id?: string
  description?: string
  type?: string
  initial?: string
  states?: Record<string, Config>
  on?: Record<string, Candidates>
  after?: Record<string, Candidates>
  always?: Candidates
  onDone?: Candidates
  invoke?: Invoke | Invoke[]
}

const list = <T>(one: T | readonly T[] | undefined): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one as T]
const word = (named: Named | undefined): string => (typeof named === 'string' ? named : (named?.type ?? ''))
const under = (path: string, key: string) => (path ? `${path}.${key}` : key)
const above = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')))

/** xstate's internal event names and their readable forms; `null` hides the event. */
const WORDS: readonly [RegExp, string | null][] = [
  [/^xstate\.done\.actor\.(.+)$/, '$1 done'],
  [/^xstate\.error\.actor\.(.+)$/, '$1 failed'],
  [/^xstate\.after\.([^.]+)\..+$/, 'after $1'],
  [/^xstate\.done\.state\..+$/, 'done'],
  [/^xstate\./, null],
  [/^$/, 'always'],
]

/** Returns the readable form of an event, or null if the event is hidden. */
export function eventText(event: string): string | null {
  const [form, text] = WORDS.find(([each]) => each.test(event)) ?? []
  return form && text !== undefined ? text && event.replace(form, text) : event
}

function heardBy(config: Config, id: string): [event: string, candidates: Candidates][] {
  const calls = list(config.invoke).flatMap((invoke): [string, Candidates][] => {
    const name = invoke.id ?? word(invoke.src)
    return [
      [`xstate.done.actor.${name}`, invoke.onDone ?? []],
      [`xstate.error.actor.${name}`, invoke.onError ?? []],
    ]
  })
  const delayed = Object.entries(config.after ?? {}).map(([delay, to]): [string, Candidates] => [
    `xstate.after.${delay}.${id}`,
    to,
  ])
  const own = [`xstate.done.state.${id}`, config.onDone ?? []] satisfies [string, Candidates]
  return [...Object.entries(config.on ?? {}), ...calls, ...delayed, own, ['', config.always ?? []]]
}

/**
 * Resolves the target of a transition to a path. `#id.a` is relative to the state with that id, `.child` to the source
 * state, and any other target to the parent of the source state.
 */
function resolve(target: string, from: string, ids: ReadonlyMap<string, string>): string {
  if (target.startsWith('.')) return under(from, target.slice(1))
  if (!target.startsWith('#')) return under(above(from), target)
  const [id = '', ...rest] = target.slice(1).split('.')
  return rest.reduce(under, ids.get(id) ?? '')
}

type Found = { from: string; to: string | null; line: Line }

function transitionsOf(config: Config, path: string, machine: string, ids: ReadonlyMap<string, string>): Found[] {
  const id = config.id ?? [machine, path].filter(Boolean).join('.')
  const own = heardBy(config, id).flatMap(([event, candidates]) =>
    list<string | Candidate>(candidates).flatMap((raw, index): Found[] => {
      const candidate = typeof raw === 'string' ? { target: raw } : raw
      const guard = word(candidate.guard)
      const text = eventText(event) ?? event
      const line = { id: `${id}|${event}|${index}`, text: guard ? `${text} [${guard}]` : text }
      const targets = list(candidate.target)
      if (targets.length === 0) return [{ from: path, to: null, line }]
      return targets.map((target) => ({ from: path, to: resolve(target, path, ids), line }))
    }),
  )
  const inner = Object.entries(config.states ?? {}).flatMap(([key, state]) =>
    transitionsOf(state, under(path, key), machine, ids),
  )
  return [...own, ...inner]
}

function idsOf(config: Config, path = '', ids = new Map<string, string>()) {
  if (config.id) ids.set(config.id, path)
  for (const [key, state] of Object.entries(config.states ?? {})) idsOf(state, under(path, key), ids)
  return ids
}

function kindOf({ type, always, on, invoke }: Config): StateBox['kind'] {
  if (type === 'parallel' || type === 'final') return type
  return always && !on && !invoke ? 'transient' : 'state'
}

function boxOf(config: Config, path: string, key: string, isInitial: boolean, found: readonly Found[]): StateBox {
  return {
    path,
    key,
    isInitial,
    description: config.description ?? '',
    kind: kindOf(config),
    runs: list(config.invoke).map(({ id, src }) => id ?? word(src)),
    stays: found.filter(({ from, to }) => from === path && to === null).map(({ line }) => line),
    children: Object.entries(config.states ?? {}).map(([name, state]) =>
      boxOf(state, under(path, name), name, config.initial === name, found),
    ),
  }
}

/** Returns the chart for an actor's definition, or null if the actor is not a machine with states. */
export function chartOf(definition: string | null): Chart | null {
  const config = JSON.parse(definition ?? '{}') as Config
  if (!config.states) return null
  const machine = config.id ?? 'machine'
  const found = transitionsOf(config, '', machine, idsOf(config))
  const arrows = new Map<string, Arrow>()
  for (const { from, to, line } of found) {
    if (to === null) continue
    const name = `${from}→${to}`
    arrows.set(name, { from, to, lines: [...(arrows.get(name)?.lines ?? []), line] })
  }
  return { root: boxOf(config, '', machine, false, found), arrows: [...arrows.values()] }
}

/** Returns the id of the {@link Line} of a transition that was taken. */
export const lineId = ({ source, event, index }: { source: string; event: string; index: number }) =>
  `${source}|${event}|${index}`

/** Returns the events that a screen can send and that the states at these paths handle. */
export function eventsIn(definition: string | null, active: readonly string[]): string[] {
  if (!definition) return []
  const root = JSON.parse(definition) as Config
  const on = active.flatMap((path) => {
    const keys = path ? path.split('.') : []
    return Object.keys(keys.reduce<Config | undefined>((at, key) => at?.states?.[key], root)?.on ?? {})
  })
  return [...new Set(on)].filter((type) => type !== '*').toSorted()
}
