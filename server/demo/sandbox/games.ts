import { and, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import type { Satang } from '#contract/money.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { gameLogins, games } from '#server/core/schema/games.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts } from '#server/core/schema/money.ts'
import type { World } from '#server/core/world.ts'
import { play } from '#server/domain/play.ts'
import { newLogin, newPassword } from '../game-login.ts'
import { BahtText, sentForm } from './form.ts'
import { type Game, loginPage, placeOf, playPage } from './game-page.ts'
import { createPasses } from './passes.ts'
import { Troubles } from './troubles.ts'

/** How long a game link is valid, and how long a player stays signed in to a game, in ms (assumed). */
const LINK_TIME = 60_000
const PLAY_TIME = 30 * 60_000
/** The game that is opened with a form. Source: R163, D-26. */
const FORM_GAME = 'ufabet'
const COOKIE = 'play'

const text = v.pipe(v.string(), v.maxLength(200))
const Login = v.object({ username: text, password: text })
const Play = v.object({ outcome: v.picklist(['win', 'lose']), amount: BahtText })

type Player = { memberId: string; gameCode: string; username: string }
type GameWorld = Pick<World, 'moveIntoGame' | 'openGame' | 'gameCredentials' | 'resetGamePassword' | 'gameLink'>

/** The simulated game providers: their adapters, pages and faults. */
export function createGames({ database, now }: { database: () => Db; now: () => number }): {
  world: GameWorld
  pages: Hono
  state: { isOutage: boolean; troubles: Troubles }
} {
  const state = { isOutage: false, troubles: v.parse(Troubles, {}) }
  const tickets = createPasses<Player>(now, LINK_TIME)
  const sessions = createPasses<Player>(now, PLAY_TIME)

  const tryTo = (kind: keyof Troubles) => {
    const word = state.troubles[kind]
    if (word !== 'works') throw new ApiError(word)
  }
  const findIn = (gameCode: string) => {
    if (gameCode === 'areaslot' || gameCode === 'ufabet') tryTo(gameCode)
  }
  const own = ({ memberId, gameCode }: Omit<Player, 'username'>) =>
    and(eq(gameLogins.memberId, memberId), eq(gameLogins.gameCode, gameCode))

  const world: GameWorld = {
    // Game balances live in the ledger, so there is nothing else to move.
    moveIntoGame: async () => {
      if (state.isOutage) throw new ApiError('TRANSFER_FAIL')
    },
    openGame: async ({ memberId, gameCode }) => {
      tryTo('opening')
      findIn(gameCode)
      await database()
        .insert(gameLogins)
        .values({ memberId, gameCode, ...newLogin(gameCode) })
        .onConflictDoNothing()
    },
    gameCredentials: async (player) => {
      findIn(player.gameCode)
      const { username, password } = gameLogins
      const [login] = await database().select({ username, password }).from(gameLogins).where(own(player))
      if (!login) throw new ApiError('SLOT_NO_ACCOUNT', 404)
      const event = { action: `${placeOf(player.gameCode)}/login`, method: 'POST', fields: login }
      return player.gameCode === FORM_GAME ? { ...login, event } : login
    },
    resetGamePassword: async (player) => {
      tryTo('reset')
      const changed = await database()
        .update(gameLogins)
        .set({ password: newPassword() })
        .where(own(player))
        .returning()
      if (changed.length === 0) throw new ApiError('SLOT_RESET_PASSWORD_FAIL')
    },
    gameLink: async ({ memberId, gameCode, username }) =>
      `${placeOf(gameCode)}?ticket=${tickets.issue({ memberId, gameCode, username })}`,
  }

  const pages = new Hono()

  async function gameOf(c: Context) {
    const [game] = await database()
      .select()
      .from(games)
      .where(eq(games.code, c.req.param('code') ?? ''))
    if (!game) throw new ApiError('NO_DATA', 404)
    return game
  }
  /**
   * Signs the player in to the game in this browser, and redirects to the game. The game's address works only in this
   * browser.
   */
  function enter(c: Context, player: Player) {
    const path = placeOf(player.gameCode)
    setCookie(c, COOKIE, sessions.issue(player), { path, httpOnly: true, sameSite: 'Strict' })
    return c.redirect(path, 303)
  }
  const playerOf = (c: Context, gameCode: string): Player | null => {
    const player = sessions.find(getCookie(c, COOKIE) ?? '')
    return player?.gameCode === gameCode ? player : null
  }
  async function accountIn({ memberId, gameCode }: Player) {
    const [account] = await database()
      .select({ balance: accounts.balance, currency: members.currency })
      .from(accounts)
      .innerJoin(members, eq(members.id, accounts.memberId))
      .where(and(eq(accounts.memberId, memberId), eq(accounts.gameCode, gameCode)))
    if (!account) throw new ApiError('SLOT_NO_ACCOUNT', 404)
    return account
  }
  /** Books a stake. Returns false if the loss exceeds the balance. */
  async function book({ memberId, gameCode }: Player, stake: Satang, isWon: boolean): Promise<boolean> {
    try {
      await database().transaction((tx) => play(tx, { memberId, gameCode, stake, isWon }, new Date(now())))
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  async function show(c: Context, game: Game, player: Player, said: string | null = null) {
    const account = await accountIn(player)
    return c.html(playPage(game, { ...player, ...account }, said), said === null ? 200 : 400)
  }

  pages.get('/:code', async (c) => {
    const game = await gameOf(c)
    const ticket = c.req.query('ticket')
    if (ticket !== undefined) {
      const player = tickets.take(ticket)
      if (player?.gameCode === game.code) return enter(c, player)
      return c.html(loginPage(game, 'This link was used already, or is over. Press Play again, or log in.'), 403)
    }
    const player = playerOf(c, game.code)
    return player ? show(c, game, player) : c.html(loginPage(game, null))
  })
  pages.post('/:code/login', async (c) => {
    const game = await gameOf(c)
    const { username, password } = await sentForm(c, Login)
    const sent = [eq(gameLogins.gameCode, game.code), eq(gameLogins.username, username)]
    const [player] = await database()
      .select()
      .from(gameLogins)
      .where(and(...sent, eq(gameLogins.password, password)))
    return player ? enter(c, player) : c.html(loginPage(game, 'Wrong username or password.'), 403)
  })
  pages.post('/:code/play', async (c) => {
    const game = await gameOf(c)
    const { outcome, amount } = await sentForm(c, Play)
    const player = playerOf(c, game.code)
    if (!player) return c.html(loginPage(game, 'You are not signed in any more.'), 403)
    if (await book(player, amount, outcome === 'win')) return c.redirect(placeOf(game.code), 303)
    return show(c, game, player, 'There is less than that in the game.')
  })
  return { world, pages, state }
}
