import { type CallName, calls } from '#contract/calls.ts'
import type { Satang } from '#contract/money.ts'
import type { SwitchName } from '#tests/plain-backend/site.ts'
import type { Events } from '#tests/plain-backend/world.ts'

/** The gateways that every backend has: the operator, text messages, games and friends. */
export type World = {
  /** Sets a site switch until {@link restore} is called. */
  turn: (name: SwitchName, isOn: boolean) => Promise<void>
  /** Returns the newest code sent to a phone. */
  sms: (phone: string) => Promise<string>
  /** Gives a member coins for the wheel. */
  giveCoins: (username: string, coins: number) => Promise<void>
  /** Makes a member play a stake in a game, with the given outcome. */
  play: (username: string, game: string, stake: Satang, outcome: 'win' | 'lose') => Promise<void>
  /** Makes a friend register through a member's link, deposit, and immediately play the whole deposit. */
  bringFriend: (username: string, stake: Satang, outcome: 'win' | 'lose') => Promise<void>
  /** Injects a fault into the next calls named `match` until {@link restore} is called. */
  fault: (match: CallName, kind: string, options?: { times?: number; ms?: number }) => Promise<void>
  /** Returns the number of injected faults that have not occurred yet. */
  faultsLeft: () => Promise<number>
  /** Resets everything. */
  restore: () => Promise<void>
}

/** The gateways of the plain backend. */
export class PlainWorld implements World {
  readonly #origin: string
  constructor(origin: string) {
    this.#origin = origin
  }

  async #happen<Name extends keyof Events>(
    name: Name,
    fields: Parameters<Events[Name]>[0] | Record<string, never>,
  ): Promise<ReturnType<Events[Name]>> {
    const reply = await fetch(`${this.#origin}/world/${name}`, { method: 'POST', body: JSON.stringify(fields) })
    if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`)
    return ((await reply.json()) as { value: ReturnType<Events[Name]> }).value
  }

  turn: World['turn'] = (name, isOn) => this.#happen('switch', { name, isOn })
  sms: World['sms'] = (phone) => this.#happen('sms', { phone })
  giveCoins: World['giveCoins'] = (username, coins) => this.#happen('coins', { username, coins })
  play: World['play'] = (username, game, stake, outcome) => this.#happen('play', { username, game, stake, outcome })
  bringFriend: World['bringFriend'] = (username, stake, outcome) => this.#happen('friend', { username, stake, outcome })
  fault: World['fault'] = (match, kind, { times = 1000, ms = 3000 } = {}) =>
    this.#happen('fault', { line: `${calls[match].method} ${calls[match].path}`, kind, times, ms })
  faultsLeft = () => this.#happen('faults', {})
  restore = () => this.#happen('restore', {})
}
