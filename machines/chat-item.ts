import type { ChatAnswer, Conversation, OwnMessage } from '#contract/chat.ts'
import { contentKey } from '#contract/chat-content.ts'
import type { Failure } from '#contract/failure.ts'

/** Whose conversation it is, as calls name them; the id of a guest is without its signature. */
export type Whose = { userId: string | null; guestId: string | null }
/** Whose it is before anybody has said so. */
export const NOBODY: Whose = { userId: null, guestId: null }
/** What a player sends; `filePath` of a file is what its upload answered. The file itself is in no context. Source: R187–R197. */
export type ChatItem =
  | ChatAnswer
  | { type: 'media'; fileType: 'image' | 'video'; name: string; filePath: string | null }
/** The names of the current user, which a plain backend expects with each message. Source: R186. */
export type Names = { username: string | null; name: string | null }
/** Names that are not known, or need not be told. */
export const UNNAMED: Names = { username: null, name: null }
/**
 * How a message is recognised in the history of a plain backend, which knows no `clientId`: by the visit that sent it and the
 * time of the newest message before it, null if none was known.
 */
export type Trace = { session_id: string; after: string | null }
/** An item that is not sent yet, as it is kept over a reload; `trace` once it went out to a plain backend. */
export type KeptItem = { clientId: string; item: ChatItem; trace?: Trace | undefined }
/** An item that went out to a plain backend, and may have arrived. */
export type TracedItem = KeptItem & { trace: Trace }
/** Whose message it is, and of which visit; given when its turn comes. */
export type Sender = Whose & Names & { session_id: string }
/** A file goes out before the message that shows it. Source: R247. */
export const needsUpload = (item: ChatItem): boolean => item.type === 'media' && item.filePath === null

type Failed = Pick<KeptItem, 'item'> & { isLost: boolean; failure: Failure | null }
/** Sent again it would fail again: its file is gone, or was refused for what it is. Source: R288–R289 (assumed). */
export const isHopeless = ({ item, isLost, failure }: Failed): boolean =>
  isLost || (needsUpload(item) && failure?.kind === 'refused' && failure.code === 'NO_DATA')

/** What goes over the wire. Source: R185, R194. */
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

/** The message as it stands in the history from then on. Source: R246. */
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

/** True of a message in the history of a plain backend that can only be this item. Source: D-25 (assumed). */
export function isShownBy(
  { item, trace }: TracedItem,
  { sender, session_id, createdAt, message }: Conversation,
): boolean {
  if (sender !== 'customer' || contentKey(message) !== contentKey(bodyOf(item))) return false
  if (session_id && session_id !== trace.session_id) return false
  return trace.after === null ? session_id === trace.session_id : createdAt > trace.after
}
