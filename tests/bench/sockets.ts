import { io, type Socket } from 'socket.io-client'
import { type Conversation, guestName, roomOf } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { startServer } from './server.ts'

const SOCKETS = 1_000
/** The number of clients that connect concurrently. */
const AT_ONCE = 50
const CUTS = 3
const PATIENCE = 30_000
/** The number of customers who send one message each after the cuts. */
export const WRITERS = 100
/** The time limit for all clients to reconnect after a cut, ms. */
export const BACK = 2_000
/** How long a browser waits before it reconnects, ms. Source: R379. */
const RECONNECT = 500

type End = { socket: Socket; room: string; guestId: string; foreign: number; heard: number }

/**
 * The result: `back` is the time from each cut until all clients are in their rooms again, in ms; `foreign` counts
 * messages received in someone else's room.
 */
export type SocketReport = { sockets: number; back: number[]; heard: number; foreign: number }

async function endAt(base: string, at: number): Promise<End> {
  // Each client has its own address, as players do. The server trusts this header because it expects a proxy to set it.
  const from = { 'X-Forwarded-For': `10.0.${at >> 8}.${at & 255}` }
  const headers = { ...from, 'X-Requested-With': 'wallet-user' }
  const { guestId, PREFIX } = await (await fetch(`${base}/api/chat/config`, { headers })).json()
  const socket = io(base, {
    transports: ['websocket'],
    forceNew: true,
    auth: { guestId },
    extraHeaders: from,
    reconnectionDelay: RECONNECT,
    reconnectionDelayMax: RECONNECT,
  })
  const end: End = { socket, room: roomOf(PREFIX, guestName(guestId)), guestId, foreign: 0, heard: 0 }
  socket.on('messaging', ({ guestId: whose }: Conversation) => {
    if (whose === guestName(guestId)) end.heard += 1
    else end.foreign += 1
  })
  await joined(end)
  return end
}

/** Resolves once the room is joined. */
async function joined({ socket, room }: Pick<End, 'socket' | 'room'>) {
  if (!socket.connected) await new Promise<void>((done) => socket.once('connect', done))
  const reply = await socket.timeout(PATIENCE).emitWithAck('join', room)
  if (!reply.joined) throw new Error('not joined')
}

/** Cuts the connection, and resolves once the client has reconnected and joined its room again. */
async function cut(end: End) {
  const isBack = new Promise<void>((done) => end.socket.once('connect', done))
  end.socket.io.engine.close()
  await isBack
  await joined(end)
}

async function say(base: string, { guestId }: End, message: string) {
  const headers = {
    'Content-Type': 'application/json',
    'X-Requested-With': 'wallet-user',
    Authorization: `Guest ${guestId}`,
    'Idempotency-Key': newKey(),
  }
  const body = { sender: 'customer', message: { message_type: 'text', payload: { message } }, clientId: newKey() }
  const reply = await fetch(`${base}/api/chat/send-message`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`not said: ${reply.status}`)
}

async function runAt(base: string): Promise<SocketReport> {
  const ends: End[] = []
  try {
    for (let at = 0; at < SOCKETS; at += AT_ONCE)
      ends.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => endAt(base, at + i)))))
    const back: number[] = []
    for (let i = 0; i < CUTS; i++) {
      const at = performance.now()
      await Promise.all(ends.map(cut))
      back.push(Math.round(performance.now() - at))
    }
    const writers = ends.slice(0, WRITERS)
    const hears = writers.map(({ socket }) => new Promise((done) => socket.once('messaging', done)))
    await Promise.all(writers.map((end, i) => say(base, end, `message ${i}`)))
    await Promise.all(hears)
    // Messages still in transit arrive before the replies to these joins.
    await Promise.all(ends.map(joined))
    const sum = (name: 'heard' | 'foreign') => ends.reduce((all, end) => all + end[name], 0)
    return { sockets: ends.length, back, heard: sum('heard'), foreign: sum('foreign') }
  } finally {
    for (const { socket } of ends) socket.close()
  }
}

/**
 * Connects a thousand customers to one server. All connections are cut together several times and recover. Then a
 * hundred customers send one message each.
 */
export async function socketsRun(url: string): Promise<SocketReport> {
  const server = await startServer({ DATABASE_URL: url, TRUST_PROXY: '1', CHAT_BOT: '0' })
  await server.ready()
  try {
    return await runAt(server.base)
  } finally {
    await server.stop()
  }
}
