import type { Server } from 'socket.io'
import type { Api } from './api.ts'
import { count, type Field, file, maybeText, readFields, text } from './fields.ts'
import type { Member } from './member.ts'
import { Refused } from './refused.ts'
import type { Site } from './site.ts'

const PREFIX = 'plain'
const whose = { userId: maybeText, guestId: maybeText }
const content: Field<object> = (value) => {
  if (typeof value !== 'object' || value === null) throw new Refused('NO_DATA')
  return value
}
/** The fields of a message. Source: R184–R186. */
const conversation = {
  ...whose,
  sender: text,
  message: content,
  createdAt: maybeText,
  session_id: maybeText,
  username: maybeText,
  name: maybeText,
  deviceToken: maybeText,
}

/**
 * The id of a conversation: the member's id, or the guest id that the browser generated. Throws NO_USER if there is
 * neither.
 */
function conversationOf(member: Member | undefined, { guestId }: Record<string, unknown>): string {
  const id = member?.id ?? guestId
  if (typeof id !== 'string' || id === '') throw new Refused('NO_USER')
  return id
}

/** Registers the calls of the support chat. */
export function chat(api: Api, site: Site) {
  api.anyone('GET /api/chat/config', {}, () => ({ PREFIX }))
  api.talker('POST /api/chat/history', (member, sent) => {
    const { limit, skip, ...named } = readFields({ ...whose, limit: count, skip: count }, sent)
    return (site.chats.get(conversationOf(member, named)) ?? []).slice(skip, skip + limit)
  })
  api.talker('POST /api/chat/send-message', (member, sent) => {
    // the backend sets the time of a message itself
    const { createdAt: _, ...said } = readFields(conversation, sent)
    if (said.sender !== 'customer') throw new Refused('NO_DATA')
    const { createdAt } = site.say(conversationOf(member, sent), said)
    return { createdAt }
  })
  api.talker('PUT /api/chat/read-customer/', (member, sent) => {
    conversationOf(member, readFields(whose, sent))
  })
  for (const kind of ['image', 'video'] as const)
    api.talker(`POST /api/chat/upload-${kind}`, (_, sent) => {
      const { file: sentFile } = readFields({ file }, sent)
      if (!sentFile.type.startsWith(`${kind}/`)) throw new Refused('File is not supported')
      return { path: site.upload(sentFile) }
    })
}

/** Lets clients join the rooms of conversations, and sends each message to the clients in its conversation's room. */
export function chatSocket(io: Server, site: Site) {
  io.on('connection', (socket) => {
    socket.on('join', (room: unknown) => {
      if (typeof room === 'string') void socket.join(room)
    })
  })
  site.publish = (id, message) => {
    io.to(`${PREFIX}_${id}`).emit('messaging', message)
  }
  site.cutSockets = () => {
    for (const { request } of io.of('/').sockets.values()) request.socket.resetAndDestroy()
  }
}
