import * as v from 'valibot'
import { withdrawCalls } from '#contract/withdraw.ts'
import { withdrawMachine } from '#machines/withdraw.machine.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { attemptCall, keptAttempt } from './attempt.ts'
import { callActor } from './call.ts'

const NAME = 'withdraw'
const Kept = v.object({ key: v.string(), input: v.object({ amount: v.number() }) })

/** The withdrawal that was confirmed in this tab and is not answered yet. */
export const pendingWithdrawal = () => pendingOf(NAME, Kept)

/** Withdrawing joined to the backend. Source: R335. */
export const withdrawLogic = withdrawMachine.provide({
  actors: {
    'lookup.withdraw': callActor(withdrawCalls['lookup.withdraw']),
    attempt: keptAttempt(attemptCall(withdrawCalls['wallet.withdrawAll']), () => NAME),
  },
})
