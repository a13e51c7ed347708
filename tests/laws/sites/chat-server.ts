import { CHAT_PAGE } from '#contract/chat.ts'

/** A message as the server receives it. */
export type Entry = [id: string, text: string]

/**
 * Returns the stored messages after the server has received `entry`. Returns the same list if a message with this id is
 * stored already. `copies`: how many messages with the same id the server stores.
 */
export const receive = (stored: readonly Entry[], entry: Entry, copies = 1): readonly Entry[] =>
  stored.filter(([id]) => id === entry[0]).length < copies ? [...stored, entry] : stored

/** Returns one page of a conversation, newest message first, after skipping the `skip` newest messages. */
export function pageOf<Message>(all: readonly Message[], skip: number): Message[] {
  const end = Math.max(0, all.length - skip)
  return all.slice(Math.max(0, end - CHAT_PAGE), end).reverse()
}

/**
 * Returns the id of the newest message, or null. The server sends it in the reply to a join, and with the next message
 * as the id of its predecessor.
 */
export const newestOf = (all: readonly { clientId?: string | null | undefined }[]): string | null =>
  all.at(-1)?.clientId ?? null
