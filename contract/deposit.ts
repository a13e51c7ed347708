import * as v from 'valibot'
import { read } from './call.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'

/** A bank account to pay into. Source: R165. */
export const DepositBank = v.object({
  bankCode: v.string(),
  bankType: v.string(),
  mode: v.string(),
  bank: v.object({ nameTH: v.string(), nameEN: v.string() }),
  bankAccountName: v.string(),
  bankAccountNo: v.string(),
  currency: v.nullish(v.string()),
})

/** Ways to deposit; `qr` (minimum in satang, minutes a code is valid) is additive. Source: R164–R166, D-13. */
export const DepositWays = v.object({
  banks: v.array(DepositBank),
  wallets: v.array(v.object({ walletAccountName: v.string(), mode: v.string() })),
  isManual: v.boolean(),
  qr: v.optional(v.object({ minimum: Baht, minutes: v.pipe(v.number(), v.minValue(1), v.maxValue(1440)) })),
})
export type DepositWays = v.InferOutput<typeof DepositWays>

export const depositCalls = { 'lookup.deposit': read('GET /api/lookup/deposit', none, DepositWays) }
