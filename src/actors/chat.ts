import { type Actor, createActor, fromCallback } from 'xstate'
import { CHAT_PAGE, type Conversation, chatCalls, guestName, roomOf } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'
import { chatMachine } from '#machines/chat.machine.ts'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine } from '#machines/chat-history.machine.ts'
import {
  chatLineMachine,
  type FromSocket,
  type LineConfig,
  type Missing,
  type ToSocket,
} from '#machines/chat-line.machine.ts'
import { chatMessageMachine, type ItemUpload } from '#machines/chat-message.machine.ts'
import { reachesBack } from '#machines/chat-messages.ts'
import { openLine } from '#src/api/chat-socket.ts'
import { request, wire } from '#src/api/request.ts'
import { dropItem, keepItem, keptItems } from '#src/lib/chat-items.ts'
import { clearFile, fileUnder, layFile } from '#src/lib/file-shelf.ts'
import { guestId, keepGuestId } from '#src/lib/guest-id.ts'
import { token } from '#src/lib/token.ts'
import { asking, callActor } from './call.ts'
import type { Session } from './session.ts'

wire.guest = ({ access }): Record<string, string> => {
  const signed = access === 'guest' ? guestId() : null
  return signed ? { Authorization: `Guest ${signed}` } : {}
}

/** Where it is not said who asks, there is no room to go to. */
const nobody: Failure = { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }

const chatLine = chatLineMachine.provide({
  actors: {
    'chat.config': asking(async (_: undefined, signal): Promise<LineConfig> => {
      const { PREFIX, userId, guestId: signed, unread = 0 } = await request(chatCalls['chat.config'], {}, signal)
      if (userId) return { room: roomOf(PREFIX, userId), who: { userId, guestId: null }, unread }
      if (!signed) throw nobody
      keepGuestId(signed)
      const name = guestName(signed)
      return { room: roomOf(PREFIX, name), who: { userId: null, guestId: name }, unread }
    }),
    missed: asking(async ({ who, since }: Missing, signal) => {
      const found: Conversation[] = []
      for (;;) {
        const input = { ...who, limit: CHAT_PAGE, skip: found.length }
        const page = await request(chatCalls['chat.history'], input, signal)
        found.push(...page)
        if (reachesBack(page, since)) return found.reverse()
      }
    }),
    socket: fromCallback<ToSocket, { room: string }>(({ input: { room }, sendBack, receive }) => {
      const tell = (event: FromSocket) => sendBack(event)
      const line = openLine({
        up: () => tell({ type: 'line.up' }),
        down: () => tell({ type: 'line.down' }),
        joined: (reply) => tell({ type: 'line.joined', reply }),
        message: (message) => tell({ type: 'line.message', message }),
      })
      receive(({ type }) => (type === 'socket.join' ? line.join(room) : line.connect()))
      return () => line.close()
    }),
  },
})

const chatMessage = chatMessageMachine.provide({
  actors: {
    'chat.send': callActor(chatCalls['chat.send']),
    upload: asking(({ clientId, fileType, key, owner }: ItemUpload, signal) => {
      const file = fileUnder(clientId)
      if (!file) return Promise.reject(nobody)
      const call = chatCalls[fileType === 'video' ? 'chat.uploadVideo' : 'chat.uploadImage']
      return request(call, { file, key }, signal, (sent, size) => owner.send({ type: 'item.progress', sent, size }))
    }),
  },
  actions: {
    saveItem: ({ context: { clientId, item } }) => keepItem({ clientId, item }),
    dropItem: ({ context: { clientId } }) => {
      dropItem(clientId)
      clearFile(clientId)
    },
  },
})

const chatLogic = chatMachine.provide({
  actors: {
    chatHistory: chatHistoryMachine.provide({
      actors: { 'chat.history': callActor(chatCalls['chat.history']), chatLine },
    }),
    chatBox: chatBoxMachine.provide({
      actors: { chatMessage },
      actions: {
        layFile: ({ context: { items } }, file) => layFile(items.at(-1)?.clientId ?? '', file),
      },
    }),
    'chat.read': callActor(chatCalls['chat.read']),
    page: fromCallback(({ sendBack }) => {
      const look = () => sendBack({ type: document.hidden ? 'page.hidden' : 'page.shown' })
      document.addEventListener('visibilitychange', look)
      if (document.hidden) look()
      return () => document.removeEventListener('visibilitychange', look)
    }),
  },
})

type Root = { of: string | null; actor: Actor<typeof chatLogic> }
let root: Root | null = null

/** Ends the chat of whoever is not at the browser any more. */
function endOther() {
  if (!root || (root.of === token() && root.actor.getSnapshot().status === 'active')) return
  root.actor.stop()
  root = null
}

const watched = new WeakSet<Session>()

/** The chat of who is at the browser: it goes on while other screens show, and ends with the login. */
export function chatOf(session: Session): Root['actor'] {
  endOther()
  if (!watched.has(session)) {
    watched.add(session)
    session.subscribe(endOther)
  }
  root ??= { of: token(), actor: createActor(chatLogic, { input: { kept: keptItems() } }).start() }
  return root.actor
}
