import { negate, type Satang, satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import type { STATEMENT_LINKS } from '#server/core/schema/money.ts'
import type { By } from './audit-log.ts'
import { accountOf, lockAccounts, lockMembers, post } from './ledger.ts'
import { record } from './statement.ts'

/** The percentages of won and lost stakes that count. */
export type Percents = { success: number; fail: number }
/** The sums of the won and the lost stakes, in satang. */
export type Stakes = { won: Satang; lost: Satang }

/** Converts a single stake to {@link Stakes}. */
export const stakesOf = ({ stake, isWon }: { stake: Satang; isWon: boolean }): Stakes =>
  isWon ? { won: stake, lost: satang(0) } : { won: satang(0), lost: stake }

/** Returns the reward for won and lost stakes at the given percentages, rounded down to whole satang. */
export const rewardOf = ({ won, lost }: Stakes, { success, fail }: Percents): Satang =>
  satang(Math.floor((won * success + lost * fail) / 100))

/** The percentages of an invited friend's stakes that the inviter receives. Source: D-55 (values assumed). */
export const INVITE_PERCENTS: Percents = { success: 1, fail: 5 }
/** The percentages of a member's own stakes that are refunded. Source: D-55 (values assumed). */
export const REFUND_PERCENTS: Percents = { success: 1, fail: 5 }

type Link = (typeof STATEMENT_LINKS)[number]
/** A reward of `amount` satang. `reference` identifies it permanently, so that it is credited only once. */
export type Reward = { memberId: string; by: By; link: Link; description: string; reference: string; amount: Satang }

/**
 * Locks a member and their main wallet, so that the member's rewards and plays run one after the other. Data read after
 * this call stays valid until the transaction ends.
 */
export async function lockWallet(tx: Db, memberId: string): Promise<void> {
  await lockMembers(tx, [memberId])
  await lockAccounts(tx, [await accountOf(tx, { kind: 'wallet', memberId })])
}

/** Credits a reward to the main wallet. Throws if its reference was used before. Source: R175–R176, R385. */
export async function give(tx: Db, { memberId, by, link, description, reference, amount }: Reward, at: Date) {
  const outside = await accountOf(tx, { kind: 'outside' })
  const wallet = await accountOf(tx, { kind: 'wallet', memberId })
  const entryId = await post(tx, {
    memberId,
    by,
    reason: 'reward',
    at,
    reference: `${link}:${reference}`,
    postings: [
      { account: outside, amount: negate(amount) },
      { account: wallet, amount },
    ],
  })
  const row = { type: 'bonus', status: 'SUCCESS', from: link.toUpperCase(), to: WALLET } as const
  if (entryId === null) throw new Error(`${link} was given already`)
  await record(tx, { ...row, memberId, amount, createdAt: at, link, description, entryId })
}
