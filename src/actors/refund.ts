import * as v from 'valibot'
import { type Refund, refundCalls } from '#contract/refund.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { refundMachine } from '#machines/refund.machine.ts'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { request } from '#src/api/request.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { attemptCall, keptAttempt, type ReadOwn } from './attempt.ts'
import { callActor, requestActor } from './call.ts'

export const readRefund: ReadOwn = async ({ signal }) => {
  const { refundAmount } = await request(refundCalls['refund.check'], {}, signal)
  return { of: 'refund', amount: refundAmount }
}

const NAME = 'refund'

/** Returns the refund that was requested in this tab and whose outcome is still unknown, or null. */
export const pendingRefund = () => pendingOf(NAME, v.object({ key: v.string(), input: v.object({}) }))

const refundList = refundListMachine.provide({
  actors: {
    page: requestActor<Page<Refund>, { page: number; limit: number }>(async (input, signal) => {
      const { refunds: rows, total = null } = await request(refundCalls['refund.list'], input, signal)
      return { rows, total }
    }),
  },
})

/** The refund machine, connected to the backend. */
export const refundLogic = refundMachine.provide({
  actors: {
    'refund.banners': callActor(refundCalls['refund.banners']),
    'refund.check': callActor(refundCalls['refund.check']),
    refundList,
    attempt: keptAttempt(attemptCall(refundCalls['refund.receive']), () => NAME, { readOwn: readRefund }),
  },
})
