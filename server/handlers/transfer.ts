import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { negate, type Satang, StoredSatang, satang } from '#contract/money.ts'
import { TRANSFER_MIN, type transferCalls, WALLET } from '#contract/transfer.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { prepared } from '#server/core/db.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { BREAK, expectMayPlay, isExcluded } from '#server/domain/care.ts'
import { gameAccountOf, moveIntoGame } from '#server/domain/game-account.ts'
import { accountOf, post } from '#server/domain/ledger.ts'
import { expectLossRoom } from '#server/domain/loss-limit.ts'
import { type Order, operation } from '#server/domain/operation.ts'
import { record } from '#server/domain/statement.ts'
import { activeBonusOf } from '#server/domain/turnover.ts'
import type { Handlers } from './handler.ts'

/** A requested transfer. Without `amount`, it moves the whole balance. */
type Move = { from: string; to: string; amount?: Satang }

/**
 * A source or target of a transfer: the main wallet, for which `gameCode` is null, or a game. `name` is the name shown
 * in the statement.
 */
type Place = { account: number; name: string; gameCode: string | null; balance: Satang }

const accountsFor = prepared((db) => {
  const { placeholder } = sql
  return db
    .select({
      account: accounts.id,
      kind: accounts.kind,
      balance: accounts.balance,
      gameCode: games.code,
      name: games.name,
    })
    .from(accounts)
    .leftJoin(games, eq(games.code, accounts.gameCode))
    .where(
      and(
        eq(accounts.memberId, placeholder('owner')),
        or(
          inArray(accounts.kind, ['wallet', 'transit']),
          inArray(accounts.gameCode, [placeholder('from'), placeholder('to')]),
        ),
      ),
    )
    .orderBy(asc(accounts.id))
    .for('no key update', { of: accounts })
    .prepare('accounts of a transfer')
})

/**
 * Locks the accounts of a transfer between two places. Returns the main wallet, the account for money in transit, and a
 * function that returns the place for a code. Throws NO_WALLET if there is no main wallet. The function throws NO_GAME,
 * or SLOT_NO_ACCOUNT if the member has no account in the game.
 */
async function lockPlaces(context: HandlerContext, { from, to }: Move) {
  const { db, owner } = context
  // Opens the transit account before taking locks, because this step may wait for another change that opens the account
  // at the same time.
  const transit = await accountOf(db, { kind: 'transit', memberId: owner })
  const locked = await accountsFor(db).execute({ owner, from, to })
  const wallet = locked.find(({ kind }) => kind === 'wallet')
  if (!wallet) throw new ApiError('NO_WALLET', 404)
  const placeOf = async (code: string): Promise<Place> => {
    if (code === WALLET) return { ...wallet, name: WALLET }
    const found = locked.find(({ gameCode }) => gameCode === code)
    if (found) return { ...found, name: found.name ?? code }
    // The account was not among the locked accounts. Throws if there is none. Otherwise, the account was opened after
    // the locks were taken, so its balance counts as 0.
    const { account, name } = await gameAccountOf(context, code)
    return { account, name, gameCode: code, balance: satang(0) }
  }
  return { placeOf, wallet: wallet.account, transit }
}

/**
 * Returns the code for a failed transfer, which tells the client where the money is: back in the main wallet, or still
 * in the game.
 */
const failureFrom = (name: string) => (name === WALLET ? 'TRANSFER_FAIL' : 'TRANSFER_REFUSED')

const Transfer = v.object({
  source: v.nullable(v.string()),
  from: v.string(),
  to: v.string(),
  accounts: v.object({ source: v.number(), target: v.number(), wallet: v.number(), transit: v.number() }),
  amount: StoredSatang,
  reply: v.object({ amount: v.optional(StoredSatang) }),
})

/**
 * Books the outcome. The money arrives at the target, returns to the source if the first game refused, or goes to the
 * main wallet if one game paid it out and the other refused it. The statement also shows failed transfers.
 * Source: R478.
 */
export const transfer = operation(
  'transfer',
  Transfer,
  async (tx, { id, owner, payload, now }, { results, refusal }) => {
    const { source, from, to, accounts, amount, reply } = payload
    const isTaken = source !== null && results.length > 0
    const [account, place] = !refusal
      ? [accounts.target, to]
      : isTaken
        ? [accounts.wallet, WALLET]
        : [accounts.source, from]
    const postings = [
      { account: accounts.transit, amount: negate(amount) },
      { account, amount },
    ]
    const reason = refusal && !isTaken ? 'transfer refused' : 'transfer'
    const entryId = await post(tx, { memberId: owner, by: { actor: owner, cause: id }, reason, at: now, postings })
    const row = { memberId: owner, type: 'transfer', amount, createdAt: now, entryId } as const
    if (!refusal || isTaken) await record(tx, { ...row, from, to: place, status: 'SUCCESS' })
    if (!refusal) return reply
    await record(tx, { ...row, from: place, to, status: 'FAILED' })
    return new ApiError(failureFrom(place))
  },
)

/**
 * True if a bonus keeps the member's money in the games, because its turnover is not reached and the member is not
 * self-excluded.
 */
async function isHeldInGames({ db, owner, now }: HandlerContext): Promise<boolean> {
  if (((await activeBonusOf(db, owner))?.remaining ?? 0) === 0) return false
  const [member] = await db.select(BREAK).from(members).where(eq(members.id, owner))
  return member === undefined || !isExcluded(member, now())
}

/**
 * Puts money in transit and orders the games to move it. Throws BONUS_REMAINING if money would leave a game before the
 * turnover of a bonus is reached. For a move into a game, throws PLAY_BREAK during a break, and TIME_LIMIT or
 * LOSS_LIMIT if such a limit applies. Source: R478, R575, R578, R608, R638, D-16.
 */
async function move(context: HandlerContext, asked: Move): Promise<Order> {
  const { db, owner, now } = context
  const { from, to, amount: wanted } = asked
  if (from === to || (wanted !== undefined && wanted < TRANSFER_MIN)) throw new ApiError('TRANSFER_MINIMUM')
  if (to !== WALLET) await expectMayPlay(context)
  const { placeOf, wallet, transit } = await lockPlaces(context, asked)
  const source = await placeOf(from)
  const target = await placeOf(to)
  if (source.gameCode !== null && (await isHeldInGames(context))) throw new ApiError('BONUS_REMAINING', 409)
  const amount = wanted ?? source.balance
  if (amount === 0 || amount > source.balance) throw new ApiError('MONEY_NOT_ENOUGH')
  // a move from one game to another does not put more money at risk
  if (to !== WALLET) await expectLossRoom(context, source.gameCode === null ? amount : satang(0))
  const postings = [
    { account: source.account, amount: negate(amount) },
    { account: transit, amount },
  ]
  await post(db, { memberId: owner, by: callerOf(context), reason: 'transfer asked', at: new Date(now()), postings })
  const accounts = { source: source.account, target: target.account, wallet, transit }
  const reply = wanted === undefined ? { amount } : {}
  return transfer.order({ source: source.gameCode, from: source.name, to: target.name, accounts, amount, reply }, [
    ...(source.gameCode === null ? [] : [moveIntoGame(owner, source.gameCode, negate(amount))]),
    ...(target.gameCode === null ? [] : [moveIntoGame(owner, target.gameCode, amount)]),
  ])
}

/** Moving money between the main wallet and the games. Source: R112, R266, R277, R332–R333, R478. */
export const transferHandlers: Pick<Handlers, keyof typeof transferCalls> = {
  'wallet.transfer': (input, context) => move(context, input),
  /** Moves any balance, however small, because the minimum of R266 applies only to typed amounts. */
  'wallet.transferAll': ({ to }, context) => move(context, { from: WALLET, to }),
}
