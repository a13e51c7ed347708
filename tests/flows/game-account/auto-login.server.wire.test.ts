import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSWORD_LOGINS, USER_LOGINS } from '#contract/game.ts'
import { gameLogins, games } from '#server/core/schema/games.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

type Provider = (typeof USER_LOGINS)[number] | (typeof PASSWORD_LOGINS)[number]
const PROVIDERS: readonly Provider[] = [...USER_LOGINS, ...PASSWORD_LOGINS]
const SECRET = 'a-pass-word-to-look-for'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const needsPassword = (provider: Provider): provider is (typeof PASSWORD_LOGINS)[number] =>
  PASSWORD_LOGINS.some((each) => each === provider)
const enter = (provider: Provider, user: string, pass: string, as = token) =>
  needsPassword(provider)
    ? backend.call('autoLogin.password', { provider, user, pass }, { token: as })
    : backend.call('autoLogin.user', { provider, user }, { token: as })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const nobody = refusal(404, 'SLOT_NO_ACCOUNT')

/** Opens the member's game account at a provider if necessary, and returns its credentials. */
async function loginAt(provider: Provider, as = token) {
  await backend.call('wallet.activate', { code: provider }, { token: as })
  return backend.credentials(as, provider)
}

describe.each(PROVIDERS)('the auto-login at %s', (provider) => {
  test('returns a new link each time, without the username or the password (R357, R358)', async () => {
    const { username, password } = await loginAt(provider)
    const links = new Set<string>()
    for (let i = 0; i < 2; i++) {
      const { status, body } = await enter(provider, username, password)
      expect([status, body]).toEqual([
        200,
        { link: expect.stringMatching(new RegExp(`^/sandbox/game/${provider}\\?ticket=[\\w-]{43}$`)) },
      ])
      links.add(String(body.link))
    }
    expect(links.size).toBe(2)
    expect([...links].join()).not.toMatch(new RegExp(`${username}|${password}`))
  })

  test("returns the same refusal for another member's username, an unknown username and a wrong password (R474)", async () => {
    const asked = vi.spyOn(backend.world, 'gameLink')
    const other = await backend.login(DEMO.bonus.username)
    const theirs = await loginAt(provider, other)
    expect(await enter(provider, theirs.username, theirs.password, await fresh())).toEqual(nobody)
    const mine = await loginAt(provider)
    const wrong = [theirs.username, 'nobody', mine.username.toUpperCase(), ` ${mine.username}`, '__proto__']
    for (const username of wrong)
      for (const pass of [theirs.password, mine.password]) expect(await enter(provider, username, pass)).toEqual(nobody)
    if (needsPassword(provider))
      for (const pass of [theirs.password, 'wrong', mine.username])
        expect(await enter(provider, mine.username, pass)).toEqual(nobody)
    expect(asked).not.toHaveBeenCalled()
  })
})

/** The token of a new member without a game account. */
const fresh = async () => (await backend.join({ username: '0622222222' })).token

test('the auto-login accepts any character in a username or password (D-27)', async () => {
  for (const odd of ['a/b', '../x', 'a?b#c', '100%25', '%2F', 'ผู้เล่น 😀', '\'"<>&', '...', 'a+b=c;d']) {
    await backend.db.update(gameLogins).set({ username: odd, password: odd }).where(eq(gameLogins.gameCode, 'imi'))
    expect((await enter('imi', odd, odd)).status, odd).toBe(200)
    expect(await enter('imi', odd, `${odd}x`), odd).toEqual(nobody)
  }
})

test('the auto-login passes the password only to providers that need it', async () => {
  const asked = vi.spyOn(backend.world, 'gameLink')
  const [pg, imi] = [await loginAt('pg'), await loginAt('imi')]
  await enter('pg', pg.username, pg.password)
  await enter('imi', imi.username, imi.password)
  const [first, second] = asked.mock.calls.map(([{ memberId: _, ...told }]) => told)
  expect(first).toEqual({ gameCode: 'pg', username: pg.username })
  expect(second).toEqual({ gameCode: 'imi', ...imi })
})

test('the auto-login fails for a game that is not on the site, for a player unknown to AreaSlot, and on a site without games (R470, R479)', async () => {
  const { username, password } = await loginAt('areaslot')
  await backend.form('/troubles', { areaslot: 'NOT_AREASLOT' })
  for (const user of [username, 'nobody'])
    expect(await enter('areaslot', user, password)).toEqual(refusal(400, 'NOT_AREASLOT'))
  await backend.db.delete(games).where(eq(games.code, 'slotracha'))
  expect(await enter('slotracha', username, password)).toEqual(refusal(404, 'NO_GAME'))
  const pg = await loginAt('pg')
  Object.assign(backend.world, closedWorld)
  expect(await enter('pg', pg.username, '')).toEqual(nobody)
})

test.each([
  '/api/autoLogin/livedeal/x',
  '/api/autoLogin/imi/x',
  '/api/autoLogin/pg/x/y',
  `/api/autoLogin/pg/${'x'.repeat(201)}`,
  `/api/autoLogin/imi/x/${'x'.repeat(201)}`,
])('the auto-login rejects %s as a bad request (R357, R358)', async (path) => {
  const response = await backend.send('GET', path, { token })
  expect([response.status, await response.json()]).toEqual([400, { code: 'NO_DATA', message: 'NO_DATA' }])
})

describe('an auto-login’s password', () => {
  const quoting = () => Promise.reject(new SyntaxError(`Unexpected token in "${SECRET}"`))

  test.each([
    ['gameLink', '/api/autoLogin/:provider/:user/:pass', 500, 'INTERNAL_SERVER_ERROR'],
    ['gameCredentials', '/api/autoLogin/:provider/:user/:pass', 500, 'INTERNAL_SERVER_ERROR'],
    ['gameCredentials', '/api/wallet/account/:code', 500, 'INTERNAL_SERVER_ERROR'],
    ['resetGamePassword', '/api/wallet/resetpassword/:code', 400, 'SLOT_RESET_PASSWORD_FAIL'],
    ['openGame', '/api/wallet/activate/:code', 400, 'GAME_ACTIVATION_FAIL'],
  ] as const)(
    'does not appear in a log or a reply if %s fails during a request to %s',
    async (method, route, status, told) => {
      await backend.db.update(gameLogins).set({ password: SECRET }).where(eq(gameLogins.gameCode, 'imi'))
      const { username } = await backend.credentials(token, 'imi')
      const lines = logged()
      vi.spyOn(backend.world, method).mockImplementation(quoting)
      const code = method === 'openGame' ? 'orbiten' : 'imi'
      const filled = { provider: 'imi', code, user: username, pass: SECRET } as const
      const path = route.replace(/:(\w+)/g, (_, name: keyof typeof filled) => filled[name])
      const response = await backend.send('GET', path, { token, key: 'k' })
      expect([response.status, await response.text()]).toEqual([status, JSON.stringify({ code: told, message: told })])
      // The order to the provider is sent twice, because after the first failure the provider has no record of it.
      const expected = status === 500 ? ['request'] : [method, method]
      expect(lines.map(({ msg, error }) => [msg, error])).toEqual(expected.map((msg) => [msg, 'SyntaxError']))
      expect(JSON.stringify(lines)).not.toContain(SECRET)
    },
  )

  test('is not logged if a query fails, but the error code of the database is logged', async () => {
    const lines = logged()
    const broken = Object.assign(new Error(`Failed query: ${SECRET}`), { code: 'XX000' })
    vi.spyOn(backend.world, 'gameLink').mockRejectedValue(new Error(SECRET, { cause: broken }))
    const { username, password } = await loginAt('imi')
    expect((await enter('imi', username, password)).status).toBe(500)
    vi.spyOn(backend.db, 'select').mockImplementationOnce(() => {
      throw new Error('cut off')
    })
    expect((await enter('imi', username, SECRET)).status).toBe(500)
    expect(lines.map(({ error }) => error)).toEqual(['XX000', 'Error'])
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })

  test('is neither stored nor logged, whatever is wrong with the request', async () => {
    const lines = logged('info')
    for (const [provider, user] of [
      ['imi', 'nobody'],
      ['slotracha', SECRET],
      ['nothing', SECRET],
    ])
      await backend.send('GET', `/api/autoLogin/${provider}/${user}/${SECRET}`, { token })
    expect(await dump(backend.db)).not.toContain(SECRET)
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })
})
