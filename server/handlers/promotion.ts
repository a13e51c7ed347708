import { eq } from 'drizzle-orm'
import { type promotionCalls, promotionCode } from '#contract/promotion.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { promotions } from '#server/core/schema/rewards.ts'
import { callerOf } from '#server/domain/audit-log.ts'
import { expectMayPlay } from '#server/domain/care.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import { activeBonusOf, refuseHeld, start } from '#server/domain/turnover.ts'
import type { Handlers } from './handler.ts'

type Row = typeof promotions.$inferSelect
const shown = ({ percentFail, description }: Row, { language }: HandlerContext) => ({
  percentFail,
  description: description[language],
})

async function find({ db }: HandlerContext, typed: string): Promise<Row | null> {
  const [found] = await db
    .select()
    .from(promotions)
    .where(eq(promotions.code, promotionCode(typed)))
  return found ?? null
}

/**
 * Promotion codes. A member can claim each code once, and the promotion is then active like a bonus. Source: R174,
 * R281, R368–R370, R575, D-18.
 */
export const promotionHandlers: Pick<Handlers, keyof typeof promotionCalls> = {
  'promotion.find': async ({ code }, context) => {
    const promotion = await find(context, code)
    return promotion && shown(promotion, context)
  },
  'promotion.activate': async ({ code }, context) => {
    const { db, owner, now } = context
    const promotion = await find(context, code)
    if (!promotion) throw new ApiError('NO_PROMOTION', 404)
    await lockWallet(db, owner)
    await expectMayPlay(context)
    const held = await activeBonusOf(db, owner)
    if (held?.promotionCode !== promotion.code) refuseHeld(held)
    const { amount, multiplier } = promotion
    const started = await start(db, { memberId: owner, promotionCode: promotion.code, amount, multiplier })
    if (!started) throw new ApiError('PROMOTION_RECEIVED', 409)
    const reward = {
      memberId: owner,
      by: callerOf(context),
      link: 'promotion',
      description: promotion.code,
      amount,
    } as const
    await give(db, { ...reward, reference: started }, new Date(now()))
    return {}
  },
  'promotion.current': async (_, context) => {
    const held = await activeBonusOf(context.db, context.owner)
    return held?.promotion ? shown(held.promotion, context) : null
  },
}
