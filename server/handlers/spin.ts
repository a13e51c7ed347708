import { and, asc, count, eq, gt, isNull, min, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { spinCalls } from '#contract/spin.ts'
import { ApiError, databaseError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { members } from '#server/core/schema/members.ts'
import { coupons, spins, withdrawnPrizes } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { expectMayPlay } from '#server/domain/care.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import { activeBonusOf } from '#server/domain/turnover.ts'
import { COIN_RULE, COUPON_TIME, drawPrize, prizesOf, sliceOf, WHEEL_NAME } from '#server/domain/wheel.ts'
import type { Handlers } from './handler.ts'

/** Error messages that the server sends because the client has no text for them. Source: R395 (assumed). */
const NO_COIN: Record<Language, string> = {
  th: 'เหรียญไม่พอ รับเหรียญเพิ่มแล้วลองใหม่',
  la: 'ຫຼຽນບໍ່ພໍ ຮັບຫຼຽນເພີ່ມແລ້ວລອງໃໝ່',
  en: 'No coins left. Get a coin and try again.',
}
const NO_WHEEL: Record<Language, string> = {
  th: 'ขณะนี้ไม่เปิดกงล้อ กรุณาลองใหม่ภายหลัง',
  la: 'ຕອນນີ້ບໍ່ເປີດວົງລໍ້ ກະລຸນາລອງໃໝ່ພາຍຫຼັງ',
  en: 'The wheel is not open right now. Try again later.',
}

/**
 * Adds coins, or takes them if the number is negative, and returns the member's new number of coins. Throws NO_COIN if
 * there are too few.
 */
async function moveCoins({ db, owner, language }: HandlerContext, coins: number): Promise<number> {
  const [left] = await db
    .update(members)
    .set({ coin: sql`${members.coin} + ${coins}` })
    .where(eq(members.id, owner))
    .returning({ coin: members.coin })
    .catch((error) => {
      const isNone = databaseError(error).constraint === 'coin_not_negative'
      throw isNone ? new ApiError('NO_COIN', 400, { message: NO_COIN[language] }) : error
    })
  if (!left) throw new Error('a signed-in member is gone')
  return left.coin
}

/**
 * Claims the oldest valid coupon of a slice and returns its id. Throws COUPON_EXPIRED if all of the member's coupons
 * for the slice have expired, and NO_CLAIMABLE_COUPON if the member has none.
 */
async function takeCoupon({ db, owner, now }: HandlerContext, slice: string): Promise<string> {
  const at = new Date(now())
  const open = and(eq(coupons.memberId, owner), eq(coupons.slice, slice), isNull(coupons.claimedAt))
  const [coupon] = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(and(open, gt(coupons.expiresAt, at)))
    .orderBy(asc(coupons.wonAt))
    .limit(1)
    .for('update')
  const [claimed] = coupon
    ? await db
        .update(coupons)
        .set({ claimedAt: at })
        .where(and(eq(coupons.id, coupon.id), isNull(coupons.claimedAt)))
        .returning({ id: coupons.id })
    : []
  if (claimed) return claimed.id
  throw new ApiError((await db.$count(coupons, open)) > 0 ? 'COUPON_EXPIRED' : 'NO_CLAIMABLE_COUPON', 404)
}

/** The prize wheel and its coupons. Source: R9, R180–R183, R240, R348–R352, R490–R495, R575, D-37. */
export const spinHandlers: Pick<Handlers, keyof typeof spinCalls> = {
  'spin.setup': async (_, { db, owner, language, settings, switches }) => {
    const { spinActive } = await switches(db)
    const [member] = await db.select({ coin: members.coin }).from(members).where(eq(members.id, owner))
    const wheel = { name: WHEEL_NAME[language], slice: prizesOf(settings).map((prize) => sliceOf(prize, language)) }
    return { activeSpinwheel: spinActive ? wheel : null, userCoin: member?.coin ?? 0, coinRule: COIN_RULE[language] }
  },
  'spin.active': async (_, { db, switches }) => ({ active: (await switches(db)).spinActive }),
  'spin.spin': async (_, context) => {
    const { db, owner, now, draw, language, settings, switches } = context
    if (!(await switches(db)).spinActive) throw new ApiError('NO_WHEEL', 403, { message: NO_WHEEL[language] })
    await expectMayPlay(context)
    const remainingCoin = await moveCoins(context, -1)
    const withdrawn = await db.select().from(withdrawnPrizes)
    const prize = drawPrize(
      draw,
      withdrawn.map(({ slice }) => slice),
      prizesOf(settings),
    )
    const wonAt = new Date(now())
    await db.insert(spins).values({ memberId: owner, slice: prize.code, at: wonAt })
    const expiresAt = new Date(now() + COUPON_TIME)
    if (prize.kind !== 'none') await db.insert(coupons).values({ memberId: owner, slice: prize.code, wonAt, expiresAt })
    return { code: prize.code, label: prize.label[language], remainingCoin }
  },
  /** Returns the player's coupons, soonest to expire first. */
  'spin.coupons': async (_, { db, owner, now, language, settings }) => {
    const kept = await db
      .select({ slice: coupons.slice, amount: count(), first: min(coupons.expiresAt) })
      .from(coupons)
      .where(and(eq(coupons.memberId, owner), isNull(coupons.claimedAt), gt(coupons.expiresAt, new Date(now()))))
      .groupBy(coupons.slice)
      .orderBy(asc(min(coupons.expiresAt)), asc(coupons.slice))
    return kept.flatMap(({ slice, amount, first }) => {
      const prize = prizesOf(settings).find(({ code }) => code === slice)
      if (!prize || !first) return []
      const named = { name: WHEEL_NAME[language], slice: sliceOf(prize, language) }
      return [{ prize: named, amount, expiresAt: first.toISOString(), isByHand: prize.kind === 'gift' }]
    })
  },
  'spin.claim': async ({ coupon: slice }, context) => {
    const { db, owner, now, language, settings } = context
    const prize = prizesOf(settings).find(({ code, kind }) => code === slice && kind !== 'none')
    if (!prize) throw new ApiError('INVALID_PRIZE_CODE', 404)
    await lockWallet(db, owner)
    if (await activeBonusOf(db, owner)) throw new ApiError('BONUS_REMAINING', 409)
    const id = await takeCoupon(context, slice)
    if (prize.kind === 'gift') throw new ApiError('INVALID_COUPON_TYPE')
    if ((await db.$count(withdrawnPrizes, eq(withdrawnPrizes.slice, slice))) > 0)
      throw new ApiError('INVALID_CODE', 409)
    if (prize.kind === 'coin') await moveCoins(context, prize.coins)
    if (prize.kind === 'cash') {
      const reward = {
        memberId: owner,
        by: callerOf(context),
        link: 'luckydraw',
        description: WHEEL_NAME[language],
      } as const
      await give(db, { ...reward, reference: id, amount: prize.amount }, new Date(now()))
    }
    return {}
  },
}
