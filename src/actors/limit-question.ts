import { waitFor } from 'xstate'
import type { Satang } from '#contract/money.ts'
import { playLimitCalls, SUGGESTED_LIMIT } from '#contract/play-limit.ts'
import { limitQuestionMachine } from '#machines/limit-question.machine.ts'
import { wire } from '#src/api/request.ts'
import { SITE_CURRENCY } from '#src/lib/build.ts'
import { callActor, requestActor } from './call.ts'
import type { Wallet } from './wallet.ts'

/** How long the wallet may delay the ways to pay, ms; after that, nothing is asked this time (assumed). */
const WALLET_LIMIT = 3_000

const suggestion = requestActor<Satang | null, Wallet>(async (wallet, signal) => {
  const { offers } = await wire.site()
  if (!offers.includes('limits')) return null
  wallet.send({ type: 'wallet.show' })
  const isRead = (s: ReturnType<Wallet['getSnapshot']>) =>
    s.context.overview !== null || s.matches({ overview: 'failed' })
  const read = await waitFor(wallet, isRead, { signal, timeout: WALLET_LIMIT })
  const { overview, settings } = read.context
  if (overview?.limitPrompt !== 'first') return null
  return SUGGESTED_LIMIT[overview.bankAccount.currency ?? settings.currency ?? SITE_CURRENCY]
})

/** The question about a deposit limit, connected to the backend and the wallet. */
export const limitQuestionLogic = limitQuestionMachine.provide({
  actors: {
    suggestion,
    'limits.set': callActor(playLimitCalls['limits.set']),
    'limits.review': callActor(playLimitCalls['limits.review']),
  },
})
