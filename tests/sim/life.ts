/**
 * The places at which a server process can be killed, by kind. The number is how many upcoming places of that kind a
 * kill chooses from at random. A killed process has done everything before the chosen place, and nothing after it.
 */
export const PLACES = {
  /** Before and after each database statement. */
  statement: 80,
  /** Before a request is sent to a provider, once it has been sent, and after the reply. */
  provider: 9,
  /** After everything is committed, and before the reply is sent. */
  reply: 12,
  /** Before and after a message is sent to the sockets. */
  socket: 6,
  /** When a timer of the process fires. */
  timer: 40,
} as const
export type KillPlace = keyof typeof PLACES
/** The places in words. */
const WORDS: Readonly<Record<KillPlace, string>> = {
  statement: 'at a statement of the database',
  provider: 'at a call of a provider',
  reply: 'before it sends a reply',
  socket: 'at a message to a socket',
  timer: 'when a timer fires',
}

/**
 * Returns a promise that never resolves: a killed process waits for it forever. Each wait has its own promise, because
 * a shared one would keep everything that has ever waited.
 */
export const never = () => new Promise<never>(() => {})

/** The life of one server process, from its start until it is killed. */
export class Life {
  #isDead = false
  /** The number of places of a kind that the process still passes before it is killed. */
  readonly #left = new Map<KillPlace, number>()
  readonly #deaths: (() => unknown)[] = []
  readonly #killed: (where: string) => void

  /** `killed` is called with the place at which the process was killed, in words. */
  constructor(killed: (where: string) => void) {
    this.#killed = killed
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** Calls `die` when the process is killed. */
  onDeath(die: () => unknown) {
    this.#deaths.push(die)
  }

  /** Kills the process at an upcoming place of this kind, after it has passed `count` of them. */
  killAt(place: KillPlace, count: number) {
    this.#left.set(place, count)
  }

  /** Kills the process now, so that nothing in it continues. */
  kill(where: string) {
    if (this.#isDead) return
    this.#isDead = true
    for (const die of this.#deaths) die()
    this.#killed(where)
  }

  /** Returns true if the process is dead, or is killed at this place. */
  endsAt(place: KillPlace): boolean {
    const left = this.#left.get(place)
    if (!this.#isDead && left !== undefined) {
      this.#left.set(place, left - 1)
      if (left === 0) this.kill(WORDS[place])
    }
    return this.#isDead
  }

  /** Resolves when `timer` fires, unless the process is killed at that moment. */
  async wakes<T>(timer: Promise<T>): Promise<T> {
    const value = await timer
    return this.endsAt('timer') ? never() : value
  }

  /**
   * Returns the result of `act`, which calls something outside the process. The process may be killed before or after
   * the call.
   */
  async through<T>(place: KillPlace, act: () => Promise<T>): Promise<T> {
    if (this.endsAt(place)) return never()
    const answer = act()
    if (place === 'provider' && this.endsAt(place)) {
      answer.catch(() => {})
      return never()
    }
    try {
      return await answer
    } finally {
      if (this.endsAt(place)) await never()
    }
  }
}
