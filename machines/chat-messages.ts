import { CHAT_PAGE, type Conversation, conversationId } from '#contract/chat.ts'

/** What tells the newest message from every other one; null when there is none. `messages`: oldest first. */
export const newestId = (messages: readonly Conversation[]): string | null => {
  const newest = messages.at(-1)
  return newest ? conversationId(newest) : null
}

const idsOf = (messages: readonly Conversation[]) => new Set(messages.map(conversationId))

/** The messages that are not among the known ones. */
export function unknownOf(known: readonly Conversation[], messages: readonly Conversation[]): Conversation[] {
  const ids = idsOf(known)
  return messages.filter((message) => !ids.has(conversationId(message)))
}

/** True of a page of the history behind which nothing is missed: it holds the message of that id, or what was said first. */
export const reachesBack = (page: readonly Conversation[], id: string | null): boolean =>
  id === null || page.length < CHAT_PAGE || page.some((message) => conversationId(message) === id)

/**
 * The messages with a page of the history put in its place: the server's order counts, and nothing is there twice. All
 * oldest first. `end`: where a page goes that has nothing in common with what is known. Source: R373, D-25.
 */
export function joinPage(
  known: readonly Conversation[],
  page: readonly Conversation[],
  end: 'older' | 'newer',
): Conversation[] {
  const inPage = idsOf(page)
  const common = known.findIndex((message) => inPage.has(conversationId(message)))
  const at = common >= 0 ? common : end === 'older' ? 0 : known.length
  return [...known.slice(0, at), ...page, ...unknownOf(page, known.slice(at))]
}

/** The messages with one more, where its time puts it: an answer may be here before what it answers. Source: R246, R382. */
export function addMessage(known: readonly Conversation[], message: Conversation): readonly Conversation[] {
  if (unknownOf(known, [message]).length === 0) return known
  const at = 1 + known.findLastIndex(({ createdAt }) => createdAt <= message.createdAt)
  return known.toSpliced(at, 0, message)
}
