import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { type Credentials, NOT_OPENED } from '#contract/game.ts'
import { satang } from '#contract/money.ts'
import type { gameAccountLogic } from '#src/actors/game-account.ts'
import { listener } from '#tests/kit/start.ts'

const HOST = 'game.example'
const LINK = `https://${HOST}/?ticket=1`
const WEB = `https://${HOST}/lobby`
const form = { action: `https://${HOST}/login`, method: 'POST', fields: { user: 'u', pass: 'p/1' } }

let actor: Actor<typeof gameAccountLogic> | undefined
/** The requested addresses. */
let asked: string[] = []
let tab: { closed: boolean; led: string[]; name: string } | null = null
let posted: { action: string; target: string }[] = []

type Game = { code: string; web?: string | null; event?: Credentials['event']; link?: string }

/** Plays a game in a build that allows one game host. `isLet`: whether the browser lets the tab open. */
async function play({ code, web = null, event = null, link = LINK }: Game, isLet = true) {
  vi.stubEnv('VITE_GAME_HOSTS', HOST)
  const [{ gameAccountLogic }, { wire }] = await Promise.all([
    import('#src/actors/game-account.ts'),
    import('#src/api/request.ts'),
  ])
  wire.token = () => 'T1'
  wire.fetch = async (url) => {
    asked.push(url)
    const reply = url.includes('/wallet/account/') ? { username: 'u ser', password: 'p/1', event } : { link }
    return new Response(JSON.stringify(reply))
  }
  const opened = { closed: false, led: [] as string[], name: '', opener: null as unknown }
  const close = () => Object.assign(opened, { closed: true })
  const location = { replace: (url: string) => void opened.led.push(url) }
  vi.spyOn(window, 'open').mockReturnValue(isLet ? (Object.assign(opened, { close, location }) as never) : null)
  tab = isLet ? opened : null
  const ends = { wallet: listener().ref as never, toasts: listener().ref as never }
  actor = createActor(gameAccountLogic, { input: { code, web, isActive: true, ...ends, pending: null } }).start()
  await waitFor(actor, (s) => s.matches('ready'))
  actor.send({ type: 'game.play', moves: satang(0) })
  return (await waitFor(actor, (s) => !s.hasTag('busy'))).context
}

beforeEach(() => {
  asked = []
  posted = []
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const [action, target] = ['action', 'target'].map((name) => this.getAttribute(name) ?? '')
    posted.push({ action: action ?? '', target: target ?? '' })
  })
})
afterEach(() => {
  actor?.stop()
  vi.unstubAllEnvs()
})

describe('opening a game', () => {
  test('uses the login form in the credentials’ `event` field, if there is one (R119, D-26, D-27)', async () => {
    const { link } = await play({ code: 'pg', web: WEB, event: form })
    expect([asked, link]).toEqual([['/api/wallet/account/pg'], null])
    expect(posted).toEqual([{ action: form.action, target: tab?.name }])
    expect([tab?.closed, tab?.name === '']).toEqual([false, false])
  })

  test('logs in with the percent-encoded username if there is no form (R119, R357, D-27)', async () => {
    await play({ code: 'pg', web: WEB })
    expect([asked[1], tab?.led, posted]).toEqual(['/api/autoLogin/pg/u%20ser', [LINK], []])
  })

  test('logs in with the username and password at providers that need both (R119, R358, D-27)', async () => {
    await play({ code: 'askmebet', web: WEB })
    expect([asked[1], tab?.led]).toEqual(['/api/autoLogin/askmebet/u%20ser/p%2F1', [LINK]])
  })

  test('uses the game’s own address if the provider has no login (R119, D-27)', async () => {
    await play({ code: 'livedeal', web: WEB })
    expect([asked.length, tab?.led]).toEqual([1, [WEB]])
  })
})

describe('a game’s address', () => {
  test.each([
    ['another host', { code: 'pg', link: 'https://evil.example/' }],
    ['a script', { code: 'pg', link: 'javascript:alert(1)' }],
    ['http', { code: 'livedeal', web: `http://${HOST}/` }],
    ['a host in the name', { code: 'livedeal', web: `https://${HOST}.evil.example/` }],
    ['a form to another host', { code: 'pg', event: { ...form, action: 'https://evil.example/login' } }],
  ])(
    'is not opened if it is unsafe (%s), so the tab closes and the reason is reported (R119, D-26, D-51)',
    async (_, game) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { failure, link } = await play(game)
      expect([failure?.code, link]).toEqual([NOT_OPENED, null])
      expect([tab?.closed, tab?.led, posted]).toEqual([true, [], []])
      expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/^game \w+: address not opened \([\w.]+\)$/)])
    },
  )

  test('is required for a game to open (R119, D-26, D-51)', async () => {
    const { failure, link } = await play({ code: 'lotto' })
    expect([failure?.code, link]).toEqual(['GAME_ACTIVATION_FAIL', null])
    expect([tab?.closed, tab?.led, posted]).toEqual([true, [], []])
  })
})

describe('a blocked tab', () => {
  test('is replaced by a link to the game (R121, D-27)', async () => {
    expect((await play({ code: 'pg' }, false)).link).toBe(LINK)
  })

  test('makes the login form open in the current tab (R121, D-26)', async () => {
    await play({ code: 'pg', event: form }, false)
    expect(posted).toEqual([{ action: form.action, target: '' }])
  })
})
