import type { ChatAnswer, Conversation, OwnMessage } from '#contract/chat.ts'
import type { Failure } from '#contract/failure.ts'

/** Whose conversation it is, as calls name them; the id of a guest is without its signature. */
export type Whose = { userId: string | null; guestId: string | null }
/** Whose it is before anybody has said so. */
export const NOBODY: Whose = { userId: null, guestId: null }
/** What a player sends; `filePath` of a file is what its upload answered. The file itself is in no context. Source: R187–R197. */
export type ChatItem =
  | ChatAnswer
  | { type: 'media'; fileType: 'image' | 'video'; name: string; filePath: string | null }
/** An item that is not sent yet, as it is kept over a reload. */
export type KeptItem = { clientId: string; item: ChatItem }
/** Whose message it is, and of which visit; given when its turn comes. */
export type Sender = Whose & { session_id: string }
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
  { clientId, item, sender }: KeptItem & { sender: Sender | null },
  createdAt: string,
): Conversation => ({
  sender: 'customer',
  message: bodyOf(item),
  createdAt,
  ...sender,
  clientId,
})
