import { afterEach, expect, it, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { NOT_OPENED } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import type { SiteSettings } from '#contract/settings.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const LINK = 'https://game.example/?ticket=1'

/**
 * Plays a game in a build with these settings. Returns the failure, the number of opened tabs, and the addresses loaded
 * on this page and in the tab.
 */
async function play(
  setting: string,
  hosts = ' other.example, game.example ',
  settings: SiteSettings | Promise<never> = {},
) {
  vi.stubEnv('VITE_GAME_HOSTS', hosts)
  vi.stubEnv('VITE_GAME_NEW_TAB', setting)
  fakeWindow()
  const [open, assign, replace] = [vi.fn(), vi.fn(), vi.fn()]
  open.mockReturnValue({ closed: false, close: vi.fn(), location: { replace } })
  Object.assign(window, { open, location: { assign } })
  vi.resetModules()
  const [{ gameAccountLogic }, { wire }] = await Promise.all([
    import('#src/actors/game-account.ts'),
    import('#src/api/request.ts'),
  ])
  wire.token = () => 'T1'
  wire.fetch = async () => new Response(JSON.stringify({ username: 'u', password: 'p', link: LINK }))
  wire.site = async () => ({ ...SITE, settings: await settings })
  const ends = { wallet: listener().ref as never, toasts: listener().ref as never }
  const input = { code: 'pg', web: null, isActive: true, pending: null, ...ends }
  const actor = createActor(gameAccountLogic, { input }).start()
  await waitFor(actor, (s) => s.matches('ready'))
  actor.send({ type: 'game.play', moves: satang(0) })
  const { context } = await waitFor(actor, (s) => !s.hasTag('busy'))
  actor.stop()
  expect(context.link).toBeNull()
  return {
    failure: context.failure,
    opened: open.mock.calls.length,
    here: assign.mock.calls,
    there: replace.mock.calls,
  }
}
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each(['', '1'])('a build with the setting %j opens games in a new tab (R121, D-51)', async (setting) => {
  expect(await play(setting)).toEqual({ failure: null, opened: 1, here: [], there: [[LINK]] })
})

test('a build with new tabs turned off opens games in the current tab (R121, D-51)', async () => {
  expect(await play('0')).toEqual({ failure: null, opened: 0, here: [[LINK]], there: [] })
})

it.each(['', ' , '])(
  'a build that lists no game hosts (%j) opens any https address from the backend (R119, D-26)',
  async (hosts) => {
    expect((await play('1', hosts)).there).toEqual([[LINK]])
  },
)

it('the operator’s list of game hosts overrides the list in the build (R119, D-26)', async () => {
  const { failure, there } = await play('1', 'other.example', { gameHosts: ['game.example'] })
  expect(failure).toBeNull()
  expect(there).toEqual([[LINK]])
})

it.each([[['other.example']], [[]]])(
  'a game does not open if its host is not in the operator’s list: %j (R119, D-26)',
  async (gameHosts) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { failure, there } = await play('1', 'game.example', { gameHosts })
    expect(failure?.code).toBe(NOT_OPENED)
    expect(there).toEqual([])
    expect(warn.mock.calls).toEqual([['game pg: address not opened (game.example)']])
    warn.mockRestore()
  },
)

it.each(['', 'game.example'])(
  "no game opens while the operator's list of hosts is unknown, whatever the build lists: %j (R119, D-26)",
  async (hosts) => {
    const lost = Promise.reject(noAnswer)
    lost.catch(() => {}) // prevents an unhandled rejection
    const { failure, there } = await play('1', hosts, lost)
    expect(failure).toEqual(noAnswer)
    expect(there).toEqual([])
  },
)
