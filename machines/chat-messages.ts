import { CHAT_PAGE, type Conversation, conversationId } from '#contract/chat.ts'

/** What tells the newest message from every other one; null when there is none. `messages`: oldest first. */
export const newestId = (messages: readonly Conversation[]): string | null => {
  const newest = messages.at(-1)
  return newest ? conversationId(newest) : null
}

/** The ids of messages; those without a `clientId` that share one are counted: the same text said twice is two. Source: D-25. */
export function idsOf(messages: readonly Conversation[]): string[] {
  const times = new Map<string, number>()
  return messages.map((message) => {
    const id = conversationId(message)
    const time = (times.get(id) ?? 0) + 1
    times.set(id, time)
    return message.clientId || time === 1 ? id : `${id} ${time}`
  })
}

/** The messages that are not among the known ones, each once. */
export function unknownOf(known: readonly Conversation[], messages: readonly Conversation[]): Conversation[] {
  const seen = new Set(idsOf(known))
  const ids = idsOf(messages)
  return messages.filter((_, at) => {
    const id = ids[at] ?? ''
    return !seen.has(id) && seen.add(id)
  })
}

/** What was said at the same time stays in the order it came in. */
const byTime = ({ createdAt: one }: Conversation, { createdAt: other }: Conversation) =>
  Number(one > other) - Number(one < other)

/** Known messages and more, from wherever they came: each once, by the server's time. Oldest first. Source: R246, R382, D-25. */
export function merge(known: readonly Conversation[], more: readonly Conversation[]): readonly Conversation[] {
  const unknown = unknownOf(known, more)
  return unknown.length > 0 ? [...known, ...unknown].sort(byTime) : known
}

/** The messages that were not said before `first`: what is older than a page comes with a page of its own. Source: R537. */
export const notBefore = (first: Conversation | undefined, messages: readonly Conversation[]): Conversation[] =>
  messages.filter((message) => !first || message.createdAt >= first.createdAt)

/**
 * What of a conversation is known without a gap: up to the message of an id, that nothing was ever said (null), or nothing
 * yet (undefined).
 */
export type Heard = string | null | undefined

/** True of a page of the history, newest first, behind which nothing is missed: it goes back to what was heard. Source: D-50. */
export const reachesBack = (page: readonly Conversation[], heard: Heard): boolean =>
  heard === undefined || page.length < CHAT_PAGE || page.some((message) => conversationId(message) === heard)

/** True of a page of the history, newest first, that brings what was said before `first`, or has nothing behind it. Source: R537. */
export const goesBeyond = (page: readonly Conversation[], first: Conversation | undefined): boolean =>
  page.length < CHAT_PAGE || page.some(({ createdAt }) => !first || createdAt < first.createdAt)
