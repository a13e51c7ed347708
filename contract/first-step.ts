import { DAY } from './limits.ts'
import { isRead, type Slot, type WalletOverview } from './wallet.ts'

/**
 * The first steps of a newcomer, in order: deposit money into the main wallet, open an account in a game, and play the
 * game that is open.
 */
export type FirstStep = { step: 'deposit' | 'open' } | { step: 'play'; game: Slot }

/**
 * Returns the next step of a member who has no money in any readable game. A member without a game account is asked to
 * deposit or to open an account. On the day of the registration, a member with an account is asked to play. `at` is the
 * time of the overview, in epoch ms. Returns null for all other members, and also if no game is readable or the first
 * deposit is pending. Source: R601.
 */
export function firstStep(
  { profile, wallet, slots, underWay = [] }: Pick<WalletOverview, 'profile' | 'wallet' | 'slots' | 'underWay'>,
  at: number,
): FirstStep | null {
  const games = slots.filter(isRead)
  if (games.length === 0 || games.some(({ amount }) => amount !== 0)) return null
  const game = games.find(({ isActive }) => isActive)
  const isNew = at - Date.parse(profile.createdAt) < DAY
  if (game) return isNew && wallet.amount > 0 ? { step: 'play', game } : null
  if (wallet.amount > 0) return { step: 'open' }
  return underWay.some((row) => row?.status === 'PENDING' && row.kind !== 'withdraw') ? null : { step: 'deposit' }
}
