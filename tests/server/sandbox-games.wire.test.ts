import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Credentials } from '#contract/game.ts'
import { gameLogins, games } from '#server/core/schema/games.ts'
import { GAMES } from '#server/demo/seed.ts'
import { gamePages } from '#tests/kit/game-pages.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
/** A time that is longer than any test takes, ms. */
const SOON = 10_000

let backend: Backend
let token: string
let pages: ReturnType<typeof gamePages>
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  pages = gamePages(backend)
})

const fieldsOf = ({ username, password }: Credentials) => ({ username, password })

describe('a link into a game', () => {
  test('logs in its player, and redirects to a URL that cannot be used to log in (R119, R357)', async () => {
    const { username, password } = await backend.credentials(token, 'pg')
    const entered = await pages.get(await pages.link(token))
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/sandbox/game/pg'])
    expect(entered.headers.get('Set-Cookie')).toMatch(
      /^play=[\w-]{43}; Path=\/sandbox\/game\/pg; HttpOnly; SameSite=Strict$/,
    )
    const page = await pages.page(pages.cookieOf(entered))
    for (const part of [
      'Moonreel',
      '/games/moonreel.svg',
      `Signed in as <strong>${username}`,
      '820.25 baht',
      'href="/"',
    ])
      expect(page).toContain(part)
    expect(page).toContain('No real game is played here')
    expect(page).not.toContain(password)
    expect(await pages.page('')).toContain('Log in')
    expect((await pages.get('/sandbox/game/pg')).headers.get('Cache-Control')).toBe('no-store')
  })

  test('works only once, within one minute and for its own game, and cannot be forged', async () => {
    const refused = async (path: string, cookie = '') => {
      const response = await pages.get(path, cookie)
      expect([response.status, response.headers.has('Set-Cookie')], path).toEqual([403, false])
      expect(await response.text()).toContain('This link was used already, or is over.')
    }
    const used = await pages.link(token)
    const cookie = pages.cookieOf(await pages.get(used))
    await refused(used)
    await refused(used, cookie)
    const late = await pages.link(token)
    backend.pass(MINUTE)
    await refused(late)
    const elsewhere = await pages.link(token)
    await refused(elsewhere.replace('/pg', '/joker2'))
    await refused(elsewhere)
    for (const forged of ['', 'x', '__proto__', 'a'.repeat(43), cookie.replace('play=', '')])
      await refused(`/sandbox/game/pg?ticket=${forged}`)
    const inTime = await pages.link(token)
    backend.pass(MINUTE - SOON)
    expect((await pages.get(inTime)).status).toBe(303)
  })

  test('logs its player in to that game only, for 30 minutes', async () => {
    const cookie = await pages.enter(token)
    expect(await (await pages.get('/sandbox/game/joker2', cookie)).text()).not.toContain('Signed in')
    expect((await pages.post('joker2', 'play', { outcome: 'win', amount: '5' }, { Cookie: cookie })).status).toBe(403)
    backend.pass(30 * MINUTE - SOON)
    expect(await pages.page(cookie)).toContain('Signed in')
    backend.pass(SOON)
    expect(await pages.page(cookie)).not.toContain('Signed in')
    const before = await dump(backend.db)
    for (const over of [cookie, 'play=x', 'play=__proto__', ''])
      expect((await pages.bet(over, 'win', '5')).status).toBe(403)
    expect(await dump(backend.db)).toBe(before)
  })
})

describe('the login page of a game', () => {
  test('accepts the form that the credentials describe, and shows the game (R163, D-26)', async () => {
    const { username, event } = await backend.credentials(token, 'ufabet')
    const { action = '', method = '', fields = {} } = event ?? {}
    const entered = await backend.app.request(action, { method, body: new URLSearchParams(fields) })
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/sandbox/game/ufabet'])
    const page = await (await pages.get('/sandbox/game/ufabet', pages.cookieOf(entered))).text()
    expect(page).toContain(`Signed in as <strong>${username}`)
    expect(page).toContain('2,400.00 baht')
  })

  test('is shown at the game’s web address, but an app-only game has no web address (R162)', async () => {
    const { web } = GAMES.find(({ code }) => code === 'livedeal') ?? {}
    const page = await (await pages.get(web ?? '')).text()
    expect(page).toContain('action="/sandbox/game/livedeal/login"')
    const { username, password } = await backend.credentials(token, 'livedeal')
    expect((await pages.post('livedeal', 'login', { username, password })).status).toBe(303)
    const apps = GAMES.filter(({ android, ios }) => android && ios)
    expect(apps.map(({ code, web }) => [code, web])).toEqual([['lanterna', undefined]])
  })

  test('refuses wrong credentials, the credentials of another game, and requests from another site', async () => {
    const { username, password } = await backend.credentials(token, 'pg')
    const other = await backend.credentials(token, 'joker2')
    const wrong = [
      { username, password: 'wrong' },
      { username: 'nobody', password },
      { username, password: other.password },
      { username: other.username, password: other.password },
      { username: '', password: '' },
      { username: '%', password: "' or 1=1 --" },
    ]
    for (const fields of wrong) {
      const refused = await pages.post('pg', 'login', fields)
      expect([refused.status, refused.headers.has('Set-Cookie')]).toEqual([403, false])
      const page = await refused.text()
      expect(page).toContain('Wrong username or password.')
      expect(page).not.toContain(password)
    }
    for (const fields of [{ username }, { username, password: 'x'.repeat(201) }, { username, password: '\u0000' }])
      expect((await pages.post('pg', 'login', fields as Record<string, string>)).status).toBe(400)
    const foreign = await pages.post('pg', 'login', { username, password }, { 'Sec-Fetch-Site': 'cross-site' })
    expect([foreign.status, foreign.headers.has('Set-Cookie')]).toEqual([403, false])
  })

  test('accepts only the new password after a password reset', async () => {
    const before = await backend.credentials(token, 'pg')
    await backend.call('wallet.resetpassword', { code: 'pg' }, { token })
    expect((await pages.post('pg', 'login', fieldsOf(before))).status).toBe(403)
    expect((await pages.post('pg', 'login', fieldsOf(await backend.credentials(token, 'pg')))).status).toBe(303)
  })
})
test('an unknown game has no page, and the name of a game is escaped', async () => {
  for (const code of ['nothing', '__proto__', 'a%00'])
    for (const response of [
      await pages.get(`/sandbox/game/${code}`),
      await pages.post(code, 'login', { username: '', password: '' }),
    ])
      expect([400, 404]).toContain(response.status)
  await backend.db.update(games).set({ name: '<script>alert(1)</script>' })
  await backend.db.update(gameLogins).set({ username: '"><script>' }).where(eq(gameLogins.gameCode, 'pg'))
  const page = await pages.page(await pages.enter(token))
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script')
})
