import { waitFor } from 'xstate'
import type { Satang } from '#contract/money.ts'
import { playLimitCalls, SUGGESTED_LIMIT } from '#contract/play-limit.ts'
import { limitQuestionMachine } from '#machines/limit-question.machine.ts'
import { wire } from '#src/api/request.ts'
import { SITE_CURRENCY } from '#src/lib/build.ts'
import { callActor, requestActor } from './call.ts'
import type { Wallet } from './wallet.ts'

/**
 * How long reading the wallet may delay the deposit methods, in ms (assumed). After that, the earlier reading is used.
 */
const WALLET_LIMIT = 3_000

type Read = ReturnType<Wallet['getSnapshot']>
const isRead = (s: Read) => s.context.overview !== null || s.matches({ overview: 'failed' })
const isReread = (s: Read) => !s.matches({ overview: 'reading' })

/**
 * Returns the wallet once it has been read. If an earlier reading shows that the member must be asked about a limit,
 * reads the wallet again, because the member may have answered in the meantime. If the second reading fails, returns
 * the earlier one.
 */
async function walletNow(wallet: Wallet, signal: AbortSignal): Promise<Read['context']> {
  const known = wallet.getSnapshot().context
  const by = { signal, timeout: WALLET_LIMIT }
  if (known.overview?.limitPrompt !== 'first') {
    wallet.send({ type: 'wallet.show' })
    return (await waitFor(wallet, isRead, by)).context
  }
  wallet.send({ type: 'wallet.read' })
  return waitFor(wallet, isReread, by).then(
    ({ context }) => context,
    () => known,
  )
}

const suggestion = requestActor<Satang | null, Wallet>(async (wallet, signal) => {
  const { offers } = await wire.site()
  if (!offers.includes('limits')) return null
  const { overview, settings } = await walletNow(wallet, signal)
  if (overview?.limitPrompt !== 'first') return null
  return SUGGESTED_LIMIT[overview.bankAccount.currency ?? settings.currency ?? SITE_CURRENCY]
})

/** The machine that asks about a deposit limit, connected to the backend and the wallet. */
export const limitQuestionLogic = limitQuestionMachine.provide({
  actors: {
    suggestion,
    'limits.set': callActor(playLimitCalls['limits.set']),
    'limits.review': callActor(playLimitCalls['limits.review']),
  },
})
