import type { Model, Step } from './model.ts'
import { where } from './states.ts'
import { inWords } from './why.ts'

/**
 * The texts after one step, except those shown on every visit to the state. `fresh` lists the texts that the step
 * added.
 */
type Visit = { shown: string[]; fresh: string[] }
/**
 * The texts of one state. `always` lists the texts shown on every visit. `after` lists the other texts, by the
 * description of the step that led to the state and by the situation.
 */
export type SeenState = { always: string[]; after: Record<string, Record<string, Visit>> }
/** The texts of a machine's states, by the state name that `where` returns. */
export type Seen = Record<string, SeenState>

/** The state that a step led to, the description of the step, and the description of the situation. */
export type Arrival = { state: string; words: string; situation: string }

/** Returns the arrival at the state that a step of the model leads to. */
export const arrivalOf = ({ facts }: Model, { words, state }: Pick<Step, 'words' | 'state'>): Arrival => ({
  state: where(state),
  words,
  situation: inWords(facts(state)),
})

/** Returns the texts that all lists contain, in the order of the first list. */
export const common = (lists: readonly (readonly string[])[]): string[] =>
  (lists[0] ?? []).filter((text) => lists.every((list) => list.includes(text)))

/** The texts that the screen has shown so far on one path. */
export class SeenPath {
  readonly #last = new Map<string, readonly string[]>()
  #before: readonly string[] = []

  /**
   * Adds the texts that the screen shows after a step, and returns the new ones. A text is new if neither the previous
   * step nor the last visit to this state showed it. On the first visit to a state, the last visits to all other states
   * count instead.
   */
  add(state: string, texts: readonly string[]): string[] {
    const old = [...this.#before, ...(this.#last.get(state) ?? [...this.#last.values()].flat())]
    this.#before = texts
    this.#last.set(state, texts)
    return texts.filter((text) => !old.includes(text))
  }
}

/** Collects the texts of all visits to all states. */
export class SeenLog {
  readonly #visits = new Map<string, Arrival & Visit>()

  /** Adds a visit. `fresh` lists the texts that the step added. */
  add(arrival: Arrival, texts: string[], fresh: readonly string[]) {
    const { state, words, situation } = arrival
    const key = [state, words, situation].join('\n')
    const before = this.#visits.get(key)
    const shown = common([texts, before?.shown ?? texts])
    const isFresh = (text: string) => fresh.includes(text) || before?.fresh.includes(text)
    this.#visits.set(key, { ...arrival, shown, fresh: shown.filter(isFresh) })
  }

  /** Returns the texts of each state. */
  texts(): Seen {
    const states = Map.groupBy(this.#visits.values(), ({ state }) => state)
    return Object.fromEntries([...states].map(([state, visits]) => [state, textsOf(visits)]))
  }
}

function textsOf(visits: readonly (Arrival & Visit)[]): SeenState {
  const always = common(visits.map(({ shown }) => shown))
  const others = (texts: string[]) => texts.filter((text) => !always.includes(text))
  const steps = [...Map.groupBy(visits, ({ words }) => words)].map(([words, some]) => {
    const situations = some.map(({ situation, shown, fresh }) => [
      situation,
      { shown: others(shown), fresh: others(fresh) },
    ])
    return [words, Object.fromEntries(situations)]
  })
  return { always, after: Object.fromEntries(steps) }
}

/** Returns what the screen showed after a step, or undefined if no test reached this situation. */
export const visitOf = (seen: Seen, { state, words, situation }: Arrival): Visit | undefined =>
  seen[state]?.after[words]?.[situation]

/**
 * Returns the texts on the screen after a step. If no test reached this situation, returns only the texts shown on
 * every visit.
 */
export const textsAfter = (seen: Seen, arrival: Arrival): string[] => [
  ...(seen[arrival.state]?.always ?? []),
  ...(visitOf(seen, arrival)?.shown ?? []),
]
