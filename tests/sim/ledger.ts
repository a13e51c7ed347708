import { sql } from 'drizzle-orm'
import type { CallName } from '#contract/calls.ts'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Reason } from '#server/core/schema/money.ts'
import type { Database } from './server.ts'

/**
 * An entry in the ledger. `moved`: the amount that the entry added to each account, in satang. The key is the code of a
 * game, {@link WALLET} for the main wallet, and the kind of any other account.
 */
type Entry = { reason: Reason; moved: Readonly<Record<string, number>> }
/** The input of a call, as it was sent. */
export type Input = Readonly<Record<string, unknown>>

type Makes = (entry: Entry, input: Input) => boolean
const amountIn = ({ amount }: Input) => toSatang(Number(amount))
const transfers: Makes = ({ reason, moved }, { to, amount }) => {
  const arrived = moved[String(to)] ?? 0
  return reason === 'transfer' && (amount === undefined ? arrived > 0 : arrived === amountIn({ amount }))
}
const withdraws: Makes = ({ reason, moved }, input) => reason === 'withdraw' && moved.pending === amountIn(input)
const deposits: Makes = ({ reason, moved }, { amount }) => {
  const arrived = moved[reason === 'deposit' ? WALLET : 'held'] ?? 0
  return /^deposit( held)?$/.test(reason) && (amount === undefined ? arrived > 0 : arrived === amountIn({ amount }))
}
const rewards: Makes = ({ reason, moved }) => reason === 'reward' && (moved[WALLET] ?? 0) > 0

/** The calls that move money, each with a test for the entry that books it. */
const MAKES: Partial<Record<CallName, Makes>> = {
  'wallet.transfer': transfers,
  'wallet.transferAll': transfers,
  'wallet.withdraw': withdraws,
  'wallet.withdrawAll': withdraws,
  'wallet.add': deposits,
  // the link is encrypted, so the request does not show its amount
  'wallet.truelink': (entry) => deposits(entry, {}),
  'bonus.activate': rewards,
  'promotion.activate': rewards,
  'refund.receive': rewards,
  'refund.addWallet': rewards,
  'invite.bonus': rewards,
  'spin.claim': ({ moved }, { coupon }) => moved[WALLET] === toSatang(Number(String(coupon).replace('CASH', ''))),
  'bonus.clear': ({ reason }) => reason === 'bonus ended',
}

/** Returns true for the calls that move a player's money and have recognisable entries. */
export const isMoney = (name: CallName): boolean => name in MAKES

/** The entries of all requests at the end of the last transaction. */
export class Ledger {
  readonly #entries = new Map<string, Entry[]>()
  /** The id of the newest entry that was read. */
  #newest = 0
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Reads the entries that were added since the last read. No transaction may be open. */
  async read(): Promise<void> {
    const { rows } = await this.#database.db.execute<{ id: string; request: string } & Entry>(sql`
      select entries.id, "requestId" as request, reason, jsonb_object_agg(
        case kind when 'game' then "gameCode" when 'wallet' then ${WALLET} else kind end, amount
      ) as moved
      from entries join postings on "entryId" = entries.id join accounts on accounts.id = "accountId"
      where entries.id > ${this.#newest} and "requestId" is not null
      group by entries.id order by entries.id`)
    for (const { id, request, reason, moved } of rows) {
      this.#newest = Number(id)
      this.#entries.set(request, [...this.of(request), { reason, moved }])
    }
  }

  /** The requests that have entries. */
  get requests(): Iterable<string> {
    return this.#entries.keys()
  }

  of(request: string): readonly Entry[] {
    return this.#entries.get(request) ?? []
  }

  /**
   * Returns how often the ledger has booked a change, or null if the ledger cannot show this. A coupon for coins moves
   * no money, and ending a bonus moves none if there is nothing to take back.
   */
  made(request: string, name: CallName, input: Input): number | null {
    const entries = this.of(request)
    const makes = MAKES[name]
    const isFree = name === 'spin.claim' ? !/^CASH/.test(String(input.coupon)) : name === 'bonus.clear'
    if (!makes || (isFree && entries.length === 0)) return null
    return entries.filter((entry) => makes(entry, input)).length
  }

  /**
   * Describes the net amount that a refused change left in each account, or returns null if no money is missing. A
   * surplus in the main wallet is fine: a game may have returned its money there before another game refused.
   */
  leftOf(request: string): string | null {
    const sums: Record<string, number> = {}
    for (const { moved } of this.of(request))
      for (const [place, amount] of Object.entries(moved)) sums[place] = (sums[place] ?? 0) + amount
    const { [WALLET]: home = 0, transit = 0, pending = 0, held = 0, outside = 0 } = sums
    const isWhole = home >= 0 && [transit, pending, held, outside].every((amount) => amount === 0)
    return isWhole
      ? null
      : Object.entries(sums)
          .flatMap(([place, amount]) => (amount ? `${amount} in ${place}` : []))
          .join(', ')
  }
}
