import type { ChatAnswer, Conversation, OwnMessage } from '#contract/chat.ts'
import { contentKey } from '#contract/chat-content.ts'
import type { Failure } from '#contract/failure.ts'

/** The owner of a conversation, in the form that calls use. A guest id appears without its signature. */
export type Whose = { userId: string | null; guestId: string | null }
/** A placeholder owner, used until the server returns the real one. */
export const NOBODY: Whose = { userId: null, guestId: null }
/**
 * An item that the player sends. `filePath` is the path from the reply to its upload, or null before that reply. The
 * file itself is never in context. Source: R187–R197.
 */
export type ChatItem =
  | ChatAnswer
  | { type: 'media'; fileType: 'image' | 'video'; name: string; filePath: string | null }
/** The names of the current user, which a plain backend expects with each message. Source: R186. */
export type Names = { username: string | null; name: string | null }
/** Empty names, for a user whose names are unknown or not required. */
export const UNNAMED: Names = { username: null, name: null }
/**
 * Identifies a message in the history of a plain backend, which stores no `clientId`: by the visit that sent the
 * message, and by the time of the newest message before it (null if none was known).
 */
export type Trace = { session_id: string; after: string | null }
/**
 * An item that may not have arrived, as stored across a reload. `trace` is set once the item was sent to a plain
 * backend.
 */
export type KeptItem = { clientId: string; item: ChatItem; trace?: Trace | undefined }
/** An item that was sent to a plain backend and may have arrived. */
export type TracedItem = KeptItem & { trace: Trace }
/** The sender of a message: the owner, the names and the visit. It is set when the message is sent. */
export type Sender = Whose & Names & { session_id: string }
/** True for a file that has no path yet, which must be uploaded before its message is sent. Source: R247. */
export const needsUpload = (item: ChatItem): boolean => item.type === 'media' && item.filePath === null

type Failed = Pick<KeptItem, 'item'> & { isLost: boolean; failure: Failure | null }
/**
 * True if resending would fail again, because the file is gone or the server rejected it. Source: R288–R289 (assumed).
 */
export const isHopeless = ({ item, isLost, failure }: Failed): boolean =>
  isLost || (needsUpload(item) && failure?.kind === 'refused' && failure.code === 'NO_DATA')

/** Returns the body of the message that is sent for an item. Source: R185, R194. */
export function bodyOf(item: ChatItem): OwnMessage {
  switch (item.type) {
    case 'text':
      return { message_type: 'text', payload: { message: item.message } }
    case 'postback':
      return { message_type: 'postback', payload: { message: item.message, payload: item.payload } }
    case 'media': {
      const { fileType, name, filePath } = item
      return { message_type: 'media', payload: { fileType, name, filePath: filePath ?? '' } }
    }
  }
}

/** Returns the message that the history will show once the item is sent. Source: R246. */
export const sentOf = (
  { clientId, item, trace, sender }: KeptItem & { sender: Sender | null },
  createdAt: string,
): Conversation => ({
  sender: 'customer',
  message: bodyOf(item),
  createdAt,
  ...sender,
  ...(trace ? {} : { clientId }),
})

/** True if this message from a plain backend's history must be the given item. Source: D-25 (assumed). */
export function isShownBy(
  { item, trace }: TracedItem,
  { sender, session_id, createdAt, message }: Conversation,
): boolean {
  if (sender !== 'customer' || contentKey(message) !== contentKey(bodyOf(item))) return false
  if (session_id && session_id !== trace.session_id) return false
  return trace.after === null ? session_id === trace.session_id : createdAt > trace.after
}
