import { CHAT_PAGE, type Conversation, conversationId } from '#contract/chat.ts'

/** Returns the id of the newest message, or null if `messages` (oldest first) is empty. */
export const newestId = (messages: readonly Conversation[]): string | null => {
  const newest = messages.at(-1)
  return newest ? conversationId(newest) : null
}

/**
 * Returns the ids of messages. Messages without a `clientId` that would share an id are numbered, because the same
 * message sent twice counts as two messages. Source: D-25.
 */
export function idsOf(messages: readonly Conversation[]): string[] {
  const times = new Map<string, number>()
  return messages.map((message) => {
    const id = conversationId(message)
    const time = (times.get(id) ?? 0) + 1
    times.set(id, time)
    return message.clientId || time === 1 ? id : `${id} ${time}`
  })
}

/** Returns the messages that are not among the known ones, without duplicates. */
export function unknownOf(known: readonly Conversation[], messages: readonly Conversation[]): Conversation[] {
  const seen = new Set(idsOf(known))
  const ids = idsOf(messages)
  return messages.filter((_, at) => {
    const id = ids[at] ?? ''
    return !seen.has(id) && seen.add(id)
  })
}

/** Compares messages by time. Sorting keeps messages with equal times in the order in which they arrived. */
const byTime = ({ createdAt: one }: Conversation, { createdAt: other }: Conversation) =>
  Number(one > other) - Number(one < other)

/**
 * Returns the known and new messages without duplicates, sorted by the server's time, oldest first. Source: R246, R382,
 * D-25.
 */
export function merge(known: readonly Conversation[], more: readonly Conversation[]): readonly Conversation[] {
  const unknown = unknownOf(known, more)
  return unknown.length > 0 ? [...known, ...unknown].sort(byTime) : known
}

/**
 * Returns the messages that are not older than `first`. Older messages are loaded with their own page. Source: R537.
 */
export const notBefore = (first: Conversation | undefined, messages: readonly Conversation[]): Conversation[] =>
  messages.filter((message) => !first || message.createdAt >= first.createdAt)

/**
 * The id of the message up to which the conversation is loaded without a gap. It is null if the conversation is known
 * to be empty, and undefined if nothing is known yet.
 */
export type Heard = string | null | undefined

/**
 * True if no message is missing between the last known one and this page of the history (newest first). Source: D-50.
 */
export const reachesBack = (page: readonly Conversation[], heard: Heard): boolean =>
  heard === undefined || page.length < CHAT_PAGE || page.some((message) => conversationId(message) === heard)

/**
 * True if this page of the history (newest first) contains messages before `first`, or is the last page. Source: R537.
 */
export const goesBeyond = (page: readonly Conversation[], first: Conversation | undefined): boolean =>
  page.length < CHAT_PAGE || page.some(({ createdAt }) => !first || createdAt < first.createdAt)
