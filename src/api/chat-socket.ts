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

/**
 * Returns the credentials for one connection. If this browser has lost its key, the proof is empty, and the server
 * refuses the bound token.
 */
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
 * Opens the socket of the support chat with the credentials of the current member or guest. The socket reconnects
 * automatically, and immediately when the login's token is renewed. Source: R378–R382, R542, R645, D-22.
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
  // reconnect here, because the socket does not retry after the server has closed the old token's connection
  const unfollow = onRenewal(() => socket.disconnect().connect())
  return {
    /**
     * Connects immediately instead of waiting for the next automatic retry. Also works after a refusal, which ends the
     * automatic retries.
     */
    connect: () => socket.connect(),
    join: (room: string) =>
      socket.timeout(CHAT_CHECK).emit('join', room, (error: unknown, said: unknown) => {
        const reply = v.safeParse(Reply, said)
        if (!error && reply.success) hear.joined(reply.output)
      }),
    /** Joins without waiting for an acknowledgement, because a plain backend sends none. Source: R381. */
    enter: (room: string) => socket.emit('join', room),
    close: () => {
      unfollow()
      socket.disconnect()
    },
  }
}
