import type { ActorRef, Snapshot } from 'xstate'
import type { Conversation, JoinReply } from '#contract/chat.ts'
import type { Names, TracedItem, Whose } from './chat-item.ts'
import type { Heard } from './chat-messages.ts'

/**
 * What has to be known before a line can stand: the room, who is in it, and how many messages wait to be read. `plain`: the
 * backend knows what the specification says and no more, neither message ids nor an answer to a join.
 */
export type LineConfig = { room: string; who: Whose; unread: number; plain?: Names | undefined }
/** What is missing: everything after what was heard; the newest page where nothing was. */
export type Missing = { who: Whose; since: Heard }
/** What the socket says to the line. */
export type FromSocket =
  | { type: 'line.up' | 'line.down' }
  | { type: 'line.joined'; reply: JoinReply }
  | { type: 'line.message'; message: Conversation }
/** Commands to the socket: connect now, join a room and report the answer, or enter a room without an answer. */
export type ToSocket = { type: 'socket.connect' } | { type: 'socket.join' | 'socket.enter'; room: string }

/** What the line tells the history: who is speaking, a message, what was said after `since`, up to which all was known, or that this cannot be had now. */
export type LineNews =
  | ({ type: 'line.configured' } & Omit<LineConfig, 'room'>)
  | { type: 'line.message'; message: Conversation }
  | { type: 'line.missed'; found: readonly Conversation[]; since: Heard }
  | { type: 'line.failed' }

/** Where messages come from: the first page, which is the newest, said since then, or older. */
export type Kind = 'first' | 'new' | 'older'
/**
 * What the history tells the chat: who is speaking, and messages that were not known; `newest`: `clientId` of the newest
 * there is now. `isFetched`: the newest messages have just been fetched, whether or not there were new ones.
 */
export type HistoryNews =
  | ({ type: 'history.begun' } & Omit<LineConfig, 'room'>)
  | {
      type: 'history.grown'
      messages: readonly Conversation[]
      kind: Kind
      newest: string | null
      isFetched?: boolean | undefined
    }

/** How far the upload of an item has come, bytes. Sent by the upload itself. */
export type ItemProgress = { type: 'item.progress'; sent: number; size: number }
/** What an upload is started with; the file lies where the actor finds it by `clientId`. */
export type ItemUpload = {
  clientId: string
  fileType: 'image' | 'video'
  key: string
  owner: ActorRef<Snapshot<unknown>, ItemProgress>
}
/** What an item tells the box: that it goes out to a plain backend, that it waits for its turn anew, that it does not go on, that it is taken back, that it is there. */
export type ItemNews =
  | { type: 'item.traced'; out: TracedItem }
  | { type: 'item.waits'; clientId: string }
  | { type: 'item.stopped'; clientId: string; isHopeless: boolean }
  | { type: 'item.removed'; clientId: string }
  | { type: 'item.sent'; clientId: string; message: Conversation }

/** What the box tells the chat: a message has arrived. */
export type BoxNews = { type: 'box.sent'; message: Conversation }
