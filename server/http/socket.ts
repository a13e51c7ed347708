import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import { Server, type Socket } from 'socket.io'
import * as v from 'valibot'
import { type JoinReply, roomOf } from '#contract/chat.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { logFailure } from '#server/core/log.ts'
import { createPool } from '#server/core/pool.ts'
import type { Settings } from '#server/core/settings.ts'
import type { Said } from '#server/core/world.ts'
import { newestOf, PREFIX } from '#server/domain/chat.ts'
import { guestOf, isGuest, publicId, unsignedGuest } from '#server/domain/guest.ts'
import { hashOf, quietMemberOf } from '#server/domain/session.ts'
import { isWithin } from '#server/domain/within.ts'
import { clientAddress, networkOf } from './caller.ts'
import { isForeignSocket, SECURITY_HEADERS } from './headers.ts'

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** Credentials of a socket: a member's token, or a guest's id, signed or made in the browser. Source: D-22–D-23. */
const Auth = v.union([v.object({ token: word }), v.object({ guestId: word })])
type Auth = v.InferOutput<typeof Auth>

/** The maximum number of joins per connection, and the time in which they count, ms (assumed). */
const JOINS = 30
const JOIN_TIME = 10_000

/** The interval of checking whether a member is still signed in, ms (assumed). */
const RECHECK = 30_000

type Parts = { open: () => Db | null; now: () => number; settings: Settings; recheck?: number }

/** The conversation owner's id, or null if the credentials are invalid. */
async function ownerOf(db: Db, auth: Auth, now: number): Promise<string | null> {
  if ('guestId' in auth) return (await guestOf(db, auth.guestId)) ?? unsignedGuest(auth.guestId)
  return quietMemberOf(db, auth.token, now).catch((error) => {
    if (error instanceof ApiError) return null
    throw error
  })
}

/** The room of the sockets that a session has opened. No member or guest has a name like it. */
const sessionRoom = (hash: string) => `session ${hash}`

const refused: JoinReply = { joined: false, last: null }

/** Counts the open sockets of each address, and accepts no more than `most`. */
function counted(most: number) {
  const lines = new Map<string, number>()
  const add = (from: string, more: 1 | -1) => {
    const open = (lines.get(from) ?? 0) + more
    if (open > 0) lines.set(from, open)
    else lines.delete(from)
  }
  return {
    hasRoom: (from: string) => (lines.get(from) ?? 0) < most,
    begin: (from: string, line: { once: (event: 'close', act: () => void) => unknown }) => {
      add(from, 1)
      line.once('close', () => add(from, -1))
    },
  }
}

/** Returns a function that counts a join, and returns false beyond {@link JOINS} joins within {@link JOIN_TIME}. */
function patience(now: () => number): () => boolean {
  let [since, times] = [now(), 0]
  return () => {
    if (!isWithin(since, JOIN_TIME, now())) [since, times] = [now(), 0]
    times += 1
    return times <= JOINS
  }
}

/**
 * The socket of the chat. It accepts a member by `auth.token` or a guest by `auth.guestId`; the event `join` with the
 * name of their own room joins it, and answers with the newest message; no other room can be joined. Any other event
 * closes the socket. Messages are sent as `messaging`. Pages of origins other than the site's and WEB_ORIGIN are
 * rejected. Source: R378–R382, D-22.
 */
export function attachSocket(http: HttpServer, { open, now, settings, recheck = RECHECK }: Parts): Server {
  const { webOrigin, siteUrl, trustProxy, chatSockets } = settings
  const origins = [siteUrl, ...(webOrigin ? [webOrigin] : [])]
  const fromOf = ({ headers, socket }: IncomingMessage) =>
    networkOf(clientAddress([headers['x-forwarded-for']].flat().join(), socket.remoteAddress, trustProxy))
  const lines = counted(chatSockets)
  const io = new Server(http, {
    serveClient: false,
    // A WebSocket stays with one process; long polling would need sticky sessions at a load balancer.
    transports: ['websocket'],
    maxHttpBufferSize: 10_000,
    connectTimeout: 10_000,
    allowRequest: (request, allow) =>
      allow(null, !isForeignSocket(request.headers, origins) && lines.hasRoom(fromOf(request))),
    ...(webOrigin && { cors: { origin: webOrigin } }),
  })
  io.engine.on('headers', (headers) => Object.assign(headers, SECURITY_HEADERS))
  io.engine.on('connection', (line) => lines.begin(fromOf(line.request), line))

  /** Returns the current owner of a socket, or null. A guest's id never expires; a member's session may have ended. */
  async function ownerAt(socket: Socket): Promise<string | null> {
    const known: unknown = socket.data.guest
    if (typeof known === 'string') return known
    const auth = v.safeParse(Auth, socket.handshake.auth)
    const db = open()
    return auth.success && db ? ownerOf(db, auth.output, now()) : null
  }
  /** Joins the socket's own room. Returns null if the socket has no owner any more, because the session has ended. */
  async function join(socket: Socket, room: unknown): Promise<JoinReply | null> {
    const [owner, db] = [await ownerAt(socket), open()]
    if (owner === null || !db) return null
    if (room !== roomOf(PREFIX, publicId(owner))) return refused
    // Joins the room first, then queries: nothing is missed in between.
    await socket.join(roomOf(PREFIX, owner))
    return { joined: true, last: (await newestOf(db, owner))?.clientId ?? null }
  }

  io.use((socket, next) => {
    ownerAt(socket).then(
      (owner) => {
        if (owner !== null && isGuest(owner)) socket.data.guest = owner
        next(owner === null ? new Error(open() ? 'invalid-token' : 'starting') : undefined)
      },
      () => next(new Error('starting')),
    )
  })
  /** Checks a member's session regularly and closes the socket once it has ended, but not while the database is down. */
  function watch(socket: Socket) {
    const look = () =>
      ownerAt(socket).then(
        (owner) => owner === null && open() && socket.disconnect(true),
        (error) => logFailure('line', error),
      )
    const timer = setInterval(look, recheck)
    socket.once('disconnect', () => clearInterval(timer))
  }

  io.on('connection', (socket) => {
    const isPatient = patience(now)
    const { token } = socket.handshake.auth
    if (typeof token === 'string') void socket.join(sessionRoom(hashOf(token)))
    if (socket.data.guest === undefined) watch(socket)
    socket.use(([event], next) => {
      if (event === 'join' && isPatient()) next()
      else socket.disconnect(true)
    })
    socket.on('join', (room: unknown, reply: unknown) => {
      const answer = typeof reply === 'function' ? reply : () => {}
      return join(socket, room).then(
        (joined) => {
          answer(joined ?? refused)
          if (!joined) socket.disconnect(true)
        },
        (error) => {
          logFailure('join', error)
          answer(refused)
        },
      )
    })
  })
  return io
}

/** Sends messages to the room of their conversation, in every process. Source: R381–R382. */
export const pushTo =
  (io: Server) =>
  ({ owner, conversation }: Said) => {
    io.to(roomOf(PREFIX, owner)).emit('messaging', conversation)
  }

/** Closes the sockets of sessions, given by the hashes of their tokens, at any process. */
export const hangUpAt = (io: Server) => (sessions: readonly string[]) => {
  if (sessions.length > 0) io.in(sessions.map(sessionRoom)).disconnectSockets(true)
}

/** Cuts every socket of this process in mid-transfer, as a network does. */
export function cutAll(io: Server) {
  for (const { request } of io.of('/').sockets.values()) request.socket.resetAndDestroy()
}

/** Shares the rooms of all processes on one PostgreSQL; returns a function that ends it, once `io` is closed. */
export function shareRooms(io: Server, url: string): () => Promise<void> {
  const name = 'chat connection to the database'
  const pool = createPool(url, 4, name)
  io.adapter(createAdapter(pool, { errorHandler: (error) => logFailure(name, error) }))
  return () => pool.end()
}
