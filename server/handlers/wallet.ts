import { and, asc, eq, isNull, sum } from 'drizzle-orm'
import { type Satang, toBaht } from '#contract/money.ts'
import type { walletCalls } from '#contract/wallet.ts'
import type { Db } from '#server/core/db.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { inviteShares } from '#server/core/schema/rewards.ts'
import { bankOf } from '#server/domain/banks.ts'
import { INVITE_PERCENTS } from '#server/domain/reward.ts'
import type { Handlers } from './handler.ts'

/** What invited friends brought and is not collected yet, in satang. Source: R160. */
async function toCollect(db: Db, inviterId: string): Promise<Satang> {
  const [found] = await db
    .select({ amount: sum(inviteShares.amount).mapWith(Number) })
    .from(inviteShares)
    .where(and(eq(inviteShares.inviterId, inviterId), isNull(inviteShares.collectedAt)))
  return found?.amount ?? 0
}

/** The member's money. Source: R157–R162, R326–R327. */
export const walletHandlers: Pick<Handlers, keyof typeof walletCalls> = {
  'wallet.get': async (_, { db, owner }) => {
    const [found] = await db
      .select({ member: members, amount: accounts.balance })
      .from(members)
      .leftJoin(accounts, and(eq(accounts.memberId, members.id), eq(accounts.kind, 'wallet')))
      .where(eq(members.id, owner))
    if (!found) throw new Error('a signed-in member is gone')
    const { member, amount } = found
    const slots = await db
      .select({ game: games, amount: accounts.balance })
      .from(games)
      .leftJoin(accounts, and(eq(accounts.gameCode, games.code), eq(accounts.memberId, owner)))
      .orderBy(asc(games.position))
    return {
      profile: {
        _id: member.id,
        name: member.name,
        username: member.username,
        createdAt: member.createdAt.toISOString(),
        coin: member.coin,
      },
      bankAccount: {
        bankAccountName: member.bankAccountName,
        bankAccountNo: member.bankAccountNo,
        bank: { code: member.bankCode, nameTH: bankOf(member.bankCode).nameTH },
        ...(member.currency && { currency: member.currency }),
      },
      wallet: { amount: toBaht(amount ?? 0) },
      invite: { amount: toBaht(await toCollect(db, owner)), ...INVITE_PERCENTS },
      slots: slots.map(({ game: { position: _, ...game }, amount }) => ({
        ...game,
        isActive: amount !== null,
        amount: toBaht(amount ?? 0),
      })),
    }
  },
  /** Game balances live in this ledger, so there is nothing to fetch: an operator asks the game providers here (R385). */
  'wallet.refresh': async () => ({}),
}
