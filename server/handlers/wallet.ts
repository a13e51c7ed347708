import { and, asc, eq, getTableColumns, isNull, sql, sum } from 'drizzle-orm'
import { type Satang, satang } from '#contract/money.ts'
import type { walletCalls } from '#contract/wallet.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { inviteShares, userBonuses } from '#server/core/schema/rewards.ts'
import { bankOf } from '#server/domain/banks.ts'
import { BREAK, isExcluded } from '#server/domain/care.ts'
import { unreadMessages } from '#server/domain/chat.ts'
import { limitPrompt, promptAt } from '#server/domain/limit-prompt.ts'
import { INVITE_PERCENTS } from '#server/domain/reward.ts'
import { shownUnderWay, underWay, underWayAt } from '#server/domain/under-way.ts'
import type { Handlers } from './handler.ts'

const owner = sql.placeholder('owner')

/**
 * A game as PostgreSQL returns it. `amount` is the member's balance in satang, or null if the member has no account in
 * the game.
 */
type Slot = Omit<typeof games.$inferSelect, 'position'> & { amount: Satang | null }

/** Returns an SQL expression for all games in display order, as JSON. */
function slots(db: Db) {
  const { position, ...shown } = getTableColumns(games)
  const slot = db
    .select({ ...shown, amount: sql`${accounts.balance}`.as('amount') })
    .from(games)
    .leftJoin(accounts, and(eq(accounts.memberId, owner), eq(accounts.kind, 'game'), eq(accounts.gameCode, games.code)))
    .orderBy(asc(position))
  return sql<Slot[]>`(select coalesce(json_agg(slot), '[]') from (${slot}) as slot)`
}

/**
 * Returns the member, the main wallet and the games in one row. `invited`: the member's uncollected share of friends'
 * plays. `moving`: the pending and recently settled payments. `prompt`: the reason to ask about limits, or null.
 * `rest`: the member's last break from play. `turnover`: what is left of the active bonus's turnover, or null.
 * `unread`: the number of unread messages from support.
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
      balance: accounts.balance,
      invited: sql`coalesce((${invited}), 0)`.mapWith(readSatang),
      moving: underWay(db),
      prompt: limitPrompt(db),
      slots: slots(db),
      rest: BREAK,
      turnover: userBonuses.remaining,
      unread: unreadMessages(db, owner),
    })
    .from(members)
    .leftJoin(accounts, and(eq(accounts.memberId, members.id), eq(accounts.kind, 'wallet')))
    .leftJoin(userBonuses, and(eq(userBonuses.memberId, members.id), eq(userBonuses.isActive, true)))
    .where(eq(members.id, owner))
    .prepare('wallet')
})

/** The member's money. Source: R157–R162, R326–R327. */
export const walletHandlers: Pick<Handlers, keyof typeof walletCalls> = {
  'wallet.get': async (_, { db, owner, picture, now, switches }) => {
    const [found] = await walletOf(db).execute({ owner, ...underWayAt(now()), ...promptAt(now()) })
    if (!found) throw new Error('a signed-in member is gone')
    const { member, balance, invited, moving, prompt, slots, rest, turnover, unread } = found
    const { breakUntil: until } = rest
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
      slots: slots.map(({ logo, background, amount, ...game }) => ({
        ...game,
        logo: picture(logo),
        background: picture(background),
        isActive: amount !== null,
        amount: amount ?? satang(0),
      })),
      underWay: shownUnderWay(moving),
      ...(prompt && { limitPrompt: prompt }),
      ...(until && now() < until.getTime() && { breakUntil: until.toISOString() }),
      ...(turnover && !isExcluded(rest, now()) && { turnover }),
      ...(unread > 0 && (await switches(db)).enableChatWidget && { unreadMessages: unread }),
    }
  },
  /**
   * Game balances are kept in this ledger, so there is nothing to fetch. An operator would query the game providers
   * here (R385).
   */
  'wallet.refresh': async () => ({}),
}
