import { eq } from 'drizzle-orm'
import { negate, type Satang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { inviteShares, plays } from '#server/core/schema/rewards.ts'
import { accountOf, findAccount, lockMembers, post } from './ledger.ts'
import { INVITE_PERCENTS, rewardOf, stakesOf } from './reward.ts'
import { countDown } from './turnover.ts'

/** One play of a member in a game. `stake` is in satang. */
export type Play = { memberId: string; gameCode: string; stake: Satang; isWon: boolean }

/**
 * Books a play reported by an operator's game adapter. Takes a lost stake from the game account, or adds a won stake to
 * it. The play counts towards the turnover of the member's bonus, the refund and the inviter's share. Books nothing and
 * throws SLOT_NO_ACCOUNT if the member has no account in the game, or MONEY_NOT_ENOUGH if the loss exceeds the balance.
 * Source: R7, R8, D-16, D-55.
 */
export async function play(tx: Db, { memberId, gameCode, stake, isWon }: Play, at: Date): Promise<void> {
  const [member] = await tx.select({ inviterId: members.inviterId }).from(members).where(eq(members.id, memberId))
  const inviterId = member?.inviterId
  // Rewards also lock the member or the inviter, so no reward counts plays while this play is being written.
  await lockMembers(tx, inviterId ? [memberId, inviterId] : [memberId])
  const outside = await accountOf(tx, { kind: 'outside' })
  const game = await findAccount(tx, { kind: 'game', memberId, gameCode })
  if (game === null) throw new ApiError('SLOT_NO_ACCOUNT', 404)
  const won = isWon ? stake : negate(stake)
  const postings = [
    { account: outside, amount: negate(won) },
    { account: game, amount: won },
  ]
  await post(tx, { memberId, by: { actor: 'game', cause: gameCode }, reason: 'game', at, postings })
  const [added] = await tx.insert(plays).values({ memberId, gameCode, stake, isWon, at }).returning({ id: plays.id })
  if (!added) throw new Error('no play added')
  const stakes = stakesOf({ stake, isWon })
  await countDown(tx, memberId, stakes)
  if (!inviterId) return
  const share = { inviterId, inviteeId: memberId, amount: rewardOf(stakes, INVITE_PERCENTS) }
  await tx.insert(inviteShares).values({ ...share, playId: added.id })
}
