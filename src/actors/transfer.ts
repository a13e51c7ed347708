import * as v from 'valibot'
import { StoredSatang } from '#contract/money.ts'
import { transferCalls, transferEffect } from '#contract/transfer.ts'
import { transferMachine } from '#machines/transfer.machine.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { attemptCall, keptAttempt } from './attempt.ts'

const NAME = 'transfer'
const call = transferCalls['wallet.transfer']
const Kept = v.object({ key: v.string(), input: v.object({ from: v.string(), to: v.string(), amount: StoredSatang }) })

/** Returns the transfer that was confirmed in this tab and whose outcome is still unknown, or null. */
export const pendingTransfer = () => pendingOf(NAME, Kept)

/** The transfer machine, connected to the backend. */
export const transferLogic = transferMachine.provide({
  actors: { attempt: keptAttempt(attemptCall(call), () => NAME, { effectOf: transferEffect }) },
})
