/** The texts of one state: those of every visit, and more after a step with these words. */
export type SeenState = { always: string[]; after: Record<string, string[]> }
/** The texts of a machine's states, by the state as `where` names it. */
export type Seen = Record<string, SeenState>

/** Returns the texts that all lists contain, in the order of the first. */
export const common = (lists: string[][]) =>
  (lists[0] ?? []).filter((text) => lists.every((list) => list.includes(text)))

/** Collects the texts of all visits of all states. */
export class SeenLog {
  readonly #visits = new Map<string, Map<string, string[]>>()

  /** Adds a visit of a state, by the words of the step that led there. */
  add(state: string, words: string, texts: string[]) {
    const steps = this.#visits.get(state) ?? new Map<string, string[]>()
    this.#visits.set(state, steps)
    steps.set(words, common([texts, steps.get(words) ?? texts]))
  }

  /** Returns the texts that every visit has shown. */
  texts(): Seen {
    const states = [...this.#visits].map(([state, steps]): [string, SeenState] => {
      const always = common([...steps.values()])
      const more = [...steps].map(([words, texts]) => [words, texts.filter((text) => !always.includes(text))] as const)
      return [state, { always, after: Object.fromEntries(more.filter(([, texts]) => texts.length > 0)) }]
    })
    return Object.fromEntries(states)
  }
}

/** Returns the texts of a state after a step with these words, or an empty list if no test was there. */
export const textsAfter = (seen: Seen, state: string, words: string): string[] => {
  const { always = [], after = {} } = seen[state] ?? {}
  return [...always, ...(after[words] ?? [])]
}
