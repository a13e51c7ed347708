import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { gameLogins } from '#server/core/schema/games.ts'
import { accounts } from '#server/core/schema/money.ts'
import { closedWorld } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const GAMES = DEMO.member.games

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const activate = (code: string, sent: Sent = {}) => backend.call('wallet.activate', { code }, { token, ...sent })
const account = (code: string, sent: Sent = {}) => backend.call('wallet.account', { code }, { token, ...sent })
const reset = (code: string, sent: Sent = {}) => backend.call('wallet.resetpassword', { code }, { token, ...sent })
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const fine = { status: 200, body: {} }
const state = () => dump(backend.db, ['tokens'])

describe('a game account', () => {
  test('is empty after activation, has a login, and accepts transfers (R97, R210, R211, R328)', async () => {
    expect(await account('orbiten')).toEqual(refusal(404, 'SLOT_NO_ACCOUNT'))
    expect(await activate('orbiten')).toEqual(fine)
    const overview = await backend.call('wallet.get', {}, { token })
    expect(overview.body.slots).toContainEqual(expect.objectContaining({ code: 'orbiten', isActive: true, amount: 0 }))
    expect((await account('orbiten')).body).toEqual({
      username: expect.stringMatching(/^orbiten[a-hjkmnp-z2-9]{6}$/),
      password: expect.stringMatching(/^[a-hjkmnp-z2-9]{10}$/),
    })
    const moved = await backend.call('wallet.transferAll', { to: 'orbiten' }, { token })
    expect(moved.body).toEqual({ amount: DEMO.member.wallet })
    await expectSound(backend.db)
  })

  test('has a different username and password in each active game of the demo data (R162)', async () => {
    const rows = await backend.db.select().from(gameLogins)
    expect(rows).toHaveLength(Object.keys(GAMES).length + Object.keys(DEMO.bonus.games).length)
    expect(new Set(rows.map(({ username }) => username)).size).toBe(rows.length)
    expect(new Set(rows.map(({ password }) => password)).size).toBe(rows.length)
    for (const code of Object.keys(GAMES)) expect((await backend.credentials(token, code)).username).toMatch(code)
  })

  test('has a login form if the game is opened by a form (R163, D-26)', async () => {
    const { username, password, event } = await backend.credentials(token, 'ufabet')
    const fields = { username, password }
    expect(event).toEqual({ action: '/sandbox/game/ufabet/login', method: 'POST', fields })
  })

  test('keeps its username when its password is reset, and other accounts keep their passwords (R118, R212, R330)', async () => {
    const before = await backend.db.select().from(gameLogins)
    const { username, password } = await backend.credentials(token, 'pg')
    expect(await reset('pg')).toEqual(fine)
    const now = await backend.credentials(token, 'pg')
    expect(now.username).toBe(username)
    expect(now.password).not.toBe(password)
    const after = await backend.db.select().from(gameLogins)
    const changed = after.filter(({ password }) => !before.some((row) => row.password === password))
    expect(changed.map(({ username }) => username)).toEqual([username])
  })
})

describe('a change to a game account', () => {
  test('is made and sent to the game only once despite many concurrent requests (R328)', async () => {
    const asked = vi.spyOn(backend.world, 'openGame')
    const replies = await Promise.all(Array.from({ length: 20 }, () => activate('orbiten')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'SLOT_ALREADY_ACTIVE']))
    expect(asked).toHaveBeenCalledTimes(1)
    for (const table of [accounts, gameLogins])
      expect(await backend.db.$count(table, eq(table.gameCode, 'orbiten'))).toBe(1)
  })

  test('is sent to the game once if the request is repeated with its idempotency key, concurrently or later (R330)', async () => {
    const asked = vi.spyOn(backend.world, 'resetGamePassword')
    const again = () => reset('pg', { key: 'same' })
    expect(await Promise.all([again(), again(), again()])).toEqual([fine, fine, fine])
    const { password } = await backend.credentials(token, 'pg')
    expect(await again()).toEqual(fine)
    expect(asked).toHaveBeenCalledTimes(1)
    expect((await backend.credentials(token, 'pg')).password).toBe(password)
  })

  test.each([
    ['openGame', 'orbiten', activate],
    ['resetGamePassword', 'pg', reset],
  ] as const)(
    'is resent to %s with the same id until the game replies, and the next change gets a new id',
    async (method, code, ask) => {
      logged()
      const asked = vi.spyOn(backend.world, method).mockRejectedValueOnce(new Error('no answer'))
      expect(await ask(code, { key: 'same' })).toEqual(fine)
      await ask(method === 'openGame' ? 'areaslot' : code, { key: 'other' })
      const [first, again, other] = asked.mock.calls.map(([{ request }]) => request)
      expect(first).toMatch(/^[0-9a-f]{64}$/)
      expect(again).toBe(first)
      expect(other).not.toBe(first)
    },
  )
})

describe('a refused game request', () => {
  test.each([
    ['NO_GAME', 404, 'nothing'],
    ['NO_GAME', 404, '__proto__'],
    ['SLOT_ALREADY_ACTIVE', 409, 'pg'],
  ])(
    'returns %s (%i) if the player opens the game "%s", and changes nothing (R470–R472)',
    async (code, status, game) => {
      const asked = vi.spyOn(backend.world, 'openGame')
      const before = await state()
      expect(await activate(game)).toEqual(refusal(status, code))
      expect(await state()).toBe(before)
      expect(asked).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['SLOT_ACTIVATE_FAIL', 'opening', 'orbiten'],
    ['GAME_ACTIVATION_FAIL', 'opening', 'areaslot'],
    ['NOT_AREASLOT', 'areaslot', 'areaslot'],
    ['NOT_UFABET', 'ufabet', 'ufabet'],
  ])(
    'with the code %s does not open an account, and the player can retry with a new idempotency key (R473–R480)',
    async (code, kind, game) => {
      const other = await backend.login(DEMO.bonus.username)
      const before = await state()
      await backend.form('/troubles', { [kind]: code })
      for (let i = 0; i < 2; i++)
        expect(await activate(game, { token: other, key: 'same' })).toEqual(refusal(400, code))
      expect(await state()).toBe(before)
      await backend.form('/troubles', {})
      expect(await activate(game, { token: other, key: 'same' })).toEqual(refusal(400, code))
      expect(await activate(game, { token: other })).toEqual(fine)
    },
  )

  test.each([
    ['NOT_AREASLOT', 'areaslot'],
    ['NOT_UFABET', 'ufabet'],
  ])(
    'with the code %s means that the player is unknown to %s, and does not affect other games (R479, R480)',
    async (code, game) => {
      await activate('areaslot')
      await backend.form('/troubles', { [game]: code })
      for (const each of [...Object.keys(GAMES), 'areaslot'])
        expect((await account(each)).body.code).toBe(each === game ? code : undefined)
    },
  )

  test('with the code SLOT_RESET_PASSWORD_FAIL (400) keeps the old password (R475)', async () => {
    const before = await state()
    await backend.form('/troubles', { reset: 'SLOT_RESET_PASSWORD_FAIL' })
    for (let i = 0; i < 2; i++)
      expect(await reset('pg', { key: 'same' })).toEqual(refusal(400, 'SLOT_RESET_PASSWORD_FAIL'))
    expect(await state()).toBe(before)
  })

  test('returns SLOT_NO_ACCOUNT (404) for an account that is not open, and NO_GAME (404) for an unknown game (R474)', async () => {
    const asked = [vi.spyOn(backend.world, 'gameCredentials'), vi.spyOn(backend.world, 'resetGamePassword')]
    for (const ask of [account, reset]) {
      expect(await ask('orbiten')).toEqual(refusal(404, 'SLOT_NO_ACCOUNT'))
      expect(await ask('nothing')).toEqual(refusal(404, 'NO_GAME'))
      expect(await ask('a\u0000')).toEqual(refusal(400, 'NO_DATA'))
    }
    for (const spy of asked) expect(spy).not.toHaveBeenCalled()
  })

  test('is the outcome of every operation on a server without games', async () => {
    Object.assign(backend.world, closedWorld)
    const before = await state()
    expect(await activate('orbiten')).toEqual(refusal(400, 'GAME_ACTIVATION_FAIL'))
    expect(await account('pg')).toEqual(refusal(404, 'SLOT_NO_ACCOUNT'))
    expect(await reset('pg')).toEqual(refusal(400, 'SLOT_RESET_PASSWORD_FAIL'))
    expect(await state()).toBe(before)
  })
})

test('a game account without a stored login has no credentials, and its password cannot be reset', async () => {
  await backend.db.delete(gameLogins).where(eq(gameLogins.gameCode, 'pg'))
  expect(await account('pg')).toEqual(refusal(404, 'SLOT_NO_ACCOUNT'))
  expect(await reset('pg')).toEqual(refusal(400, 'SLOT_RESET_PASSWORD_FAIL'))
})
