import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { inviteCalls } from '#contract/invite.ts'
import { toBaht } from '#contract/money.ts'
import { bannersOf, INVITE_BANNERS, REWARD_NAMES } from '../banners.ts'
import type { Handlers } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { give, lockWallet } from '../reward.ts'
import { members } from '../schema/members.ts'
import { inviteShares } from '../schema/rewards.ts'
import { readSwitches } from '../switches.ts'

/** Invited friends, and what their play brings. Source: R7, R122–R123, R169, R340–R342, D-33, D-55. */
export const inviteHandlers: Pick<Handlers, keyof typeof inviteCalls> = {
  'invite.list': async ({ page, limit }, { db, owner }) => {
    const invited = eq(members.inviterId, owner)
    const friends = await db
      .select({
        name: members.name,
        createdAt: members.createdAt,
        amount: sql<number>`coalesce(sum(${inviteShares.amount}), 0)`.mapWith(Number),
      })
      .from(members)
      .leftJoin(inviteShares, eq(inviteShares.inviteeId, members.id))
      .where(invited)
      .groupBy(members.id)
      .orderBy(desc(members.createdAt), desc(members.id))
      .limit(limit)
      .offset((page - 1) * limit)
    return {
      total: await db.$count(members, invited),
      invites: friends.map(({ name, amount, createdAt }) => ({
        from: { name },
        amount: toBaht(amount),
        createdAt: createdAt.toISOString(),
      })),
    }
  },
  'invite.banners': async (_, { db, language }) => bannersOf(INVITE_BANNERS, language, db),
  'invite.bonus': async (_, { db, owner, now, language, world, request }) => {
    if (!(await readSwitches(db)).inviteActive) throw new Refusal('INVITE_INACTIVE', 403)
    if ((await db.$count(members, eq(members.inviterId, owner))) === 0) throw new Refusal('NO_INVITE_BONUS', 404)
    await lockWallet(db, owner)
    if ((await db.$count(inviteShares, eq(inviteShares.inviterId, owner))) === 0)
      throw new Refusal('NO_INVITEE_PLAY_INFO', 404)
    const at = new Date(now())
    const shares = await db
      .update(inviteShares)
      .set({ collectedAt: at })
      .where(and(eq(inviteShares.inviterId, owner), isNull(inviteShares.collectedAt)))
      .returning({ playId: inviteShares.playId, amount: inviteShares.amount })
    const amount = shares.reduce((sum, share) => sum + share.amount, 0)
    if (amount === 0) throw new Refusal('INVITE_COLLECT', 409)
    await world.allowInviteBonus({ memberId: owner, amount, request })
    // No two collections have the same newest play.
    const reference = String(shares.reduce((newest, { playId }) => Math.max(newest, playId), 0))
    const reward = { memberId: owner, link: 'invite', description: REWARD_NAMES.invite[language], amount } as const
    await give(db, { ...reward, reference }, at)
    return { message: 'INVITE_BONUS_SUCCESS' }
  },
}
