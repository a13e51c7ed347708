import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accounts, entries } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { gamePages } from '#tests/kit/game-pages.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'

const { pg: START } = DEMO.member.games

let backend: Backend
let token: string
let pages: ReturnType<typeof gamePages>
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  pages = gamePages(backend)
})

test('a bet changes the member’s balance only in the game where it is placed, with one ledger entry', async () => {
  const cookie = await pages.enter(token)
  const before = await backend.money(token)
  for (const [outcome, amount] of [
    ['win', '100'],
    ['lose', '20.25'],
  ] as const) {
    const done = await pages.bet(cookie, outcome, amount)
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/sandbox/game/pg'])
  }
  expect(await backend.money(token)).toEqual({ ...before, pg: START + 100 - 20.25 })
  expect(await pages.page(cookie)).toContain('900.00 baht')
  expect(await backend.db.$count(entries, eq(entries.reason, 'game'))).toBe(2)
  await expectSound(backend.db)
})

test('a bet can lose the whole balance, but no more', async () => {
  const cookie = await pages.enter(token)
  const refused = await pages.bet(cookie, 'lose', String(START + 0.01))
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('There is less than that in the game.'),
  ])
  expect((await pages.bet(cookie, 'lose', String(START))).status).toBe(303)
  expect((await backend.money(token)).pg).toBe(0)
  await expectSound(backend.db)
})

test('a bet that is invalid or comes from another site is refused', async () => {
  const cookie = await pages.enter(token)
  const before = await dump(backend.db)
  for (const amount of ['', '0', '-5', '0.001', 'x', '1e99', 'Infinity'])
    expect((await pages.bet(cookie, 'win', amount)).status, amount).toBe(400)
  expect((await pages.bet(cookie, 'draw', '5')).status).toBe(400)
  expect((await pages.bet(cookie, 'win', '5', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  expect(await dump(backend.db)).toBe(before)
})

test('a bet by one member does not change another member’s money', async () => {
  const other = await backend.login(DEMO.bonus.username)
  const before = await backend.money(token)
  await pages.bet(await pages.enter(other), 'win', '5')
  expect(await backend.money(token)).toEqual(before)
  expect((await backend.money(other)).pg).toBe(5)
})

test('a player without a game account cannot play', async () => {
  const cookie = await pages.enter(token)
  await backend.db.update(accounts).set({ gameCode: 'orbiten' }).where(eq(accounts.gameCode, 'pg'))
  expect([(await pages.get('/sandbox/game/pg', cookie)).status, (await pages.bet(cookie, 'win', '5')).status]).toEqual([
    404, 404,
  ])
})

test('the sandbox page breaks the selected game functions and repairs the others', async () => {
  const chosen = async () =>
    [...(await (await pages.get('/sandbox')).text()).matchAll(/<option selected>(\w+)/g)].map(([, word]) => word)
  expect(await chosen()).toEqual(['works', 'works', 'works', 'works'])
  const troubles = { opening: 'GAME_ACTIVATION_FAIL', ufabet: 'NOT_UFABET' }
  expect((await backend.form('/troubles', troubles)).status).toBe(303)
  expect(await chosen()).toEqual(['GAME_ACTIVATION_FAIL', 'works', 'works', 'NOT_UFABET'])
  for (const wrong of [{ opening: 'NOT_UFABET' }, { reset: '' }, { areaslot: 'false' }])
    expect((await backend.form('/troubles', wrong as Record<string, string>)).status).toBe(400)
  expect((await backend.form('/troubles', {}, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
  await backend.form('/troubles', { reset: 'SLOT_RESET_PASSWORD_FAIL' })
  expect(await chosen()).toEqual(['works', 'SLOT_RESET_PASSWORD_FAIL', 'works', 'works'])
})
