import * as v from 'valibot'
import { fromCallback } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import { GameDeed, gameCalls, NOT_OPENED, passwordLogin, userLogin } from '#contract/game.ts'
import type { Satang } from '#contract/money.ts'
import { fillEffect, transferCalls } from '#contract/transfer.ts'
import { isRead, type Slot } from '#contract/wallet.ts'
import { gameAccountMachine } from '#machines/game-account.machine.ts'
import type { Attempt } from '#machines/lib/attempt.ts'
import { request, wire } from '#src/api/request.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { GAME_HOSTS, GAMES_IN_NEW_TAB } from '#src/lib/game-build.ts'
import { clearCredentials, credentialsFor, holdCredentials } from '#src/lib/game-secret.ts'
import { pendingOf } from '#src/lib/pending.ts'
import { parseUrl, serverUrl } from '#src/lib/safe-url.ts'
import { closeTab, leadTab, openTab, postForm } from '#src/lib/tab.ts'
import { warn } from '#src/lib/warn.ts'
import { type EffectOf, keptAttempt, type ReadOwn } from './attempt.ts'
import { requestActor } from './call.ts'

type Game = Pick<Slot, 'code' | 'web'>

const nameOf = ({ code }: { code: string }) => `game.${code}`
const Kept = v.object({ key: v.string(), input: GameDeed })

/** Returns the operation on this game that was confirmed in this tab and whose outcome is still unknown, or null. */
export const pendingDeed = (code: string) => pendingOf(nameOf({ code }), Kept)

const deed = requestActor<{ amount?: Satang | undefined }, Attempt<GameDeed>>(
  ({ key, input: { deed, code } }, signal) => {
    if (deed === 'fill') return request(transferCalls['wallet.transferAll'], { to: code, key }, signal)
    return request(gameCalls[deed === 'activate' ? 'wallet.activate' : 'wallet.resetpassword'], { code, key }, signal)
  },
)

export const readGame: ReadOwn<GameDeed> = async ({ overview, input: { deed, code } }) => {
  // a password reset changes none of the readable data, and the balances already show whether a game was filled
  if (deed !== 'activate') return null
  const slot = overview.slots.find((each) => each.code === code)
  return slot && isRead(slot) ? { of: 'game', isActive: slot.isActive } : null
}

/**
 * Returns the effect of filling a game. The other operations move no money, so the balances prove nothing about them.
 */
export const gameEffect: EffectOf<GameDeed> = ({ deed }, before) => (deed === 'fill' ? fillEffect(before) : null)

const credentials = requestActor(async ({ code }: { code: string }, signal) => {
  const found = await request(gameCalls['wallet.account'], { code }, signal)
  holdCredentials(code, found)
  return { username: found.username, hasForm: Boolean(found.event) }
})

/** Returns the address of a game, or null if only the game's apps can open it. Source: D-27. */
async function addressOf({ code, web }: Game, signal: AbortSignal): Promise<string | null> {
  const { username: user, password: pass } = credentialsFor(code)
  const withUser = userLogin(code)
  if (withUser) return (await request(gameCalls['autoLogin.user'], { provider: withUser, user }, signal)).link
  const withPass = passwordLogin(code)
  if (withPass) return (await request(gameCalls['autoLogin.password'], { provider: withPass, user, pass }, signal)).link
  return web
}

const refused = (code: string): Failure => ({ kind: 'refused', code, message: '' })

/**
 * Returns the address if it is on this site or on an allowed host. The operator's list of hosts, if there is one,
 * replaces the build's list. Rejects any other address with {@link NOT_OPENED} and reports its host, so that the
 * operator can allow it. Rejects every address while the operator's settings are unknown.
 */
async function allowed(code: string, address: string | null): Promise<string> {
  if (!address) throw refused('GAME_ACTIVATION_FAIL')
  const { settings } = await wire.site()
  const { gameHosts = GAME_HOSTS } = settings
  const url = serverUrl(address, { hosts: gameHosts })
  if (url) return url
  warn(`game ${code}: address not opened (${parseUrl(address)?.host || 'malformed'})`)
  throw refused(NOT_OPENED)
}

const enter = requestActor(async (game: Game, signal) => {
  const { event } = credentialsFor(game.code)
  if (event) {
    postForm({ ...event, action: await allowed(game.code, event.action) })
    return { link: null }
  }
  const url = await allowed(game.code, await addressOf(game, signal))
  if (GAMES_IN_NEW_TAB) return { link: leadTab(url) ? null : url }
  window.location.assign(url)
  return { link: null }
})

/** When the dialog closes, removes the password and closes a tab that is still empty. */
const vault = fromCallback(() => () => {
  clearCredentials()
  closeTab()
})

/** The game account machine, connected to the backend, the clipboard and the browser's tabs. */
export const gameAccountLogic = gameAccountMachine.provide({
  actors: {
    attempt: keptAttempt(deed, nameOf, { readOwn: readGame, effectOf: gameEffect }),
    vault,
    credentials,
    enter,
  },
  actions: {
    copy: ({ context: { code }, self }, what) => {
      void copyText(credentialsFor(code)[what]).then((isDone) => self.send({ type: 'copy.ended', isDone }))
    },
    openTab: () => (GAMES_IN_NEW_TAB ? openTab() : undefined),
    closeTab,
  },
})
