import { beforeEach, expect, it, test } from 'vitest'
import { DEMO } from '#server/demo/seed.ts'
import { chatText, guestOf, historyOf } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, type Sent, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let sent: Sent
beforeEach(async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1' } })
  sent = { token: await backend.login(DEMO.bonus.username) }
})

const REFUSED = { status: 429, body: { code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' } }
const from = (address: string, by: Sent = {}): Sent => ({
  ...by,
  headers: { ...by.headers, 'X-Forwarded-For': address },
})
/** Makes `count` calls and returns the number of calls by status. */
async function times(count: number, call: (at: number) => Promise<{ status: number }>) {
  const statuses: Record<number, number> = {}
  for (let at = 0; at < count; at++) {
    const { status } = await call(at)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}
const send = (text: string, by: Sent) => backend.call('chat.send', chatText(text, text), by)

test('the server accepts at most 20 messages per sender within ten seconds, and later accepts a refused message with the same key', async () => {
  expect(await times(20, (at) => send(`m${at}`, sent))).toEqual({ 200: 20 })
  expect(await send('more', { ...sent, key: 'same' })).toEqual(REFUSED)
  expect((await send('x', (await guestOf(backend)).sent)).status).toBe(200)
  expect(await historyOf(backend, sent)).toHaveLength(20)
  backend.pass(10_000)
  expect((await send('more', { ...sent, key: 'same' })).status).toBe(200)
})

test('the server accepts 15 times as many messages from one address as from one sender, however many guests use that address', async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1', CHAT_MESSAGES: '2' } })
  const say = async (address: string) => send('hello', from(address, (await guestOf(backend)).sent))
  expect(await times(33, () => say('203.0.113.1'))).toEqual({ 200: 30, 429: 3 })
  expect((await say('203.0.113.2')).status).toBe(200)
})

test('the server accepts at most 120 read marks per sender within a minute', async () => {
  const mark = (by: Sent) => backend.call('chat.read', {}, by)
  expect(await times(122, () => mark(sent))).toEqual({ 200: 120, 429: 2 })
  expect((await mark((await guestOf(backend)).sent)).status).toBe(200)
})

test('the server accepts as many messages as CHAT_MESSAGES allows', async () => {
  backend = await startBackend({ env: { CHAT_MESSAGES: '3' } })
  const guest = await guestOf(backend)
  expect(await times(5, (at) => send(`m${at}`, guest.sent))).toEqual({ 200: 3, 429: 2 })
})

test('the server creates at most 600 guests per address within a minute', async () => {
  const config = (address: string) => backend.call('chat.config', {}, from(address))
  expect(await times(605, () => config('203.0.113.1'))).toEqual({ 200: 600, 429: 5 })
  expect((await config('203.0.113.2')).status).toBe(200)
})

test('the server returns at most 300 pages of the history per sender within a minute', async () => {
  const read = (by: Sent) => backend.call('chat.history', { limit: 10, skip: 0 }, by)
  expect(await times(302, () => read(sent))).toEqual({ 200: 300, 429: 2 })
  expect((await read((await guestOf(backend)).sent)).status).toBe(200)
})

it('the server accepts at most 60 guest files from one address in 15 minutes, and at most 300 per day', async () => {
  const guest = async (address: string) => from(address, (await guestOf(backend)).sent)
  const upload = (by: Sent) => backend.call('chat.uploadImage', { file: pngSlip() }, by)
  for (let quarter = 0; quarter < 5; quarter++) {
    // A guest may send 30 files per day.
    for (const by of [await guest('203.0.113.1'), await guest('203.0.113.1')])
      expect(await times(30, () => upload(by))).toEqual({ 200: 30 })
    expect(await upload(await guest('203.0.113.1'))).toEqual(REFUSED)
    backend.pass(15 * 60_000)
  }
  expect(await upload(await guest('203.0.113.1'))).toEqual(REFUSED)
  expect((await upload(await guest('203.0.113.2'))).status).toBe(200)
  backend.pass(24 * 60 * 60_000 - 5 * 15 * 60_000)
  expect((await upload(await guest('203.0.113.1'))).status).toBe(200)
})

it('the server also counts refused guest files, because it has received them', async () => {
  const wrong = async () => {
    const by = from('203.0.113.1', (await guestOf(backend)).sent)
    return backend.call('chat.uploadImage', { file: new File(['x'], 'x.png') }, by)
  }
  expect(await times(61, wrong)).toEqual({ 400: 60, 429: 1 })
})
