import * as v from 'valibot'
import { change } from './call.ts'
import type { DepositWays } from './deposit.ts'
import { additive } from './field.ts'
import { Baht, type Satang, satang } from './money.ts'
import { secret } from './text.ts'

/** The minimum amount of a gift link if the backend sends none: 2 baht. Source: R515. */
export const GIFT_MIN: Satang = satang(200)
/** The separator between the gift link and the wallet's account name, which are encrypted together. Source: R339. */
export const GIFT_SEPARATOR = '::'
/**
 * The default passphrase for encrypting gift links, used if the build sets none. Anyone can read it in the source, so
 * it provides no secrecy (D-42).
 */
export const GIFT_KEY = 'krapao'

/**
 * Returns the account name of the wallet to use for a gift link: the first wallet in AUTO mode, or else the first
 * wallet. Returns null if there is no wallet, or if an unreadable wallet may be the one in AUTO mode. Source: D-42.
 */
export function giftWallet({ wallets }: Pick<DepositWays, 'wallets'>): string | null {
  const automatic = wallets.find((wallet) => wallet?.mode === 'AUTO')
  const wallet = automatic ?? (wallets.includes(null) ? null : wallets[0])
  return wallet?.walletAccountName ?? null
}

/** Returns the operator's minimum amount for a gift link in satang, or {@link GIFT_MIN} if it is missing or 0. */
export const leastGift = (ways: Pick<DepositWays, 'gift'> | null): Satang => ways?.gift?.minimum || GIFT_MIN

/** True if no wallet can be chosen for a gift link, because one of them could not be read. */
export const isGiftUnread = (ways: Pick<DepositWays, 'wallets'>): boolean =>
  giftWallet(ways) === null && ways.wallets.includes(null)

export const giftCalls = {
  /**
   * Redeems a gift link. Refused with TRUELINK_DUPLICATE, TRUELINK_INVALID or NO_WALLET. Both fields of the reply are
   * additive: `amount` is the amount received, and `isHeld` is true if that amount is held because it exceeds a deposit
   * limit.
   */
  'wallet.truelink': change(
    'POST /api/wallet/truelink',
    v.strictObject({ link: secret(v.pipe(v.string(), v.minLength(1), v.maxLength(4_000))) }),
    v.fallback(v.object({ amount: additive(Baht), isHeld: additive(v.boolean()) }), {}),
  ),
}
