import { createActor, fromCallback } from 'xstate'
import type { CallInput } from '#contract/call.ts'
import { CHAT_PAGE, type Conversation, chatCalls, guestName, isSigned, roomOf } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'
import { profileCalls } from '#contract/profile.ts'
import { chatMachine } from '#machines/chat.machine.ts'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { chatHistoryMachine, type Older } from '#machines/chat-history.machine.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { chatMessageMachine } from '#machines/chat-message.machine.ts'
import type { FromSocket, ItemUpload, LineConfig, Missing, ToSocket } from '#machines/lib/chat-events.ts'
import { UNNAMED, type Whose } from '#machines/lib/chat-item.ts'
import { goesBeyond, reachesBack, unknownOf } from '#machines/lib/chat-messages.ts'
import { openLine } from '#src/api/chat-socket.ts'
import { request, wire } from '#src/api/request.ts'
import { named } from '#src/inspect/inspector.ts'
import { clearFile, clearFiles, fileUnder, storeFile } from '#src/lib/attachments.ts'
import { clearItem, keptDraft, keptItems, storeDraft, storeItem } from '#src/lib/chat-items.ts'
import { serverNow } from '#src/lib/clock.ts'
import { guestId, ownGuestId, storeGuestId } from '#src/lib/guest-id.ts'
import { loginId, token } from '#src/lib/token.ts'
import { callActor, requestActor } from './call.ts'
import type { Session } from './session.ts'

wire.guest = ({ access }): Record<string, string> => {
  const id = access === 'guest' ? guestId() : null
  return id && isSigned(id) ? { Authorization: `Guest ${id}` } : {}
}

/** The failure of a message whose file was lost, for example in a reload. */
const noFile: Failure = { kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' }

/**
 * Reads the history backwards, page by page, until `isEnough` accepts a page. Leaves out the `skip` newest messages.
 * Returns the messages, oldest first, and the number of messages on the last page read. New messages shift the pages,
 * so a message may be read twice, but it is returned only once and no message is skipped.
 */
async function pagesOf(
  who: Whose,
  skip: number,
  isEnough: (page: readonly Conversation[]) => boolean,
  signal: AbortSignal,
) {
  const found: Conversation[] = []
  for (let at = skip; ; at += CHAT_PAGE) {
    const page = await request(chatCalls['chat.history'], { ...who, limit: CHAT_PAGE, skip: at }, signal)
    found.push(...unknownOf(found, page))
    if (isEnough(page)) return { found: found.reverse(), last: page.length }
  }
}

const member = (prefix: string, userId: string) => ({
  room: roomOf(prefix, userId),
  who: { userId, guestId: null },
})
/** Stores a guest's id in this browser, and returns the guest's room and identity. */
function guest(prefix: string, id: string) {
  storeGuestId(id)
  const name = guestName(id)
  return { room: roomOf(prefix, name), who: { userId: null, guestId: name } }
}

const chatLine = chatLineMachine.provide({
  actors: {
    'chat.config': requestActor(async (_: undefined, signal): Promise<LineConfig> => {
      const config = await request(chatCalls['chat.config'], {}, signal)
      const { PREFIX, userId, guestId: given, unread = 0, newest } = config
      const counted = { unread, newest }
      if (userId) return { ...member(PREFIX, userId), ...counted }
      if (given && isSigned(given)) return { ...guest(PREFIX, given), ...counted }
      if (wire.token() === null) return { ...guest(PREFIX, given || ownGuestId()), ...counted, plain: UNNAMED }
      const { _id, username, name } = await request(profileCalls['account.profile'], {}, signal)
      return { ...member(PREFIX, _id), ...counted, plain: { username, name } }
    }),
    missed: requestActor(async ({ who, since }: Missing, signal) => {
      const { found } = await pagesOf(who, 0, (page) => reachesBack(page, since), signal)
      return found
    }),
    socket: fromCallback<ToSocket>(({ sendBack, receive }) => {
      const tell = (event: FromSocket) => sendBack(event)
      const line = openLine({
        up: () => tell({ type: 'line.up' }),
        down: () => tell({ type: 'line.down' }),
        joined: (reply) => tell({ type: 'line.joined', reply }),
        message: (message) => tell({ type: 'line.message', message }),
      })
      receive((event) => {
        if (event.type === 'socket.connect') line.connect()
        else if (event.type === 'socket.join') line.join(event.room)
        else line.enter(event.room)
      })
      return () => line.close()
    }),
  },
})

const chatMessage = chatMessageMachine.provide({
  actors: {
    'chat.send': requestActor((input: CallInput<(typeof chatCalls)['chat.send']>, signal) =>
      request(chatCalls['chat.send'], { ...input, createdAt: new Date(serverNow()).toISOString() }, signal),
    ),
    upload: requestActor(({ clientId, fileType, key, owner }: ItemUpload, signal) => {
      const file = fileUnder(clientId)
      if (!file) return Promise.reject(noFile)
      const call = chatCalls[fileType === 'video' ? 'chat.uploadVideo' : 'chat.uploadImage']
      return request(call, { file, key }, signal, {
        onProgress: (sent, size) => owner.send({ type: 'item.progress', sent, size }),
      })
    }),
  },
  actions: {
    saveItem: ({ context: { clientId, item, trace } }) => storeItem({ clientId, item, trace }),
    clearItem: ({ context: { clientId } }) => {
      clearItem(clientId)
      clearFile(clientId)
    },
  },
})

export const chatLogic = chatMachine.provide({
  actors: {
    chatHistory: chatHistoryMachine.provide({
      actors: {
        chatLine,
        older: requestActor(async ({ who, skip, first }: Older, signal) => {
          const { found, last } = await pagesOf(who, skip, (page) => goesBeyond(page, first), signal)
          return { found, hasOlder: last >= CHAT_PAGE }
        }),
      },
    }),
    chatBox: chatBoxMachine.provide({
      actors: {
        chatMessage,
        tab: fromCallback(() => {
          const of = loginId()
          return () => {
            clearFiles()
            if (of !== loginId()) storeDraft('', of)
          }
        }),
      },
      actions: {
        saveFile: ({ context: { items } }, file) => storeFile(items.at(-1)?.clientId ?? '', file),
        saveDraft: ({ context: { draft } }) => storeDraft(draft, token()),
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

/** Returns a chat for the current user, with this tab's unsent messages and draft. The chat is not started yet. */
export const newChat = () =>
  createActor(chatLogic, { ...named('chat'), input: { kept: keptItems(), draft: keptDraft() } })

/** Opens the chat of the session's user. */
export const openChat = (session: Session) => session.send({ type: 'chat.open', chat: newChat() })
