import * as v from 'valibot'
import { change, done, read } from './call.ts'
import type { Effect } from './evidence.ts'
import { additive } from './field.ts'
import { none } from './lookup.ts'
import { Amount, Baht, negate, type Satang, satang } from './money.ts'
import { secret } from './text.ts'
import { parseAmount } from './typed.ts'

const filled = v.pipe(v.string(), v.minLength(1))

/**
 * The minimum and maximum of a single withdrawal, in satang. The other fields are additive (assumed), and texts are in
 * the player's language. Source: R114, R168, R578, R581, R660.
 */
export const WithdrawLimits = v.object({
  withdrawMin: Baht,
  withdrawMax: Baht,
  /** The usual time in minutes until the money arrives. */
  minutes: additive(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The reason why the member cannot withdraw now. */
  wait: additive(filled),
  /** The reason why the maximum is lower than usual. */
  note: additive(filled),
  /**
   * A warning that a withdrawal forfeits the bonus. If this text is present, an unreached turnover does not block the
   * withdrawal.
   */
  givesUp: additive(secret(filled)),
})
export type WithdrawLimits = v.InferOutput<typeof WithdrawLimits>

/** Returns the effect of a withdrawal of `amount`. */
export const withdrawEffect = ({ amount }: { amount: Satang }): Effect => ({
  main: negate(amount),
  games: satang(0),
  statementType: 'withdraw',
})

/**
 * The reason why an amount cannot be withdrawn. `empty`: no amount is typed. `balance`: the amount exceeds the balance
 * of the main wallet. `minimum`, `maximum`: the amount is below the minimum or above the maximum. Source: R267–R268.
 */
export type WithdrawProblem = 'empty' | 'balance' | 'minimum' | 'maximum'

/**
 * Returns the reason why the typed amount cannot be withdrawn, or null if it can be. `balance` is the balance of the
 * main wallet in satang, or null if it is unknown or outdated. If it is null, only the server checks whether the
 * balance is sufficient.
 */
export function withdrawProblem(
  text: string,
  { withdrawMin, withdrawMax }: WithdrawLimits,
  balance: Satang | null,
): WithdrawProblem | null {
  const amount = parseAmount(text)
  if (amount === null || amount === 0) return 'empty'
  if (balance !== null && amount > balance) return 'balance'
  if (amount < withdrawMin) return 'minimum'
  return amount > withdrawMax ? 'maximum' : null
}

const input = v.strictObject({ amount: Amount })

export const withdrawCalls = {
  'lookup.withdraw': read('GET /api/lookup/withdraw', none, WithdrawLimits),
  /**
   * While a bonus is active, an amount less than the whole balance is refused with BONUS_CONDITION. The same applies to
   * `wallet.withdraw` (D-20, R25).
   */
  'wallet.withdrawAll': change('POST /api/wallet/withdrawAll', input, done),
  /** A plain withdrawal. No screen uses this call (D-20). */
  'wallet.withdraw': change('POST /api/wallet/withdraw', input, done),
  /**
   * Credits the caller's wallet in the sandbox. Refused with KEY_INVALID elsewhere. No screen uses this call (D-19).
   */
  'wallet.add': change('POST /api/wallet/add', input, done),
}
