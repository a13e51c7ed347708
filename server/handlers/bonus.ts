import { and, asc, eq, inArray, isNotNull, sql, sum } from 'drizzle-orm'
import * as v from 'valibot'
import { type BLOCKS, BONUS_TYPES, type bonusCalls, cardState, periodOf, receivedOf } from '#contract/bonus.ts'
import type { Language } from '#contract/language.ts'
import { type Satang, toBaht } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { databaseError, Refusal } from '#server/core/refusal.ts'
import { games } from '#server/core/schema/games.ts'
import { accounts } from '#server/core/schema/money.ts'
import { bonuses, bonusReceipts, userBonuses } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { moveIntoGame } from '#server/domain/game-account.ts'
import { accountOf, lockAccounts, lockMembers, post } from '#server/domain/ledger.ts'
import { type Booking, type Order, operation } from '#server/domain/operation.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import { record } from '#server/domain/statement.ts'
import { clearOf, end, type Held, heldBy, isHeldBy, refuseHeld, start } from '#server/domain/turnover.ts'
import type { Handlers } from './handler.ts'

/** Why a bonus cannot be taken just now; null when it can, for all that is known. */
function blockOf(
  { quota, taken, leastBalance }: typeof bonuses.$inferSelect,
  isHeld: boolean,
  balance: Satang,
): (typeof BLOCKS)[number] | null {
  if (isHeld) return 'held'
  if (quota !== null && taken >= quota) return 'gone'
  return balance < leastBalance ? 'balance' : null
}

/** The operator's bonuses, and what the member has of each: of what was received, what counts now. Source: R172. */
async function bonusesOf({ db, owner, now, language }: HandlerContext) {
  const periods = BONUS_TYPES.map((type) => periodOf(type, now()))
  const wallet = db
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(and(eq(accounts.memberId, owner), eq(accounts.kind, 'wallet')))
  const rows = await db
    .select({
      bonus: bonuses,
      taken: userBonuses,
      receivedAt: bonusReceipts.at,
      isHeld: isHeldBy(db, owner),
      balance: sql<Satang>`coalesce((${wallet}), 0)`.mapWith(Number),
    })
    .from(bonuses)
    .leftJoin(userBonuses, and(eq(userBonuses.bonusCode, bonuses.code), eq(userBonuses.memberId, owner)))
    .leftJoin(
      bonusReceipts,
      and(
        eq(bonusReceipts.bonusCode, bonuses.code),
        eq(bonusReceipts.memberId, owner),
        inArray(bonusReceipts.period, periods),
      ),
    )
    .orderBy(asc(bonuses.position), asc(bonuses.code), asc(bonusReceipts.period), asc(bonusReceipts.number))
  // A bonus has a row for each time that it was received.
  return [...Map.groupBy(rows, ({ bonus }) => bonus.code).values()].flatMap((times) => {
    const [first] = times
    if (!first) return []
    const { bonus, taken, isHeld, balance } = first
    const { code, type, maxReceived, percentFail, image, name, description, leastBalance } = bonus
    const received = times.flatMap(({ receivedAt: at }) => (at ? [{ updatedAt: at.toISOString() }] : []))
    const html = `<h3>${name[language]}</h3><p>${description[language]}</p>`
    return [
      {
        ...{ code, type, maxReceived, percentFail },
        banners: [{ image, html }],
        userBonus: taken && { _id: taken.id, isActive: taken.isActive, received },
        blocked: blockOf(bonus, isHeld, balance),
        leastBalance: toBaht(leastBalance),
      },
    ]
  })
}

async function bonusOf(context: HandlerContext, code: string) {
  const bonus = (await bonusesOf(context)).find((each) => each.code === code)
  if (!bonus) throw new Refusal('NO_DATA', 404)
  return bonus
}

/** Increments the site-wide count of a bonus. Refuses with BONUS_FULL once its quota is used up. */
const countTaken = ({ db }: HandlerContext, code: string) =>
  db
    .update(bonuses)
    .set({ taken: sql`${bonuses.taken} + 1` })
    .where(and(eq(bonuses.code, code), isNotNull(bonuses.quota)))
    .catch((error) => {
      throw databaseError(error).constraint === 'quota_kept' ? new Refusal('BONUS_FULL', 409) : error
    })

/** Gives a bonus and puts it in effect. Source: R225–R227, R231–R232, R364, R448–R453, D-16, D-35, D-36. */
async function activate(context: HandlerContext, code: string) {
  const { db, owner, now, language } = context
  await lockWallet(db, owner)
  const bonus = await bonusOf(context, code)
  const state = cardState(bonus, now())
  if (state === 'current') throw new Refusal('BONUS_ALREADY_ACTIVE', 409)
  refuseHeld(await heldBy(db, owner))
  if (state === 'full') throw new Refusal('BONUS_MAX_CLAIMED', 409)
  if (bonus.blocked === 'balance') throw new Refusal('BONUS_CONDITION')
  await countTaken(context, code)
  const at = new Date(now())
  const receipt = { memberId: owner, bonusCode: code, period: periodOf(bonus.type, now()) }
  const number = receivedOf(bonus, now()) + 1
  const [first] = await db
    .insert(bonusReceipts)
    .values({ ...receipt, number, at })
    .onConflictDoNothing()
    .returning({ number: bonusReceipts.number })
  if (!first) throw new Refusal('BONUS_MAX_CLAIMED', 409)
  const [offer] = await db.select().from(bonuses).where(eq(bonuses.code, code))
  if (!offer) throw new Refusal('NO_DATA', 404)
  const { amount, multiplier, name } = offer
  if (!(await start(db, { memberId: owner, bonusCode: code, amount, multiplier })))
    throw new Refusal('BONUS_ALREADY_ACTIVE', 409)
  const reference = `${owner}:${code}:${receipt.period}:${number}`
  await give(
    db,
    { memberId: owner, by: callerOf(context), link: 'bonus', description: name[language], reference, amount },
    at,
  )
  return (await bonusOf(context, code)).userBonus
}

/** The member's accounts in games, and what is in each. */
const gamesOf = ({ db, owner }: HandlerContext) =>
  db
    .select({ account: accounts.id, code: games.code, name: games.name, balance: accounts.balance })
    .from(accounts)
    .innerJoin(games, eq(games.code, accounts.gameCode))
    .where(and(eq(accounts.memberId, owner), eq(accounts.kind, 'game')))
    .orderBy(asc(games.position))
type Place = Awaited<ReturnType<typeof gamesOf>>[number]

/** What is taken from an account. */
type Taken = Pick<Place, 'account' | 'name' | 'balance'>

const sumOf = (places: readonly Taken[]): Satang => places.reduce((sum, { balance }) => sum + balance, 0)

const nameOf = ({ bonus, promotionCode }: Held, language: Language) => bonus?.name[language] ?? promotionCode ?? ''

const Taken = v.object({ account: v.number(), name: v.string(), balance: v.number() })
const Cleared = v.object({
  held: v.string(),
  link: v.picklist(['bonus', 'promotion']),
  description: v.string(),
  transit: v.number(),
  wallet: v.number(),
  outside: v.number(),
  games: v.array(Taken),
  back: v.number(),
})
type Cleared = v.InferOutput<typeof Cleared>

/** A game kept its money: the bonus stays, and what other games gave is the member's, in the main wallet. */
async function keepBonus(tx: Db, { id, owner, payload, now }: Booking<Cleared>, given: readonly Taken[]) {
  const { transit, wallet, games, back } = payload
  const kept = games.slice(given.length).map(({ account, balance }) => ({ account, amount: balance }))
  const home = sumOf(given) + back
  await post(tx, {
    memberId: owner,
    by: { actor: owner, cause: id },
    reason: 'bonus kept',
    at: now,
    postings: [
      { account: transit, amount: -(sumOf(games) + back) },
      ...kept,
      ...(home > 0 ? [{ account: wallet, amount: home }] : []),
    ],
  })
  const row = { type: 'transfer', status: 'SUCCESS', to: WALLET } as const
  for (const { name, balance } of given)
    await record(tx, { ...row, memberId: owner, from: name, amount: balance, createdAt: now })
  return new Refusal(given.length > 0 ? 'TRANSFER_FAIL' : 'TRANSFER_REFUSED')
}

/** Ends what is held when all games gave their money. Source: R24, R230, R367, D-16. */
export const clear = operation('clear', Cleared, async (tx, booking, { results, refusal }) => {
  const { id, owner, payload, now } = booking
  const { held, link, description, transit, wallet, outside, games, back } = payload
  await lockMembers(tx, [owner])
  if (refusal) return keepBonus(tx, booking, games.slice(0, results.length))
  const amount = sumOf(games) + back
  if (amount > 0) {
    const postings = [
      { account: transit, amount: -amount },
      { account: outside, amount },
    ]
    await post(tx, {
      memberId: owner,
      by: { actor: owner, cause: id },
      reason: 'bonus ended',
      at: now,
      postings,
    })
    const [one, ...more] = [...games, ...(back > 0 ? [{ account: wallet, name: WALLET, balance: back }] : [])]
    const from = more.length > 0 ? 'GAMES' : (one?.name ?? WALLET)
    const row = { type: 'finish_bonus', status: 'SUCCESS', to: link.toUpperCase(), link, description } as const
    await record(tx, { ...row, memberId: owner, from, amount, createdAt: now })
  }
  await end(tx, { id: held })
  return { message: 'BONUS_CLEAR' }
})

/**
 * Takes the balance in the games, and what was given while its turnover is not reached, and orders that the games give it.
 * Refuses with BONUS_CONDITION when nothing is held, it is being ended already, or more is in the games than it may be ended
 * with; with TRANSFER_FAIL or TRANSFER_REFUSED when a game keeps its money. Source: R24, R230, R367, D-16.
 */
async function askToClear(context: HandlerContext): Promise<Order> {
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
    .map((place) => ({ ...place, balance: locked.get(place.account) ?? 0 }))
    .filter(({ balance }) => balance > 0)
  const held = await heldBy(db, owner)
  if (!held || !canEnd(held, sumOf(games))) throw new Refusal('BONUS_CONDITION')
  const back = held.remaining > 0 ? Math.min(held.amount, locked.get(wallet) ?? 0) : 0
  const amount = sumOf(games) + back
  if (amount > 0)
    await post(db, {
      memberId: owner,
      by: callerOf(context),
      reason: 'bonus end asked',
      at: new Date(now()),
      postings: [
        ...games.map(({ account, balance }) => ({ account, amount: -balance })),
        ...(back > 0 ? [{ account: wallet, amount: -back }] : []),
        { account: transit, amount },
      ],
    })
  const link = held.bonus ? 'bonus' : 'promotion'
  return clear.order(
    { held: held.id, link, description: nameOf(held, language), transit, wallet, outside, games, back },
    games.map(({ code, balance }) => moveIntoGame(owner, code, -balance)),
    { subject: { name: clearOf(owner), taken: new Refusal('BONUS_CONDITION') } },
  )
}

const canEnd = ({ bonus }: Pick<Held, 'bonus'>, inGames: Satang) => !bonus?.endMost || inGames <= bonus.endMost

/** Bonuses: taken, played for, ended. Source: R6, R24, R172–R173, R222–R232, R363–R367, D-16, D-17. */
export const bonusHandlers: Pick<Handlers, keyof typeof bonusCalls> = {
  'bonus.list': (_, context) => bonusesOf(context),
  'bonus.active': async (_, { db, owner, language }) => {
    const held = await heldBy(db, owner)
    if (!held) return { status: false }
    const { bonus, remaining, percentFail } = held
    const type = bonus?.type ?? 'promotion'
    return { status: true, type, name: nameOf(held, language), remaining: toBaht(remaining), percentFail }
  },
  'bonus.minimum': async (_, context) => {
    const { db, owner } = context
    const inGames = db
      .select({ balance: sum(accounts.balance) })
      .from(accounts)
      .where(and(eq(accounts.memberId, owner), eq(accounts.kind, 'game')))
    const [held] = await db
      .select({ bonus: bonuses, inGames: sql<Satang>`coalesce((${inGames}), 0)`.mapWith(Number) })
      .from(userBonuses)
      .leftJoin(bonuses, eq(bonuses.code, userBonuses.bonusCode))
      .where(and(eq(userBonuses.memberId, owner), eq(userBonuses.isActive, true)))
    return { status: held !== undefined && canEnd(held, held.inGames), minimum: toBaht(held?.bonus?.endMost ?? 0) }
  },
  'bonus.activate': ({ code }, context) => activate(context, code),
  'bonus.clear': (_, context) => askToClear(context),
}
