import { and, asc, eq } from 'drizzle-orm'
import * as v from 'valibot'
import { negate, plus, type Satang, StoredSatang, satang, sum } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { games } from '#server/core/schema/games.ts'
import { accounts } from '#server/core/schema/money.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { moveIntoGame } from '#server/domain/game-account.ts'
import { accountOf, lockAccounts, lockMembers, post } from '#server/domain/ledger.ts'
import { type Booking, type Order, operation } from '#server/domain/operation.ts'
import { record } from '#server/domain/statement.ts'
import { activeBonusOf, clearOf, end, type Held, nameOf } from '#server/domain/turnover.ts'

/** Returns the member's game accounts with their balances. */
const gamesOf = ({ db, owner }: HandlerContext) =>
  db
    .select({ account: accounts.id, code: games.code, name: games.name, balance: accounts.balance })
    .from(accounts)
    .innerJoin(games, eq(games.code, accounts.gameCode))
    .where(and(eq(accounts.memberId, owner), eq(accounts.kind, 'game')))
    .orderBy(asc(games.position))
type Place = Awaited<ReturnType<typeof gamesOf>>[number]

/** An account and the amount to take from it, in satang. */
type Taken = Pick<Place, 'account' | 'name' | 'balance'>

const sumOf = (places: readonly Taken[]): Satang => sum(places.map(({ balance }) => balance))

/** True if a bonus may be ended while `inGames` satang are in games. Source: D-17. */
export const canEnd = ({ bonus }: Pick<Held, 'bonus'>, inGames: Satang) => !bonus?.endMost || inGames <= bonus.endMost

const Taken = v.object({ account: v.number(), name: v.string(), balance: StoredSatang })
const Cleared = v.object({
  held: v.string(),
  link: v.picklist(['bonus', 'promotion']),
  description: v.string(),
  transit: v.number(),
  wallet: v.number(),
  outside: v.number(),
  games: v.array(Taken),
  back: StoredSatang,
})
type Cleared = v.InferOutput<typeof Cleared>

/**
 * Posts the entry for a bonus that could not be ended because a game did not return its balance. The bonus stays
 * active, and the money that the other games returned goes to the main wallet.
 */
async function keepBonus(tx: Db, { id, owner, payload, now }: Booking<Cleared>, given: readonly Taken[]) {
  const { transit, wallet, games, back } = payload
  const kept = games.slice(given.length).map(({ account, balance }) => ({ account, amount: balance }))
  const home = plus(sumOf(given), back)
  const entryId = await post(tx, {
    memberId: owner,
    by: { actor: owner, cause: id },
    reason: 'bonus kept',
    at: now,
    postings: [
      { account: transit, amount: negate(plus(sumOf(games), back)) },
      ...kept,
      ...(home > 0 ? [{ account: wallet, amount: home }] : []),
    ],
  })
  const row = { type: 'transfer', status: 'SUCCESS', to: WALLET } as const
  for (const { name, balance } of given)
    await record(tx, { ...row, memberId: owner, from: name, amount: balance, createdAt: now, entryId })
  return new ApiError(given.length > 0 ? 'TRANSFER_FAIL' : 'TRANSFER_REFUSED')
}

/** Ends the active bonus after all games have returned their money. Source: R24, R230, R367, D-16. */
export const clear = operation('clear', Cleared, async (tx, booking, { results, refusal }) => {
  const { id, owner, payload, now } = booking
  const { held, link, description, transit, wallet, outside, games, back } = payload
  await lockMembers(tx, [owner])
  if (refusal) return keepBonus(tx, booking, games.slice(0, results.length))
  const amount = plus(sumOf(games), back)
  if (amount > 0) {
    const postings = [
      { account: transit, amount: negate(amount) },
      { account: outside, amount },
    ]
    const entryId = await post(tx, {
      memberId: owner,
      by: { actor: owner, cause: id },
      reason: 'bonus ended',
      at: now,
      postings,
    })
    const [one, ...more] = [...games, ...(back > 0 ? [{ account: wallet, name: WALLET, balance: back }] : [])]
    const from = more.length > 0 ? 'GAMES' : (one?.name ?? WALLET)
    const row = { type: 'finish_bonus', status: 'SUCCESS', to: link.toUpperCase(), link, description } as const
    await record(tx, { ...row, memberId: owner, from, amount, createdAt: now, entryId })
  }
  await end(tx, { id: held })
  return { message: 'BONUS_CLEAR' }
})

/**
 * Takes the balance in the games and, unless the turnover is reached, the bonus amount. Orders the games to return
 * their money. Throws BONUS_CONDITION if no bonus is active, the bonus is already being ended, or more money is in the
 * games than the bonus allows. The order fails with TRANSFER_FAIL or TRANSFER_REFUSED if a game keeps its money.
 * Source: R24, R230, R367, D-16.
 */
export async function askToClear(context: HandlerContext): Promise<Order> {
  const { db, owner, now, language } = context
  await lockMembers(db, [owner])
  const all = await gamesOf(context)
  const account = (kind: 'wallet' | 'transit') => accountOf(db, { kind, memberId: owner })
  const [wallet, transit, outside] = [
    await account('wallet'),
    await account('transit'),
    await accountOf(db, { kind: 'outside' }),
  ]
  const locked = await lockAccounts(db, [wallet, transit, ...all.map(({ account }) => account)])
  const games = all
    .map((place) => ({ ...place, balance: locked.get(place.account) ?? satang(0) }))
    .filter(({ balance }) => balance > 0)
  const held = await activeBonusOf(db, owner)
  if (!held || !canEnd(held, sumOf(games))) throw new ApiError('BONUS_CONDITION')
  const back = satang(held.remaining > 0 ? Math.min(held.amount, locked.get(wallet) ?? 0) : 0)
  const amount = plus(sumOf(games), back)
  if (amount > 0)
    await post(db, {
      memberId: owner,
      by: callerOf(context),
      reason: 'bonus end asked',
      at: new Date(now()),
      postings: [
        ...games.map(({ account, balance }) => ({ account, amount: negate(balance) })),
        ...(back > 0 ? [{ account: wallet, amount: negate(back) }] : []),
        { account: transit, amount },
      ],
    })
  const link = held.bonus ? 'bonus' : 'promotion'
  return clear.order(
    { held: held.id, link, description: nameOf(held, language), transit, wallet, outside, games, back },
    games.map(({ code, balance }) => moveIntoGame(owner, code, negate(balance))),
    { subject: { name: clearOf(owner), taken: new ApiError('BONUS_CONDITION') } },
  )
}
