import { desc } from 'drizzle-orm'
import { expect } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { giftLink, pngSlip, sealedGift } from './money-in.ts'
import { type Backend, startBackend } from './server.ts'

const SECOND = 1_000

/**
 * Starts a backend and makes all kinds of money movements for one member, at least a second apart. One withdrawal stays
 * pending.
 */
export async function siteInUse(): Promise<Backend> {
  const backend = await startBackend()
  const token = await backend.login()
  const ask = async (...[name, input]: Parameters<Backend['call']>) => {
    const { status, body } = await backend.call(name, input, { token })
    expect(status, `${name}: ${JSON.stringify(body)}`).toBe(200)
    backend.pass(SECOND)
    return body
  }
  const { qrcodeId } = await ask('qr.create', { provider: 'KBANK', amount: 50 })
  await backend.pay(String(qrcodeId))
  await ask('wallet.slip', { file: pngSlip() })
  const [slip] = await backend.db.select({ id: slips.id }).from(slips).orderBy(desc(slips.createdAt)).limit(1)
  await backend.form('/slip/accept', { slip: slip?.id ?? '', amount: '70', reference: 'AUDIT1' })
  await ask('wallet.truelink', { link: sealedGift(giftLink('audit-20')) })
  for (const isPaid of [true, false]) {
    await ask('wallet.withdraw', { amount: 100 })
    await backend.settle((await backend.waiting()).at(-1) ?? '', isPaid)
  }
  await ask('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 })
  await backend.stake('lose', 1)
  // Five minutes pass, so that the newest requests are clearly later than the first ones.
  backend.pass(5 * 60 * SECOND)
  await ask('bonus.activate', { code: 'DAILY' })
  await ask('bonus.clear', {})
  await ask('wallet.withdraw', { amount: 100 })
  return backend
}
