import { aliasedTable, and, asc, eq, isNull, sql, sum } from 'drizzle-orm'
import { satang } from '#contract/money.ts'
import type { walletCalls } from '#contract/wallet.ts'
import { prepared } from '#server/core/db.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { inviteShares } from '#server/core/schema/rewards.ts'
import { bankOf } from '#server/domain/banks.ts'
import { limitPrompt, promptAt } from '#server/domain/limit-prompt.ts'
import { INVITE_PERCENTS } from '#server/domain/reward.ts'
import { shownUnderWay, underWay, underWayAt } from '#server/domain/under-way.ts'
import type { Handlers } from './handler.ts'

const wallet = aliasedTable(accounts, 'wallet')
const owner = sql.placeholder('owner')

/**
 * Returns one row per game, in shelf order, each with the member and the main wallet. `invited`: the member's
 * uncollected share of friends' plays. `moving`: the money under way. `prompt`: why to ask about limits, or null.
 */
const walletOf = prepared((db) => {
  const { id, name, username, createdAt, coin, bankCode, bankAccountName, bankAccountNo, currency } = members
  const invited = db
    .select({ amount: sum(inviteShares.amount) })
    .from(inviteShares)
    .where(and(eq(inviteShares.inviterId, owner), isNull(inviteShares.collectedAt)))
  return db
    .select({
      member: { id, name, username, createdAt, coin, bankCode, bankAccountName, bankAccountNo, currency },
      balance: wallet.balance,
      invited: sql`coalesce((${invited}), 0)`.mapWith(readSatang),
      moving: underWay(db),
      prompt: limitPrompt(db),
      game: games,
      amount: accounts.balance,
    })
    .from(members)
    .leftJoin(wallet, and(eq(wallet.memberId, members.id), eq(wallet.kind, 'wallet')))
    .leftJoin(games, sql`true`)
    .leftJoin(
      accounts,
      and(eq(accounts.memberId, members.id), eq(accounts.kind, 'game'), eq(accounts.gameCode, games.code)),
    )
    .where(eq(members.id, owner))
    .orderBy(asc(games.position))
    .prepare('wallet')
})

/** The member's money. Source: R157–R162, R326–R327. */
export const walletHandlers: Pick<Handlers, keyof typeof walletCalls> = {
  'wallet.get': async (_, { db, owner, picture, now }) => {
    const places = await walletOf(db).execute({ owner, ...underWayAt(now()), ...promptAt(now()) })
    const [first] = places
    if (!first) throw new Error('a signed-in member is gone')
    const { member, balance, invited, moving, prompt } = first
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
        bank: { code: member.bankCode, ...bankOf(member.bankCode) },
        ...(member.currency && { currency: member.currency }),
      },
      wallet: { amount: balance ?? satang(0) },
      invite: { amount: invited, ...INVITE_PERCENTS },
      slots: places.flatMap(({ game, amount }) => {
        if (!game) return []
        const { position: _, logo, background, ...shown } = game
        const art = { logo: picture(logo), background: picture(background) }
        return [{ ...shown, ...art, isActive: amount !== null, amount: amount ?? satang(0) }]
      }),
      underWay: shownUnderWay(moving),
      ...(prompt && { limitPrompt: prompt }),
    }
  },
  /**
   * Game balances live in this ledger, so there is nothing to fetch; an operator would query the game providers here
   * (R385).
   */
  'wallet.refresh': async () => ({}),
}
