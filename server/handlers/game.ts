import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Credentials, gameCalls } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import { games } from '#server/core/schema/games.ts'
import type { GamePlayer } from '#server/core/world.ts'
import { expectMayPlay, expectPlay } from '#server/domain/care.ts'
import { gameAccountOf } from '#server/domain/game-account.ts'
import { findAccount, openAccount } from '#server/domain/ledger.ts'
import { expectLossRoom, expectWithin } from '#server/domain/loss-limit.ts'
import { lockSubject, operation } from '#server/domain/operation.ts'
import { expectTime } from '#server/domain/time-limit.ts'
import type { Handlers } from './handler.ts'

/**
 * Returns the caller as a player with an account in the game. Throws NO_GAME or SLOT_NO_ACCOUNT if there is no such
 * game or account, PLAY_BREAK during a break, and TIME_LIMIT or LOSS_LIMIT if such a limit is reached.
 */
async function playerOf(context: HandlerContext, gameCode: string): Promise<GamePlayer> {
  const { breakUntil, room, from } = await gameAccountOf(context, gameCode)
  expectPlay(breakUntil, context)
  expectTime(from, context)
  expectWithin(room, satang(0), context)
  return { memberId: context.owner, gameCode }
}

const credentialsOf = ({ gateways }: HandlerContext, player: GamePlayer): Promise<Credentials> =>
  gateways.credentials(player)

/**
 * Returns a link that opens the game for the caller. Throws the same errors as {@link playerOf}, and SLOT_NO_ACCOUNT if
 * the username or password is not the caller's.
 */
async function linkOf(context: HandlerContext, gameCode: string, sent: { username: string; password?: string }) {
  const player = await playerOf(context, gameCode)
  const { username, password } = await credentialsOf(context, player)
  const isOwn = sent.username === username && (sent.password ?? password) === password
  if (!isOwn) throw new ApiError('SLOT_NO_ACCOUNT', 404)
  return { link: await context.gateways.link({ ...player, ...sent }) }
}

const alreadyActive = () => new ApiError('SLOT_ALREADY_ACTIVE', 409)
const OfGame = v.object({ gameCode: v.string() })

/** Opens the ledger account for a game once the game has opened the member's account on its side. Source: R472–R480. */
export const open = operation('open', OfGame, async (tx, { owner, payload: { gameCode } }, { refusal }) => {
  if (refusal) return refusal
  await openAccount(tx, { kind: 'game', memberId: owner, gameCode })
  return {}
})

/** Sets a new password for the player in a game. The ledger does not change, so there is nothing to book. */
export const reset = operation('reset', OfGame, async (_tx, _booking, { refusal }) => refusal ?? {})

/** Game accounts, their credentials, and logging in to games. Source: R163, R210–R212, R328–R330, R357–R358, R575. */
export const gameHandlers: Pick<Handlers, keyof typeof gameCalls> = {
  'wallet.activate': async ({ code: gameCode }, context) => {
    const { db, owner } = context
    if ((await db.$count(games, eq(games.code, gameCode))) === 0) throw new ApiError('NO_GAME', 404)
    const subject = `open ${owner} ${gameCode}`
    await lockSubject(db, subject)
    await expectMayPlay(context)
    await expectLossRoom(context, satang(0))
    if ((await findAccount(db, { kind: 'game', memberId: owner, gameCode })) !== null) throw alreadyActive()
    return open.order({ gameCode }, [{ call: 'openGame', input: { memberId: owner, gameCode } }], {
      subject: { name: subject, taken: alreadyActive() },
    })
  },
  'wallet.account': async ({ code }, context) => credentialsOf(context, await playerOf(context, code)),
  'wallet.resetpassword': async ({ code }, context) => {
    const player = await playerOf(context, code)
    return reset.order({ gameCode: code }, [{ call: 'resetGamePassword', input: player }])
  },
  'autoLogin.user': ({ provider, user }, context) => linkOf(context, provider, { username: user }),
  'autoLogin.password': ({ provider, user, pass }, context) =>
    linkOf(context, provider, { username: user, password: pass }),
}
