import * as v from 'valibot'
import { change } from './call.ts'
import type { DepositWays } from './deposit.ts'
import { additive } from './field.ts'
import { Baht, type Satang, satang } from './money.ts'
import { secret } from './text.ts'

/** A gift link's minimum amount if the backend sends none: 2 baht. Source: R515. */
export const GIFT_MIN: Satang = satang(200)
/** The separator between the gift link and the wallet's account name before both are encrypted. Source: R339. */
export const GIFT_SEPARATOR = '::'
/** The default key of the wire format if the build sets none; it keeps nothing secret (D-42). */
export const GIFT_KEY = 'krapao'

/**
 * The account name for a gift link: that of the first wallet in AUTO mode, else of the first wallet. Null if there is no
 * wallet, or if an unreadable one may be in AUTO mode. Source: D-42.
 */
export function giftWallet({ wallets }: Pick<DepositWays, 'wallets'>): string | null {
  const automatic = wallets.find((wallet) => wallet?.mode === 'AUTO')
  const wallet = automatic ?? (wallets.includes(null) ? null : wallets[0])
  return wallet?.walletAccountName ?? null
}

/** Returns the operator's minimum amount, in satang; {@link GIFT_MIN} if it is missing or 0. */
export const leastGift = (ways: Pick<DepositWays, 'gift'> | null): Satang => ways?.gift?.minimum || GIFT_MIN

/** True if an unreadable wallet is the reason why there is no account for a gift link. */
export const isGiftUnread = (ways: Pick<DepositWays, 'wallets'>): boolean =>
  giftWallet(ways) === null && ways.wallets.includes(null)

export const giftCalls = {
  /**
   * Refused: TRUELINK_DUPLICATE, TRUELINK_INVALID, NO_WALLET. Additive: `amount`, the amount received; `isHeld`, true if
   * it is held because it exceeds a deposit limit.
   */
  'wallet.truelink': change(
    'POST /api/wallet/truelink',
    v.strictObject({ link: secret(v.pipe(v.string(), v.minLength(1), v.maxLength(4_000))) }),
    v.fallback(v.object({ amount: additive(Baht), isHeld: additive(v.boolean()) }), {}),
  ),
}
