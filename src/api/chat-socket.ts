import { io } from 'socket.io-client'
import * as v from 'valibot'
import { CHAT_CHECK, CHAT_RECONNECT, Conversation, type JoinReply } from '#contract/chat.ts'
import { SOCKET_PATH } from '#contract/proof.ts'
import { CHAT_URL } from '#src/lib/chat-url.ts'
import { guestId } from '#src/lib/guest-id.ts'
import { onRenewal } from '#src/lib/token.ts'
import { wire } from './request.ts'

const Reply = v.object({ joined: v.boolean(), last: v.nullable(v.string()) })

/** The callbacks for the socket's events. Source: R193, R382. */
export type Hear = {
  up: () => void
  down: () => void
  joined: (reply: JoinReply) => void
  message: (message: Conversation) => void
}

/** Returns the credentials for one connection. The server refuses a bound token if this browser has lost its key. */
async function credentials() {
  const token = wire.token()
  if (!token) return { guestId: guestId() }
  if (!wire.isBound()) return { token }
  return {
    token,
    proof: await wire
      .proofs()
      .then(async ({ proofOf }) => (await proofOf(SOCKET_PATH, { method: 'GET' }, token)) ?? '')
      .catch(() => ''),
  }
}

/**
 * Opens a socket to support that reconnects automatically, with the credentials of the current member or guest. When
 * the login gets a new token, the socket reconnects at once. Source: R378–R382, R542, R645, D-22.
 */
export function openLine(hear: Hear) {
  const socket = io(CHAT_URL, {
    transports: ['websocket'],
    reconnectionDelay: CHAT_RECONNECT,
    reconnectionDelayMax: CHAT_RECONNECT,
    forceNew: true,
    auth: (tell) => void credentials().then(tell),
  })
  socket.on('connect', hear.up)
  socket.on('disconnect', hear.down)
  socket.on('messaging', (said: unknown) => hear.message(v.parse(Conversation, said)))
  // the server closes the connection of the old token, and after that the socket never retries automatically
  const unfollow = onRenewal(() => socket.disconnect().connect())
  return {
    /**
     * Connects immediately, without waiting for the next automatic try. This also works after a refusal, when the
     * socket no longer retries automatically.
     */
    connect: () => socket.connect(),
    join: (room: string) =>
      socket.timeout(CHAT_CHECK).emit('join', room, (error: unknown, said: unknown) => {
        const reply = v.safeParse(Reply, said)
        if (!error && reply.success) hear.joined(reply.output)
      }),
    /** Joins without waiting for an answer, because a plain backend sends none. Source: R381. */
    enter: (room: string) => socket.emit('join', room),
    close: () => {
      unfollow()
      socket.disconnect()
    },
  }
}
