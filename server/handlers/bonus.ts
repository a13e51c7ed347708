import { and, asc, eq, inArray, isNotNull, sql, sum } from 'drizzle-orm'
import { type BLOCKS, BONUS_TYPES, type bonusCalls, cardState, periodOf, receivedOf } from '#contract/bonus.ts'
import { type Satang, satang } from '#contract/money.ts'
import { ApiError, databaseError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { accounts } from '#server/core/schema/money.ts'
import { bonuses, bonusReceipts, userBonuses } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { expectMayPlay, takenBack } from '#server/domain/care.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import { activeBonusOf, isHeldBy, nameOf, refuseHeld, start } from '#server/domain/turnover.ts'
import { askToClear, canEnd } from './bonus-clear.ts'
import type { Handlers } from './handler.ts'

/** Returns the reason why a bonus cannot be claimed now, or undefined if no such reason is known. */
function blockOf(
  { quota, taken, leastBalance }: typeof bonuses.$inferSelect,
  isHeld: boolean,
  balance: Satang,
): (typeof BLOCKS)[number] | undefined {
  if (isHeld) return 'held'
  if (quota !== null && taken >= quota) return 'gone'
  return balance < leastBalance ? 'balance' : undefined
}

/** Returns the operator's bonuses with the member's claims in the current period. Source: R172. */
async function bonusesOf({ db, owner, now, language, picture }: HandlerContext) {
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
      balance: sql`coalesce((${wallet}), 0)`.mapWith(readSatang),
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
  // The join returns a row for each claim of a bonus.
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
        banners: [{ image: picture(image), html }],
        userBonus: taken && { _id: taken.id, isActive: taken.isActive, received },
        blocked: blockOf(bonus, isHeld, balance),
        leastBalance,
      },
    ]
  })
}

async function bonusOf(context: HandlerContext, code: string) {
  const bonus = (await bonusesOf(context)).find((each) => each.code === code)
  if (!bonus) throw new ApiError('NO_DATA', 404)
  return bonus
}

/** Increments the site-wide claim count of a bonus. Throws BONUS_FULL once its quota is used up. */
const countTaken = ({ db }: HandlerContext, code: string) =>
  db
    .update(bonuses)
    .set({ taken: sql`${bonuses.taken} + 1` })
    .where(and(eq(bonuses.code, code), isNotNull(bonuses.quota)))
    .catch((error) => {
      throw databaseError(error).constraint === 'quota_kept' ? new ApiError('BONUS_FULL', 409) : error
    })

/** Credits a bonus and activates it. Source: R225–R227, R231–R232, R364, R448–R453, R575, D-16, D-35, D-36. */
async function activate(context: HandlerContext, code: string) {
  const { db, owner, now, language } = context
  await lockWallet(db, owner)
  await expectMayPlay(context)
  const bonus = await bonusOf(context, code)
  const state = cardState(bonus, now())
  if (state === 'current') throw new ApiError('BONUS_ALREADY_ACTIVE', 409)
  refuseHeld(await activeBonusOf(db, owner))
  if (state === 'full') throw new ApiError('BONUS_MAX_CLAIMED', 409)
  if (bonus.blocked === 'balance') throw new ApiError('BONUS_CONDITION')
  await countTaken(context, code)
  const at = new Date(now())
  const receipt = { memberId: owner, bonusCode: code, period: periodOf(bonus.type, now()) }
  const number = receivedOf(bonus, now()) + 1
  const [first] = await db
    .insert(bonusReceipts)
    .values({ ...receipt, number, at })
    .onConflictDoNothing()
    .returning({ number: bonusReceipts.number })
  if (!first) throw new ApiError('BONUS_MAX_CLAIMED', 409)
  const [offer] = await db.select().from(bonuses).where(eq(bonuses.code, code))
  if (!offer) throw new ApiError('NO_DATA', 404)
  const { amount, multiplier, name } = offer
  if (!(await start(db, { memberId: owner, bonusCode: code, amount, multiplier })))
    throw new ApiError('BONUS_ALREADY_ACTIVE', 409)
  const reference = `${owner}:${code}:${receipt.period}:${number}`
  await give(
    db,
    { memberId: owner, by: callerOf(context), link: 'bonus', description: name[language], reference, amount },
    at,
  )
  return (await bonusOf(context, code)).userBonus
}

/** Claiming, listing and ending bonuses. Source: R6, R24, R172–R173, R222–R232, R363–R367, D-16, D-17. */
export const bonusHandlers: Pick<Handlers, keyof typeof bonusCalls> = {
  'bonus.list': (_, context) => bonusesOf(context),
  'bonus.active': async (_, { db, owner, language }) => {
    const held = await activeBonusOf(db, owner)
    if (!held) return { status: false }
    const { bonus, remaining, turnover, percentFail } = held
    const type = bonus?.type ?? 'promotion'
    const name = nameOf(held, language)
    const takesBack = takenBack(held, held.main)
    return { status: true, type, name, remaining, ...(turnover !== null && { turnover }), percentFail, takesBack }
  },
  'bonus.minimum': async (_, context) => {
    const { db, owner } = context
    const inGames = db
      .select({ balance: sum(accounts.balance) })
      .from(accounts)
      .where(and(eq(accounts.memberId, owner), eq(accounts.kind, 'game')))
    const [held] = await db
      .select({ bonus: bonuses, inGames: sql`coalesce((${inGames}), 0)`.mapWith(readSatang) })
      .from(userBonuses)
      .leftJoin(bonuses, eq(bonuses.code, userBonuses.bonusCode))
      .where(and(eq(userBonuses.memberId, owner), eq(userBonuses.isActive, true)))
    return {
      status: held !== undefined && canEnd(held, held.inGames),
      minimum: held?.bonus?.endMost ?? satang(0),
    }
  },
  'bonus.activate': ({ code }, context) => activate(context, code),
  'bonus.clear': (_, context) => askToClear(context),
}
