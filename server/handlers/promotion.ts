import { eq } from 'drizzle-orm'
import { type promotionCalls, promotionCode } from '#contract/promotion.ts'
import type { Handlers, Tools } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { give, lockWallet } from '../reward.ts'
import { promotions } from '../schema/rewards.ts'
import { heldBy, refuseHeld, start } from '../turnover.ts'

type Row = typeof promotions.$inferSelect
const shown = ({ percentFail, description }: Row, { language }: Tools) => ({
  percentFail,
  description: description[language],
})

async function find({ db }: Tools, typed: string): Promise<Row | null> {
  const [found] = await db
    .select()
    .from(promotions)
    .where(eq(promotions.code, promotionCode(typed)))
  return found ?? null
}

/** Promotions by their codes, each once a member; then it is the bonus in effect. Source: R174, R281, R368–R370, D-18. */
export const promotionHandlers: Pick<Handlers, keyof typeof promotionCalls> = {
  'promotion.find': async ({ code }, tools) => {
    const promotion = await find(tools, code)
    return promotion && shown(promotion, tools)
  },
  'promotion.activate': async ({ code }, tools) => {
    const { db, owner, now } = tools
    const promotion = await find(tools, code)
    if (!promotion) throw new Refusal('NO_PROMOTION', 404)
    await lockWallet(db, owner)
    const held = await heldBy(db, owner)
    if (held?.promotionCode !== promotion.code) refuseHeld(held)
    const { amount, multiplier } = promotion
    const started = await start(db, { memberId: owner, promotionCode: promotion.code, amount, multiplier })
    if (!started) throw new Refusal('PROMOTION_RECEIVED', 409)
    const reward = { memberId: owner, link: 'promotion', description: promotion.code, amount } as const
    await give(db, { ...reward, reference: started }, new Date(now()))
    return {}
  },
  'promotion.current': async (_, tools) => {
    const held = await heldBy(tools.db, tools.owner)
    return held?.promotion ? shown(held.promotion, tools) : null
  },
}
