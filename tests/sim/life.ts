/**
 * The places at which a server process can be killed, and the number of the next ones of which a kill draws one. A
 * process that is killed has done everything before the place, and nothing after it.
 */
export const PLACES = {
  /** Before and after each statement of the database. */
  statement: 80,
  /** Before something leaves for a provider, once it has left, and after its answer. */
  provider: 9,
  /** After everything is committed, and before the reply leaves. */
  reply: 12,
  /** Before and after the sockets are sent something. */
  socket: 6,
  /** When a timer of the process goes off. */
  timer: 40,
} as const
export type KillPlace = keyof typeof PLACES

/** A killed process waits for this. */
export const never = new Promise<never>(() => {})

/** The life of one server process, from its start until it is killed. */
export class Life {
  #isDead = false
  /** The number of places of a kind to pass before the process is killed. */
  readonly #left = new Map<KillPlace, number>()
  readonly #deaths: (() => unknown)[] = []
  readonly #killed: (where: string) => void

  /** `killed` is called with the place at which the process was killed. */
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

  /** Kills the process at a place from now, where 0 is the next of its kind. */
  killAt(place: KillPlace, count: number) {
    this.#left.set(place, count)
  }

  /** Kills the process now: nothing in it goes on. */
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
      if (left === 0) this.kill(place)
    }
    return this.#isDead
  }

  /** Resolves when `timer` goes off, unless the process is killed at that moment. */
  async wakes<T>(timer: Promise<T>): Promise<T> {
    const value = await timer
    return this.endsAt('timer') ? never : value
  }

  /** The result of `act`, which asks something outside the process; the process may be killed before or after it. */
  async through<T>(place: KillPlace, act: () => Promise<T>): Promise<T> {
    if (this.endsAt(place)) return never
    const answer = act()
    if (place === 'provider' && this.endsAt(place)) {
      answer.catch(() => {})
      return never
    }
    try {
      return await answer
    } finally {
      if (this.endsAt(place)) await never
    }
  }
}
