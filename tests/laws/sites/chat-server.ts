import { CHAT_PAGE } from '#contract/chat.ts'

/** A message as the server receives it. */
export type Entry = [id: string, text: string]

/**
 * Returns the messages that the server stores once it has received `entry`: the same list if it has stored a message
 * with that id before. `copies`: how many messages may have the same id.
 */
export const receive = (stored: readonly Entry[], entry: Entry, copies = 1): readonly Entry[] =>
  stored.filter(([id]) => id === entry[0]).length < copies ? [...stored, entry] : stored

/** Returns a page of a conversation, newest first, without its `skip` newest messages. */
export function pageOf<Message>(all: readonly Message[], skip: number): Message[] {
  const end = Math.max(0, all.length - skip)
  return all.slice(Math.max(0, end - CHAT_PAGE), end).reverse()
}

/** Returns the id of the newest message: the reply to a join, and what the next message names as its predecessor. */
export const newestOf = (all: readonly { clientId?: string | null | undefined }[]): string | null =>
  all.at(-1)?.clientId ?? null
