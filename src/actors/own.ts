import { bonusCalls } from '#contract/bonus.ts'
import type { Own } from '#contract/evidence.ts'
import { refundCalls } from '#contract/refund.ts'
import { readable } from '#contract/rows.ts'
import { spinCalls } from '#contract/spin.ts'
import { walletCalls } from '#contract/wallet.ts'
import { request } from '#src/api/request.ts'

/** Reads what a flow knows of its own change, where no answer came; null if the reply does not say. Rejects with a Failure. */
export type ReadOwn = (signal: AbortSignal) => Promise<Own | null>

export const readRefund: ReadOwn = async (signal) => {
  const { refundAmount } = await request(refundCalls['refund.check'], {}, signal)
  return { of: 'refund', amount: refundAmount }
}

export const readInvite: ReadOwn = async (signal) => {
  const { amount } = (await request(walletCalls['wallet.get'], {}, signal)).invite
  return amount === null ? null : { of: 'invite', amount }
}

export const readBonus: ReadOwn = async (signal) => {
  const { status, name = null } = await request(bonusCalls['bonus.active'], {}, signal)
  if (!status) return { of: 'bonus', name: null }
  return name === null ? null : { of: 'bonus', name }
}

export const readCoupons: ReadOwn = async (signal) => {
  const coupons = readable(await request(spinCalls['spin.coupons'], {}, signal))
  return { of: 'coupons', count: coupons.reduce((sum, { amount }) => sum + amount, 0) }
}
