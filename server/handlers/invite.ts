import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { inviteCalls } from '#contract/invite.ts'
import { StoredSatang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import { readSatang } from '#server/core/schema/columns.ts'
import { members } from '#server/core/schema/members.ts'
import { inviteShares } from '#server/core/schema/rewards.ts'
import { bannersOf, INVITE_BANNERS, REWARD_NAMES } from '#server/domain/banners.ts'
import { operation } from '#server/domain/operation.ts'
import { give, lockWallet } from '#server/domain/reward.ts'
import type { Handlers } from './handler.ts'

const collected = () => new ApiError('INVITE_COLLECT', 409)
const toCollect = (owner: string) => and(eq(inviteShares.inviterId, owner), isNull(inviteShares.collectedAt))

/**
 * Credits the inviter's share of friends' plays up to `newest`, the newest play at the time of the request.
 * Source: R340.
 */
export const invite = operation(
  'invite',
  v.object({ newest: v.number(), amount: StoredSatang, description: v.string() }),
  async (tx, { id, owner, payload: { newest, amount, description }, now }, { refusal }) => {
    if (refusal) return refusal
    await lockWallet(tx, owner)
    await tx
      .update(inviteShares)
      .set({ collectedAt: now })
      .where(and(toCollect(owner), lte(inviteShares.playId, newest)))
    // Every credit has a different newest play, so the id of that play can serve as the reference.
    const reward = { memberId: owner, by: { actor: owner, cause: id }, link: 'invite', description, amount } as const
    await give(tx, { ...reward, reference: String(newest) }, now)
    return { message: 'INVITE_BONUS_SUCCESS' }
  },
)

/** Invited friends, and the inviter's share of their play. Source: R7, R122–R123, R169, R340–R342, D-33, D-55. */
export const inviteHandlers: Pick<Handlers, keyof typeof inviteCalls> = {
  'invite.list': async ({ page, limit }, { db, owner }) => {
    const invited = eq(members.inviterId, owner)
    const friends = db
      .select({
        id: members.id,
        name: members.name,
        createdAt: members.createdAt,
        amount: sql`coalesce(sum(${inviteShares.amount}), 0)`.mapWith(readSatang).as('amount'),
      })
      .from(members)
      .leftJoin(inviteShares, eq(inviteShares.inviteeId, members.id))
      .where(invited)
      .groupBy(members.id)
      .orderBy(desc(members.createdAt), desc(members.id))
      .limit(limit)
      .offset((page - 1) * limit)
      .as('friends')
    const counted = db
      .select({ total: count().as('total') })
      .from(members)
      .where(invited)
      .as('counted')
    const found = await db
      .select()
      .from(counted)
      .leftJoin(friends, sql`true`)
      .orderBy(desc(friends.createdAt), desc(friends.id))
    return {
      total: found[0]?.counted.total ?? 0,
      invites: found.flatMap(({ friends: friend }) =>
        friend
          ? [
              {
                from: { name: friend.name },
                amount: friend.amount,
                createdAt: friend.createdAt.toISOString(),
              },
            ]
          : [],
      ),
    }
  },
  'invite.banners': (_, context) => bannersOf(INVITE_BANNERS, context),
  'invite.bonus': async (_, { db, owner, language, switches }) => {
    if (!(await switches(db)).inviteActive) throw new ApiError('INVITE_INACTIVE', 403)
    if ((await db.$count(members, eq(members.inviterId, owner))) === 0) throw new ApiError('NO_INVITE_BONUS', 404)
    await lockWallet(db, owner)
    if ((await db.$count(inviteShares, eq(inviteShares.inviterId, owner))) === 0)
      throw new ApiError('NO_INVITEE_PLAY_INFO', 404)
    const [shares] = await db
      .select({
        amount: sql`coalesce(sum(${inviteShares.amount}), 0)`.mapWith(readSatang),
        newest: sql<number>`coalesce(max(${inviteShares.playId}), 0)`.mapWith(Number),
      })
      .from(inviteShares)
      .where(toCollect(owner))
    if (!shares?.amount) throw collected()
    const { amount, newest } = shares
    return invite.order(
      { newest, amount, description: REWARD_NAMES.invite[language] },
      [{ call: 'allowInviteBonus', input: { memberId: owner, amount } }],
      { subject: { name: `invite ${owner}`, taken: collected() } },
    )
  },
}
