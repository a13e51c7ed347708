import * as v from 'valibot'
import { bonusCalls } from '#contract/bonus.ts'
import { StoredSatang, satang } from '#contract/money.ts'
import { noticeText } from '#contract/notice.ts'
import { operatorCalls } from '#contract/operator.ts'
import { withdrawCalls, withdrawEffect } from '#contract/withdraw.ts'
import { type WithdrawReading, withdrawMachine } from '#machines/withdraw.machine.ts'
import { request } from '#src/api/request.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { attemptCall, keptAttempt } from './attempt.ts'
import { requestActor } from './call.ts'

const NAME = 'withdraw'
const Kept = v.object({ key: v.string(), input: v.object({ amount: StoredSatang }) })

/** Returns the withdrawal that was confirmed in this tab and whose outcome is still unknown, or null. */
export const pendingWithdrawal = () => pendingOf(NAME, Kept)

const read = requestActor<WithdrawReading, undefined>(async (_, signal) => {
  const [limits, { status, remaining = satang(0), percentFail }] = await Promise.all([
    request(withdrawCalls['lookup.withdraw'], {}, signal),
    request(bonusCalls['bonus.active'], {}, signal),
  ])
  if (!status) return { limits, warning: null }
  // the notice is optional: without it, the warning still shows the remaining turnover
  const notice = await request(operatorCalls['lookup.notice'], {}, signal).catch(() => '')
  return { limits, warning: { notice: noticeText(notice, percentFail), remaining } }
})

/** The withdrawal machine, connected to the backend. Source: R335. */
export const withdrawLogic = withdrawMachine.provide({
  actors: {
    read,
    attempt: keptAttempt(attemptCall(withdrawCalls['wallet.withdrawAll']), () => NAME, { effectOf: withdrawEffect }),
  },
})
