import { isRead, type WalletOverview } from './wallet.ts'

/** The first steps of a newcomer, in order: deposit money into the main wallet, then open an account in a game. */
export type FirstStep = 'deposit' | 'open'

/**
 * Returns the next step of a member who has neither an account nor money in any readable game. Returns null for all
 * other members, and also if no game is readable or the first deposit is pending. Source: R601.
 */
export function firstStep({
  wallet,
  slots,
  underWay = [],
}: Pick<WalletOverview, 'wallet' | 'slots' | 'underWay'>): FirstStep | null {
  const games = slots.filter(isRead)
  if (games.length === 0 || games.some(({ isActive, amount }) => isActive || amount !== 0)) return null
  if (wallet.amount > 0) return 'open'
  return underWay.some((row) => row?.status === 'PENDING' && row.kind !== 'withdraw') ? null : 'deposit'
}
