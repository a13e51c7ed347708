import * as v from 'valibot'
import { change, done } from './call.ts'
import type { Effect, Position } from './evidence.ts'
import { additive } from './field.ts'
import { Amount, Baht, negate, type Satang, satang } from './money.ts'
import type { SiteSettings } from './settings.ts'
import { parseAmount } from './typed.ts'
import { isRead, type WalletOverview } from './wallet.ts'

/** The code that represents the main wallet in a transfer. A game is represented by its own code. Source: R332. */
export const WALLET = 'WALLET'
/** The minimum transfer if the operator sets none: 1 baht. Source: R266, R514. */
export const TRANSFER_MIN: Satang = satang(100)

/**
 * A place that holds money: the main wallet or an open game account. `amount` is in satang, and `art` is the address of
 * a picture.
 */
export type Place = { code: string; name: string; amount: Satang; art: string | null }

/** Returns all of a member's places. The main wallet comes first, under the name `walletName`. */
export const placesOf = ({ wallet, slots }: WalletOverview, walletName: string): Place[] => [
  { code: WALLET, name: walletName, amount: wallet.amount, art: null },
  ...slots
    .filter(isRead)
    .filter(({ isActive }) => isActive)
    .map(({ code, name, amount, background }) => ({ code, name, amount, art: background })),
]

/** A transfer as the player typed it. `text` is the typed amount. */
export type TypedTransfer = { from: string; to: string; text: string }
/**
 * The reason why a transfer is invalid. `unchosen`: the source or the destination is missing. `same`: source and
 * destination are equal. `bound`: a bonus keeps the money in the games. `least`: the amount is missing or below the
 * minimum. Source: R264–R266, R665.
 */
export type TransferProblem = 'unchosen' | 'same' | 'bound' | 'least'
/**
 * The limits of a transfer: the minimum amount in satang, and the turnover that keeps money in the games, or undefined
 * if nothing does.
 */
export type TransferLimits = { least: Satang; turnover?: Satang | undefined }

/** True if a bonus keeps the money of the source in the games. */
export const isBound = (from: string, { turnover = satang(0) }: Pick<TransferLimits, 'turnover'>): boolean =>
  turnover > 0 && from !== '' && from !== WALLET

/**
 * Returns the reason why a transfer is invalid, or null if it is valid. Only the server checks the balance.
 * Source: R264–R266, R277, R665.
 */
export function transferProblem({ from, to, text }: TypedTransfer, limits: TransferLimits): TransferProblem | null {
  if (!from || !to) return 'unchosen'
  if (from === to) return 'same'
  if (isBound(from, limits)) return 'bound'
  const amount = parseAmount(text)
  return amount === null || amount < limits.least ? 'least' : null
}

/**
 * Returns the operator's minimum transfer in satang, or the spec's minimum if the operator's is missing or 0.
 * Source: R264.
 */
export const leastTransfer = ({ transferMin }: Pick<SiteSettings, 'transferMin'>): Satang => transferMin || TRANSFER_MIN

/**
 * Returns the effect of a transfer of `amount`. Returns null for a transfer between two games, because it changes
 * neither the main wallet nor the games' total.
 */
export function transferEffect({ from, to, amount }: { from: string; to: string; amount: Satang }): Effect | null {
  if (from === WALLET) return { main: negate(amount), games: amount, statementType: 'transfer' }
  return to === WALLET ? { main: amount, games: negate(amount), statementType: 'transfer' } : null
}

/** Returns the effect of moving the whole main wallet into a game, or null if the balance of the wallet is unknown. */
export const fillEffect = (before: Position | null): Effect | null =>
  before && { main: negate(before.main), games: before.main, statementType: 'transfer' }

const place = v.pipe(v.string(), v.minLength(1), v.maxLength(64))

export const transferCalls = {
  /**
   * Transfers money between the main wallet and a game, or between two games. Refused with TRANSFER_MINIMUM,
   * MONEY_NOT_ENOUGH, NO_GAME, NO_WALLET, SLOT_NO_ACCOUNT, TRANSFER_FAIL (the money is in the main wallet) or
   * TRANSFER_REFUSED (the money is still in the game).
   */
  'wallet.transfer': change(
    'POST /api/wallet/transfer',
    v.strictObject({ from: place, to: place, amount: Amount }),
    done,
  ),
  /** Moves the whole main wallet into a game. `amount` in the reply is the amount moved (additive). */
  'wallet.transferAll': change(
    'POST /api/wallet/transferAll',
    v.strictObject({ to: place }),
    v.fallback(v.object({ amount: additive(Baht) }), {}),
  ),
}
