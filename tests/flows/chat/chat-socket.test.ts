import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { io } from 'socket.io-client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CHAT_CHECK } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'
import { openLine } from '#src/api/chat-socket.ts'
import { wire } from '#src/api/request.ts'
import { storeGuestId } from '#src/lib/guest-id.ts'
import { beginRenewal, clearToken, token as currentToken, endRenewal, storeToken } from '#src/lib/token.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const place = vi.hoisted(() => ({ url: '' }))
vi.mock('#src/lib/chat-url.ts', () => ({
  get CHAT_URL() {
    return place.url
  },
}))
vi.mock('socket.io-client', async (original) => {
  const real = await original<{ io: typeof io }>()
  return { ...real, io: vi.fn(real.io) }
})

let token: string | null
beforeEach(() => {
  token = null
  const own = { ...wire }
  wire.token = () => token
  fakeWindow()
  onTestFinished(() => {
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
})

/** Starts a server that accepts everyone, and connects one of the product's sockets to it. */
async function connected() {
  const http = createServer()
  const server = new Server(http)
  http.listen(0)
  await once(http, 'listening')
  place.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  const hear = { up: vi.fn(), down: vi.fn(), joined: vi.fn(), message: vi.fn() }
  const line = openLine(hear)
  onTestFinished(async () => {
    line.close()
    await server.close()
  })
  const heard = (name: keyof typeof hear, times = 1) => until(() => expect(hear[name]).toHaveBeenCalledTimes(times))
  await heard('up')
  const newest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('nobody is connected')
    return socket
  }
  return { line, hear, heard, newest, sockets }
}

test('the socket uses only the WebSocket transport, and reconnects every 500 ms without limit (R378, R379, R542)', async () => {
  const { newest, heard } = await connected()
  expect(newest().conn.transport.name).toBe('websocket')
  const [[url, options] = []] = vi.mocked(io).mock.calls.slice(-1)
  expect(url).toBe(place.url)
  expect(options).toMatchObject({ transports: ['websocket'], reconnectionDelay: 500, reconnectionDelayMax: 500 })
  expect(Object.keys(options ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^reconnection(Attempts)?$/)]),
  )
  newest().conn.close()
  await heard('down')
  await heard('up', 2)
})

test('the socket connects as the current user, first a guest and later a member (D-22)', async () => {
  storeGuestId('guest-0.signed')
  const { newest, heard } = await connected()
  expect(newest().handshake.auth).toEqual({ guestId: 'guest-0.signed' })
  token = 'abc'
  newest().conn.close()
  await heard('up', 2)
  expect(newest().handshake.auth).toEqual({ token: 'abc' })
})

test('the socket reconnects on request, even if the server has closed the connection (R383)', async () => {
  const { line, newest, heard } = await connected()
  newest().disconnect(true)
  await heard('down')
  line.connect()
  await heard('up', 2)
})

/** Replaces the page's token with `next`, as a password change does. */
function renew(next: string) {
  beginRenewal()
  endRenewal(next)
}

test.each([
  ['before its connection is closed', false],
  ['after its connection is closed', true],
])('the socket reconnects immediately with a new token that arrives %s (R645)', async (_, isClosed) => {
  wire.token = currentToken
  storeToken('old', false)
  onTestFinished(clearToken)
  const { newest, heard } = await connected()
  if (isClosed) {
    newest().disconnect(true)
    await heard('down')
  }
  renew('new')
  await heard('down')
  await heard('up', 2)
  expect(newest().handshake.auth).toEqual({ token: 'new' })
})

test('the socket does not reconnect with a new token once it is closed (R645)', async () => {
  storeToken('old', false)
  onTestFinished(clearToken)
  const { line, heard, sockets } = await connected()
  line.close()
  await heard('down')
  renew('new')
  await new Promise((later) => setTimeout(later, 100))
  expect(sockets).toHaveLength(1)
})

test('the socket delivers the reply to a join request, but ignores a malformed reply (R381)', async () => {
  const { line, hear, newest } = await connected()
  const rooms: string[] = []
  newest().on('join', (room: string, reply: (said: unknown) => void) => {
    rooms.push(room)
    reply(rooms.length === 1 ? { joined: 'yes' } : { joined: true, last: 'm1' })
  })
  line.join('room-0')
  line.join('room-1')
  await until(() => expect(rooms).toEqual(['room-0', 'room-1']))
  await until(() => expect(hear.joined.mock.calls).toEqual([[{ joined: true, last: 'm1' }]]))
})

test('the socket ignores a late reply to a join request (R381)', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { line, hear, heard, newest } = await connected()
  let answer = (_: unknown) => {}
  newest().on('join', (_: string, reply: (said: unknown) => void) => {
    answer = reply
  })
  line.join('room-0')
  await until(() => expect(answer.length).toBe(0))
  await vi.advanceTimersByTimeAsync(CHAT_CHECK)
  vi.useRealTimers()
  answer({ joined: true, last: null })
  newest().emit('messaging', {})
  await heard('message')
  expect(hear.joined).not.toHaveBeenCalled()
})

test('the socket delivers every message, and treats a malformed message as a message of unknown type (R193, R382)', async () => {
  const { hear, heard, newest } = await connected()
  const said = {
    sender: 'other',
    message: { message_type: 'text', payload: { message: 'x' } },
    createdAt: '2026-01-02T05:00:00.000Z',
    clientId: 'm1',
    previous: null,
  }
  for (const each of [said, { ...said, message: 'x', userId: 7 }, null, 'x']) newest().emit('messaging', each)
  await heard('message', 4)
  const messages = hear.message.mock.calls.map(([message]) => message)
  expect(messages[0]).toEqual(said)
  expect(messages[1]).toMatchObject({ clientId: 'm1', createdAt: said.createdAt })
  expect(messages.map(({ message }) => contentOf(message).type)).toEqual(['text', 'unknown', 'unknown', 'unknown'])
})
