import * as v from 'valibot'
import { change } from './call.ts'
import type { DepositWays } from './deposit.ts'
import { Baht } from './money.ts'
import { readable } from './rows.ts'
import { secret } from './text.ts'

/** The separator between the gift link and the wallet's account name before both are encrypted. Source: R339. */
export const GIFT_SEPARATOR = '::'
/** The default key of the wire format if the build sets none; it hides nothing from anybody (D-42). */
export const GIFT_KEY = 'krapao'

/** The account name for a gift link: of the first wallet in mode AUTO, else of the first. Source: D-42. */
export const giftWallet = ({ wallets }: Pick<DepositWays, 'wallets'>): string | null =>
  (wallets.find((wallet) => wallet?.mode === 'AUTO') ?? readable(wallets)[0])?.walletAccountName ?? null

export const giftCalls = {
  /** Refused: TRUELINK_DUPLICATE, TRUELINK_INVALID, NO_WALLET; `amount` (additive, baht) is the amount received. */
  'wallet.truelink': change(
    'POST /api/wallet/truelink',
    v.strictObject({ link: secret(v.pipe(v.string(), v.minLength(1), v.maxLength(4_000))) }),
    v.fallback(v.object({ amount: v.optional(Baht) }), {}),
  ),
}
