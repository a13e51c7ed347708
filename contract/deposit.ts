import * as v from 'valibot'
import { canBeNamed } from './bank.ts'
import { read } from './call.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Baht } from './money.ts'
import { rows } from './rows.ts'
import { secret } from './text.ts'
import type { WalletOverview } from './wallet.ts'

/** A bank account of the operator, into which members pay deposits. Source: R165. */
export const DepositBank = v.object({
  bankCode: v.string(),
  bankType: v.string(),
  mode: v.string(),
  bank: v.object({ nameTH: v.string(), nameEN: v.string() }),
  bankAccountName: secret(v.string()),
  bankAccountNo: secret(v.string()),
  currency: v.nullish(v.string()),
})
export type DepositBank = v.InferOutput<typeof DepositBank>
/** The member's own bank account. */
export type BankAccount = WalletOverview['bankAccount']

/**
 * True if this account recognises transfers from the member's bank only by an English account name, and the member's
 * account name is not English. Source: R111.
 */
export const needsEnglishName = ({ bankCode, mode }: Pick<DepositBank, 'bankCode' | 'mode'>, own: BankAccount | null) =>
  bankCode === 'KBANK' && mode === 'AUTO' && own !== null && !canBeNamed(own.bank.code ?? '', own.bankAccountName)

/**
 * The ways to deposit. `qr` and `gift` contain the minimum deposit in satang. `qr` also contains the number of minutes
 * for which a code is valid. Both are additive. Source: R164–R166, R515, D-13.
 */
export const DepositWays = v.object({
  banks: rows(DepositBank),
  wallets: rows(v.object({ walletAccountName: secret(v.string()), mode: v.string() })),
  isManual: v.boolean(),
  qr: additive(v.object({ minimum: Baht, minutes: v.pipe(v.number(), v.minValue(1), v.maxValue(1440)) })),
  gift: additive(v.object({ minimum: Baht })),
})
export type DepositWays = v.InferOutput<typeof DepositWays>

export const depositCalls = { 'lookup.deposit': read('GET /api/lookup/deposit', none, DepositWays) }
