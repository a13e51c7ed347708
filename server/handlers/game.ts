import { eq } from 'drizzle-orm'
import type { Credentials, gameCalls } from '#contract/game.ts'
import type { Handlers, Tools } from '../call.ts'
import { gameAccountOf } from '../game-account.ts'
import { openAccount } from '../ledger.ts'
import { Refusal, withoutWords } from '../refusal.ts'
import { games } from '../schema/games.ts'
import type { GamePlayer } from '../world.ts'

/** The member as a player with an open account. Refuses with NO_GAME or SLOT_NO_ACCOUNT. */
async function playerOf(tools: Tools, gameCode: string): Promise<GamePlayer> {
  await gameAccountOf(tools, gameCode)
  return { db: tools.db, memberId: tools.owner, gameCode }
}

const credentialsOf = ({ world }: Tools, player: GamePlayer): Promise<Credentials> =>
  world.gameCredentials(player).catch(withoutWords)

/** Anybody else's username, and a wrong password, are told as no account at all: SLOT_NO_ACCOUNT. */
async function linkOf(tools: Tools, gameCode: string, sent: { username: string; password?: string }) {
  const player = await playerOf(tools, gameCode)
  const { username, password } = await credentialsOf(tools, player)
  const isOwn = sent.username === username && (sent.password ?? password) === password
  if (!isOwn) throw new Refusal('SLOT_NO_ACCOUNT', 404)
  return { link: await tools.world.gameLink({ ...player, ...sent }).catch(withoutWords) }
}

/** Accounts in games, what a member plays with, and the ways in. Source: R163, R210–R212, R328–R330, R357–R358. */
export const gameHandlers: Pick<Handlers, keyof typeof gameCalls> = {
  'wallet.activate': async ({ code }, { db, owner, request, world }) => {
    if ((await db.$count(games, eq(games.code, code))) === 0) throw new Refusal('NO_GAME', 404)
    // Who opens it at the same time waits here, so that the game is not asked for two.
    const account = await openAccount(db, { kind: 'game', memberId: owner, gameCode: code })
    if (account === null) throw new Refusal('SLOT_ALREADY_ACTIVE', 409)
    await world.openGame({ db, memberId: owner, gameCode: code, request }).catch(withoutWords)
    return {}
  },
  'wallet.account': async ({ code }, tools) => credentialsOf(tools, await playerOf(tools, code)),
  'wallet.resetpassword': async ({ code }, tools) => {
    const player = await playerOf(tools, code)
    await tools.world.resetGamePassword({ ...player, request: tools.request }).catch(withoutWords)
    return {}
  },
  'autoLogin.user': ({ provider, user }, tools) => linkOf(tools, provider, { username: user }),
  'autoLogin.password': ({ provider, user, pass }, tools) =>
    linkOf(tools, provider, { username: user, password: pass }),
}
