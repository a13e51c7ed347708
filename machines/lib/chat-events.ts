import type { ActorRef, Snapshot } from 'xstate'
import type { Conversation, JoinReply } from '#contract/chat.ts'
import type { Names, TracedItem, Whose } from './chat-item.ts'
import type { Heard } from './chat-messages.ts'

/**
 * The configuration of a connection: the room, its user, and the number of unread messages up to the time `newest`
 * (ISO, or null if the conversation was empty). `plain` is set if the backend implements only the specification. Such a
 * backend has no message ids and does not acknowledge a join.
 */
export type LineConfig = {
  room: string
  who: Whose
  unread: number
  newest?: string | null | undefined
  plain?: Names | undefined
}
/**
 * The request for the missing messages: all messages after the last known one, or the newest page if no message is
 * known.
 */
export type Missing = { who: Whose; since: Heard }
/** Events from the socket to the chat line. */
export type FromSocket =
  | { type: 'line.up' | 'line.down' }
  | { type: 'line.joined'; reply: JoinReply }
  | { type: 'line.message'; message: Conversation }
/**
 * Commands to the socket: connect now, join a room and report the reply, or enter a room without waiting for a reply.
 */
export type ToSocket = { type: 'socket.connect' } | { type: 'socket.join' | 'socket.enter'; room: string }

/**
 * Events from the chat line to the history: the current user, one message, the messages after `since`, or a failure to
 * load them.
 */
export type LineNews =
  | ({ type: 'line.configured' } & Omit<LineConfig, 'room'>)
  | { type: 'line.message'; message: Conversation }
  | { type: 'line.missed'; found: readonly Conversation[]; since: Heard }
  | { type: 'line.failed' }

/** The source of messages: the first (newest) page, messages that arrived after it, or an older page. */
export type Kind = 'first' | 'new' | 'older'
/**
 * Events from the history to the chat: the current user, and messages that were not known before. `newest` is the
 * `clientId` of the newest message, or null if that message has no `clientId` or there is no message. `isFetched` means
 * that the newest messages were just loaded, whether or not any of them were new.
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

/** The upload progress of an item, in bytes. Sent by the upload itself. */
export type ItemProgress = { type: 'item.progress'; sent: number; size: number }
/** The input of an upload. The actor finds the file by its `clientId`. */
export type ItemUpload = {
  clientId: string
  fileType: 'image' | 'video'
  key: string
  owner: ActorRef<Snapshot<unknown>, ItemProgress>
}
/**
 * Events from an item to the message box: the item was sent to a plain backend, waits again, stopped, was removed, or
 * arrived.
 */
export type ItemNews =
  | { type: 'item.traced'; out: TracedItem }
  | { type: 'item.waits'; clientId: string }
  | { type: 'item.stopped'; clientId: string; isHopeless: boolean }
  | { type: 'item.removed'; clientId: string }
  | { type: 'item.sent'; clientId: string; message: Conversation }

/** Sent by the message box to the chat when one of the player's messages has reached support. */
export type BoxNews = { type: 'box.sent'; message: Conversation }
