import * as v from 'valibot'
import { bonusCalls } from '#contract/bonus.ts'
import { operatorCalls } from '#contract/operator.ts'
import { promotionCalls } from '#contract/promotion.ts'
import { BONUS_DEEDS, type BonusDeed, type BonusReading, bonusMachine } from '#machines/bonus.machine.ts'
import type { Attempt } from '#machines/lib/attempt.ts'
import { promotionMachine } from '#machines/promotion.machine.ts'
import { request } from '#src/api/request.ts'
import { serverNow } from '#src/lib/clock.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { withPurify } from '#src/lib/purify.ts'
import { attemptCall, keptAttempt, type ReadOwn } from './attempt.ts'
import { callActor, requestActor } from './call.ts'
import { clock } from './clock.ts'

export const readBonus: ReadOwn = async ({ signal }) => {
  const { status, name = null } = await request(bonusCalls['bonus.active'], {}, signal)
  return { of: 'bonus', isActive: status, name }
}

const BONUS = 'bonus'
const PROMOTION = 'promotion'
const Deed = v.object({ deed: v.picklist(BONUS_DEEDS), code: v.string() })

/** Returns the operations that were confirmed in this tab and whose outcome is still unknown. */
export const pendingBonus = () => ({
  pending: pendingOf(BONUS, v.object({ key: v.string(), input: Deed })),
  pendingCode: pendingOf(PROMOTION, v.object({ key: v.string(), input: v.object({ code: v.string() }) })),
})

const promotion = promotionMachine.provide({
  actors: {
    'promotion.find': callActor(promotionCalls['promotion.find']),
    attempt: keptAttempt(attemptCall(promotionCalls['promotion.activate']), () => PROMOTION, { readOwn: readBonus }),
  },
})

const read = requestActor<BonusReading, undefined>(async (_, signal) => {
  const [bonuses, active, notice] = await Promise.all([
    withPurify(request(bonusCalls['bonus.list'], {}, signal)),
    request(bonusCalls['bonus.active'], {}, signal),
    request(operatorCalls['lookup.notice'], {}, signal),
  ])
  return { bonuses, active, notice, now: serverNow() }
})

const deed = requestActor<{ message?: string | undefined }, Attempt<BonusDeed>>(
  async ({ key, input: { deed, code } }, signal) => {
    if (deed === 'end') return request(bonusCalls['bonus.clear'], { key }, signal)
    await request(bonusCalls['bonus.activate'], { code, key }, signal)
    return {}
  },
)

/** The bonus machine, connected to the backend. */
export const bonusLogic = bonusMachine.provide({
  actors: { read, attempt: keptAttempt(deed, () => BONUS, { readOwn: readBonus }), promotion, clock },
})
