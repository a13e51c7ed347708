import { beforeEach, expect, test } from 'vitest'
import { members } from '#server/core/schema/members.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'

const { username } = DEMO.member

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

test('a won stake is added to the member’s balance in the game, and a lost stake is deducted', async () => {
  const token = await backend.login()
  const before = await backend.money(token)
  expect((await backend.stake('win', 100)).status).toBe(303)
  expect((await backend.stake('lose', 20.25, { game: 'joker2' })).status).toBe(303)
  const { pg, joker2 } = DEMO.member.games
  expect(await backend.money(token)).toEqual({ ...before, pg: pg + 100, joker2: joker2 - 20.25 })
  await expectSound(backend.db)
})

test.each([
  ['/reward/coins', { username, coins: '-1' }, 400],
  ['/reward/coins', { username, coins: '1.5' }, 400],
  ['/reward/coins', { username, coins: '1001' }, 400],
  ['/reward/coins', { username: 'nobody', coins: '1' }, 404],
  ['/reward/play', { username, game: 'pg', amount: '0', outcome: 'win' }, 400],
  ['/reward/play', { username, game: 'pg', amount: '5', outcome: 'draw' }, 400],
  ['/reward/play', { username, game: 'orbiten', amount: '5', outcome: 'win' }, 404],
  ['/reward/play', { username, game: 'nothing', amount: '5', outcome: 'win' }, 404],
  ['/reward/play', { username, game: 'pg', amount: '820.26', outcome: 'lose' }, 400],
  ['/reward/friend', { username, amount: '', outcome: 'win' }, 400],
])('the form %s with %o is refused with %i, and has no effect', async (path, fields, status) => {
  const before = await dump(backend.db)
  expect((await backend.form(path, fields as Record<string, string>)).status).toBe(status)
  expect(await dump(backend.db)).toBe(before)
})

test('the sandbox does not accept forms from another site', async () => {
  const before = await dump(backend.db)
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  for (const [path, fields] of [
    ['/reward/coins', { username, coins: '1' }],
    ['/reward/play', { username, game: 'pg', amount: '5', outcome: 'win' }],
    ['/reward/friend', { username, amount: '5', outcome: 'win' }],
    ['/reward/promotion', { code: 'NEW', amount: '5', percentFail: '0' }],
    ['/reward/prize', { name: 'CASH5', isOn: 'false' }],
    ['/invite', { isOn: 'true' }],
  ] as const)
    expect((await backend.form(path, fields, foreign)).status, path).toBe(403)
  expect(await dump(backend.db)).toBe(before)
})

test('the sandbox page contains the reward forms, and escapes member data', async () => {
  await backend.db.update(members).set({ name: '"><script>alert(1)</script>' })
  await backend.form('/reward/prize', { name: 'CASH5', isOn: 'false' })
  await backend.form('/invite', { isOn: 'true' })
  const page = await (await backend.app.request('/sandbox')).text()
  for (const path of ['coins', 'play', 'friend', 'promotion', 'prize'])
    expect(page).toContain(`action="/sandbox/reward/${path}"`)
  for (const part of ['<code>KRAPAO100</code>', 'Prize: 5\u00A0baht: <strong>off', 'Prize: 10\u00A0baht: <strong>on'])
    expect(page).toContain(part)
  expect(page).toContain('Invite bonus held back: <strong>on')
  expect(page).not.toContain('<script')
})
