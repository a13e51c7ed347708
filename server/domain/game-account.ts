import { and, eq } from 'drizzle-orm'
import type { Satang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import { lossRoom } from './loss-limit.ts'
import { playableFrom } from './time-limit.ts'

/**
 * Returns the caller's account in the game `code`, the name of the game, and the limits on play: the end of the
 * caller's break, {@link lossRoom} and {@link playableFrom}. Throws NO_GAME if the game does not exist, and
 * SLOT_NO_ACCOUNT if the caller has no account in it. Source: R470, R474, R608, R638.
 */
export async function gameAccountOf(
  { db, owner, now }: HandlerContext,
  code: string,
): Promise<{ account: number; name: string; breakUntil: Date | null; room: Satang | null; from: Date | null }> {
  const room = lossRoom(db, owner, new Date(now())).as('room')
  const from = playableFrom(db, owner, new Date(now())).as('from')
  const [game] = await db
    .select({ name: games.name, account: accounts.id, breakUntil: members.breakUntil, room, from })
    .from(games)
    .innerJoin(members, eq(members.id, owner))
    .leftJoin(accounts, and(eq(accounts.gameCode, games.code), eq(accounts.memberId, owner)))
    .where(eq(games.code, code))
  if (!game) throw new ApiError('NO_GAME', 404)
  const { account } = game
  if (account === null) throw new ApiError('SLOT_NO_ACCOUNT', 404)
  return { ...game, account }
}

/** The order that moves `amount` satang into a member's account in a game, or out of it if `amount` is negative. */
export const moveIntoGame = (memberId: string, gameCode: string, amount: Satang) =>
  ({ call: 'moveIntoGame', input: { memberId, gameCode, amount } }) as const
