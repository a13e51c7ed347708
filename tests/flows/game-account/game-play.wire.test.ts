import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { entries } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pendingDeed } from '#src/actors/game-account.ts'
import { wire } from '#src/api/request.ts'
import { gameAt } from '#tests/kit/game-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START, games } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let game: ReturnType<typeof gameAt>

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  game = gameAt(member)
})
afterEach(async () => {
  game.close()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

const moved = () => backend.db.$count(entries, eq(entries.reason, 'transfer'))
const keys = () => new Set(member.changes().map(({ key }) => key)).size

test('moving money without playing transfers the whole main wallet into the game once, and opens no tab (R120, R333)', async () => {
  await game.open('pg')
  expect((await game.send('game.fill')).value).toBe('filled')
  expect(await backend.money(token)).toMatchObject({ [WALLET]: 0, pg: games.pg + START })
  expect([await moved(), game.tabs]).toEqual([1, []])
  expect((await game.send('game.gotIt', 'game.fill')).context.failure?.code).toBe('MONEY_NOT_ENOUGH')
})

test('playing moves the money first, then opens the game in the tab (R119, R333, R357, D-27)', async () => {
  await game.open('pg')
  expect((await game.play()).context.link).toBeNull()
  expect([await moved(), (await backend.money(token)).pg]).toEqual([1, games.pg + START])
  const [{ led, closed } = { led: [], closed: true }, ...more] = game.tabs
  expect([led.length, closed, more]).toEqual([1, false, []])
  const entered = await backend.app.request(led[0] ?? '')
  expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/sandbox/game/pg'])
})

test.each([
  ['R358', 'askmebet', null, /^\/sandbox\/game\/askmebet\?ticket=/],
  ['R119', 'livedeal', '/sandbox/game/livedeal', /^\/sandbox\/game\/livedeal$/],
])('playing the game $1 opens its address ($0, D-27)', async (_, code, web, address) => {
  await game.open(code, web)
  await game.play(0)
  expect(game.tabs).toMatchObject([{ led: [expect.stringMatching(address)], closed: false }])
  expect(await moved()).toBe(0)
})

test('playing closes the tab and reports the reason if the game returns no address (R119, R479)', async () => {
  await game.open('areaslot')
  await game.send('game.activate')
  await backend.form('/troubles', { areaslot: 'NOT_AREASLOT' })
  const { value, context } = await game.play(0)
  expect([value, context.failure?.code]).toEqual(['refused', 'NOT_AREASLOT'])
  expect(game.tabs).toMatchObject([{ closed: true, led: [] }])
})

test('playing closes the tab and leaves the money in the main wallet if the game refuses the transfer (R333, R478)', async () => {
  await game.open('pg')
  await backend.form('/games', { isOn: 'true' })
  const { value, context } = await game.play()
  expect([value, context.failure?.code]).toEqual(['refused', 'TRANSFER_FAIL'])
  expect([game.tabs, await backend.money(token)]).toMatchObject([[{ closed: true, led: [] }], { [WALLET]: START }])
})

test('if the reply to the transfer is lost, the tab closes, and a later check reports the transfer but does not open the game', async () => {
  await game.open('pg')
  loseReply()
  expect((await game.play()).value).toEqual({ filling: 'only' })
  expect(game.tabs).toMatchObject([{ closed: true }])
  expect((await game.check()).value).toBe('filled')
  const [first, ...more] = member.changes()
  expect([more, await moved(), game.tabs]).toMatchObject([[first], 1, [{ led: [] }]])
})

test('after a lost reply and a reload, the page checks the transfer automatically, and the money moves only once', async () => {
  await game.open('pg')
  loseReply()
  await game.play()
  expect(pendingDeed('pg')).toMatchObject(game.context().pending ?? {})
  expect((await game.open('pg')).value).toBe('filled')
  expect([await moved(), keys(), pendingDeed('pg'), game.tabs.length]).toEqual([1, 1, null, 1])
})

test('a transfer request that never arrived is resent after a reload, and the money moves only once', async () => {
  await game.open('pg')
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await game.play()
  expect(await moved()).toBe(0)
  expect((await game.open('pg')).value).toBe('filled')
  expect([await moved(), keys(), pendingDeed('pg'), game.tabs.length]).toEqual([1, 1, null, 1])
})

test('an unanswered request for one game is not resent for another game', async () => {
  await game.open('pg')
  loseReply()
  await game.send('game.fill')
  expect((await game.open('imi')).value).toBe('ready')
  expect([pendingDeed('imi'), pendingDeed('pg')?.input]).toEqual([null, { deed: 'fill', code: 'pg' }])
})

test('an empty game tab closes together with the game dialog (R119)', async () => {
  await game.open('pg')
  game.press(START)
  expect(game.tabs).toMatchObject([{ closed: false }])
  game.close()
  expect(game.tabs).toMatchObject([{ closed: true }])
  await game.open('pg')
})
