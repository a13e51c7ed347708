/** What a player reads in a state: at each visit, and besides after a step of these words. */
export type SeenState = { always: string[]; after: Record<string, string[]> }
/** What a player reads in each state of a machine, by the state as `where` names it. */
export type Seen = Record<string, SeenState>

const common = (lists: string[][]) => (lists[0] ?? []).filter((text) => lists.every((list) => list.includes(text)))

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

/** Returns what a player reads in a state after a step of these words; nothing if no test has been there. */
export const textsAfter = (seen: Seen, state: string, words: string): string[] => {
  const { always = [], after = {} } = seen[state] ?? {}
  return [...always, ...(after[words] ?? [])]
}
