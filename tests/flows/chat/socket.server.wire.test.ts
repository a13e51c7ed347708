import { once } from 'node:events'
import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { roomOf } from '#contract/chat.ts'
import { tokens } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { PREFIX } from '#server/domain/chat.ts'
import { memberCommand } from '#server/domain/member-command.ts'
import { SECURITY_HEADERS } from '#server/http/headers.ts'
import { chatText, guestOf } from '#tests/kit/chat.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

/** A sign-in check interval longer than any test, in ms. */
const NO_RECHECK = 7_654_321

let backend: Backend
let site: Awaited<ReturnType<typeof openSite>>
let token: string
let room: string
async function begin(env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  site = await openSite(backend)
  token = await backend.login(DEMO.bonus.username)
  room = roomOf(PREFIX, await backend.idOf(DEMO.bonus.username))
}
beforeEach(() => begin())

/** A guest's signed id and room. */
async function guest() {
  const { guestId, name } = await guestOf(backend)
  return { guestId, room: roomOf(PREFIX, name) }
}
/** Resolves when the server has closed a socket. */
const leaving = (socket: Socket) => new Promise((done) => socket.once('disconnect', done))
/** Sends text that socket.io did not encode. */
const sendRaw = (socket: Socket, text: string) => {
  const { transport } = socket.io.engine
  if (!('ws' in transport)) throw new Error('no websocket')
  ;(transport.ws as WebSocket).send(text)
}
const send = (text: string, clientId: string) => backend.call('chat.send', chatText(text, clientId), { token })

test.each([
  undefined,
  {},
  { token: 'x' },
  { token: 5 },
  { token: null },
  { token: ['x'] },
  { guestId: 'guest-1' },
  { guestId: 'guest-00000000-0000-4000-8000-000000000000.AAAA' },
  { guestId: { length: 3 } },
  { token: 'x'.repeat(5_000) },
])('the server rejects a connection with the credentials %j (D-22)', async (auth) => {
  await expect(site.line(auth as object)).rejects.toThrow('invalid-token')
})

test('a member can join only their own room (R381, D-22)', async () => {
  const other = roomOf(PREFIX, await backend.idOf(DEMO.member.username))
  const stranger = await guest()
  const { join, socket } = await site.line({ token })
  for (const wrong of [other, stranger.room, PREFIX, '', socket.id, `${room} `, null, 5, {}, [room]])
    expect(await join(wrong), String(wrong)).toEqual({ joined: false, last: null })
  expect(await join(room)).toEqual({ joined: true, last: null })
  expect(await join(room)).toEqual({ joined: true, last: null })
  expect([...site.io.of('/').adapter.rooms.keys()].filter((name) => !name.startsWith('session ')).sort()).toEqual(
    [socket.id, room].sort(),
  )
})

test('a guest can join with their signed id, but not with a changed id or with an id signed for another guest (R381, D-23)', async () => {
  const [one, two] = [await guest(), await guest()]
  const { join } = await site.line({ guestId: one.guestId })
  expect(await join(two.room)).toEqual({ joined: false, last: null })
  expect(await join(roomOf(PREFIX, one.guestId))).toEqual({ joined: false, last: null })
  expect(await join(one.room)).toEqual({ joined: true, last: null })
  const signature = two.guestId.split('.')[1]
  for (const forged of [`${one.guestId.split('.')[0]}.${signature}`, one.guestId.slice(0, -1), `${one.guestId}A`])
    await expect(site.line({ guestId: forged })).rejects.toThrow('invalid-token')
})

test('a join request returns the id of the newest message (R381)', async () => {
  const { join } = await site.line({ token })
  await send('one', 'id-1')
  expect(await join(room)).toEqual({ joined: true, last: 'id-1' })
  await send('two', 'id-2')
  expect(await join(room)).toEqual({ joined: true, last: 'id-2' })
})

test('a message reaches every socket that has joined its conversation, and no other socket, and carries the id of its predecessor (R382)', async () => {
  const [mine, tab, stranger] = [
    await site.line({ token }),
    await site.line({ token }),
    await site.line({ token: await backend.login(DEMO.member.username) }),
  ]
  const unjoined = await site.line({ token })
  await stranger.join(roomOf(PREFIX, await backend.idOf(DEMO.member.username)))
  for (const { join } of [mine, tab]) await join(room)
  await send('one', 'id-1')
  await backend.form('/chat/say', { to: DEMO.bonus.username, kind: 'text', text: 'two', clientId: 'id-2' })
  for (const { hears } of [mine, tab])
    expect((await hears(2)).map(({ clientId, previous, sender }) => [clientId, previous, sender])).toEqual([
      ['id-1', null, 'customer'],
      ['id-2', 'id-1', 'other'],
    ])
  await backend.form('/chat/say', { to: DEMO.member.username, kind: 'text', text: 'yours' })
  expect(await stranger.hears(1)).toHaveLength(1)
  expect([mine.heard.length, unjoined.heard.length]).toEqual([2, 0])
})

test('a socket whose session has ended cannot join a room, and is disconnected (D-22)', async () => {
  const { join, socket } = await site.line({ token })
  expect(await join(room)).toMatchObject({ joined: true })
  await backend.db.delete(tokens).where(eq(tokens.memberId, await backend.idOf(DEMO.bonus.username)))
  const gone = leaving(socket)
  expect(await join(room).catch(() => null)).toEqual({ joined: false, last: null })
  await gone
})

test.each<[string, () => Promise<unknown>]>([
  ['their session is deleted', () => backend.db.delete(tokens)],
  ['the operator holds their account', async () => backend.form('/hold', { username: DEMO.bonus.username, hold: '1' })],
  [
    'the operator ends their sessions',
    () => memberCommand(['end-sessions', DEMO.bonus.username])(backend.db, backend.now()),
  ],
  ['their session expires', async () => backend.pass(366 * 24 * 60 * 60_000)],
])('the server disconnects a member who only listens once %s, but not a guest (D-22)', async (_, end) => {
  site = await openSite(backend, { recheck: 20 })
  const [member, visitor] = [await site.line({ token }), await site.line({ guestId: (await guest()).guestId })]
  await member.join(room)
  const gone = leaving(member.socket)
  await end()
  expect(await gone).toBe('io server disconnect')
  expect(visitor.socket.connected).toBe(true)
})

test.each<[string, () => Promise<{ status: number }>]>([
  ['a logout', () => backend.call('account.logout', {}, { token })],
  [
    'a password change in another session',
    async () => {
      const elsewhere = await backend.login(DEMO.bonus.username)
      const passwords = { oldPassword: DEMO_PASSWORD, newPassword: 'other-word-1' }
      return backend.call('account.password', passwords, { token: elsewhere })
    },
  ],
])('%s immediately closes the sockets of the sessions it ends, and no others (D-22)', async (_, end) => {
  site = await openSite(backend, { recheck: NO_RECHECK })
  const stranger = await site.line({ token: await backend.login() })
  const [one, two] = [await site.line({ token }), await site.line({ token })]
  const gone = Promise.all([leaving(one.socket), leaving(two.socket)])
  expect((await end()).status).toBe(200)
  expect(await gone).toEqual(['io server disconnect', 'io server disconnect'])
  expect(stranger.socket.connected).toBe(true)
})

test('an open socket does not extend the login session (D-22)', async () => {
  const { join } = await site.line({ token })
  const end = async () => (await backend.db.select({ at: tokens.expiresAt }).from(tokens)).map(({ at }) => at.getTime())
  const before = await end()
  backend.pass(20 * 60_000)
  expect(await join(room)).toMatchObject({ joined: true })
  expect(await end()).toEqual(before)
  backend.pass(11 * 60_000)
  expect(await join(room).catch(() => null)).toEqual({ joined: false, last: null })
})

test('the server ignores malformed join requests, and keeps the socket open', async () => {
  const { socket, join } = await site.line({ token })
  socket.emit('join')
  socket.emit('join', room, 'no function')
  socket.emit('join', { toString: 5 }, room, () => {})
  expect(await join(room)).toMatchObject({ joined: true })
})

test.each([
  ['messaging', { sender: 'other' }],
  ['nothing', () => {}],
  ['Join', 'room'],
])('the server closes a socket that sends the event %s', async (event, word) => {
  const { socket, join } = await site.line({ token })
  expect(await join(room)).toMatchObject({ joined: true })
  const gone = leaving(socket)
  socket.emit(event, word)
  expect(await gone).toBe('io server disconnect')
})

test.each(['4', '49', 'x', '42["join"', '40/nowhere,{}4'])(
  'the server closes a socket that sends %j instead of a packet',
  async (junk) => {
    const { socket } = await site.line({ token })
    const gone = leaving(socket)
    sendRaw(socket, junk)
    await gone
  },
)

test('the server does not accept sockets from pages on another origin (D-22)', async () => {
  await begin({ SITE_URL: 'https://www.krapao.example', WEB_ORIGIN: 'https://cdn.krapao.example' })
  const from = (Origin: string) => site.line({ token }, { Origin })
  const { host, port } = new URL(site.url)
  for (const own of [`http://${host}`, `https://${host}`, 'https://www.krapao.example', 'https://cdn.krapao.example'])
    expect((await from(own)).socket.connected, own).toBe(true)
  for (const foreign of [
    'https://evil.example',
    'null',
    '',
    'https://www.krapao.example.evil.example',
    'http://www.krapao.example',
    `http://127.0.0.1:${Number(port) + 1}`,
    'http://127.0.0.1',
  ])
    await expect(from(foreign), foreign).rejects.toThrow('websocket error')
  expect((await site.line({ token })).socket.connected).toBe(true)
})

test('a join request is refused if the database fails, and the socket stays open', async () => {
  const lines = logged()
  const { join, socket } = await site.line({ token })
  const spy = vi.spyOn(backend.db, 'select').mockImplementationOnce(() => {
    throw new Error('cut off')
  })
  expect(await join(room)).toEqual({ joined: false, last: null })
  expect(lines).toMatchObject([{ msg: 'join', error: 'Error' }])
  spy.mockRestore()
  expect([await join(room), socket.connected]).toEqual([{ joined: true, last: null }, true])
})

test('a client that keeps sending join requests is disconnected', async () => {
  const { socket } = await site.line({ token })
  const gone = leaving(socket)
  for (let i = 0; i < 40; i++) socket.emit('join', room)
  await gone
})

test('the server accepts 30 join requests per socket within ten seconds, and closes the socket on the next request', async () => {
  // with a stopped clock, all joins fall within ten seconds even on a slow machine
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { join, socket } = await site.line({ token })
  for (let at = 0; at < 30; at++) expect(await join(room), `join ${at + 1}`).toEqual({ joined: true, last: null })
  const left = leaving(socket)
  socket.emit('join', room)
  await left
  const other = await site.line({ token })
  for (let at = 0; at < 30; at++) await other.join(room)
  backend.pass(10_001)
  expect(await other.join(room)).toEqual({ joined: true, last: null })
})

test('the server stops checking the login of a closed socket', async () => {
  const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  onTestFinished(() => {
    begun.mockRestore()
    ended.mockRestore()
  })
  site = await openSite(backend, { recheck: NO_RECHECK })
  const { socket } = await site.line({ token })
  const timers = () => begun.mock.results.filter((_, at) => begun.mock.calls[at]?.[1] === NO_RECHECK)
  expect(timers()).toHaveLength(1)
  socket.close()
  await until(() => expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers().map(({ value }) => value))))
})

test('the server limits the number of sockets per address, and accepts a new socket once another has closed', async () => {
  await begin({ CHAT_SOCKETS: '2', TRUST_PROXY: '1' })
  const [first] = [await site.line({ token }), await site.line({ token })]
  await expect(site.line({ token })).rejects.toThrow('websocket error')
  await site.line({ token }, { 'X-Forwarded-For': '203.0.113.7' })
  first?.socket.close()
  await until(() => site.line({ token }))
})

test('the server sends the security headers when a socket opens, and does not offer polling (R378)', async () => {
  const asked = request(`${site.url}/socket.io/?EIO=4&transport=websocket`, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  }).end()
  const [upgraded, socket] = await once(asked, 'upgrade')
  socket.destroy()
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(upgraded.headers[name.toLowerCase()]).toBe(value)
  const polling = await fetch(`${site.url}/socket.io/?EIO=4&transport=polling`)
  expect([polling.status, polling.headers.has('Access-Control-Allow-Origin')]).toEqual([400, false])
})
