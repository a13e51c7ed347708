import { and, count, desc, eq, gt, type Placeholder, sql } from 'drizzle-orm'
import type { Conversation } from '#contract/chat.ts'
import type { ChatMessage } from '#contract/chat-content.ts'
import type { Db } from '#server/core/db.ts'
import { chatMessages, chats } from '#server/core/schema/chat.ts'
import type { Said } from '#server/core/world.ts'
import { fileIn, filePath } from './chat-files.ts'
import type { FileAddresses } from './file-address.ts'
import { isGuest, publicId } from './guest.ts'

/** The prefix of conversation room names. Source: R371, D-22. */
export const PREFIX = 'krapao'

type Row = typeof chatMessages.$inferSelect
/** A new message: its content, its sender, and the owner of the conversation. */
export type Saying = Omit<typeof chatMessages.$inferInsert, 'createdAt'>

/**
 * Returns the message. If it contains a file stored on this site, the file's address is replaced with a newly signed
 * one.
 */
function placed({ urlOf }: FileAddresses, message: ChatMessage): ChatMessage {
  const file = fileIn(message)
  if (message.message_type !== 'media' || file === null) return message
  return { ...message, payload: { ...(message.payload as object), url: urlOf(filePath(file)) } }
}

/** A message as sent on the wire. Source: R184–R186. */
export const conversationOf = (addresses: FileAddresses, row: Omit<Row, 'seq'>): Conversation => ({
  sender: row.sender,
  message: placed(addresses, row.message),
  createdAt: row.createdAt.toISOString(),
  session_id: row.sessionId,
  ...(isGuest(row.chat) ? { guestId: publicId(row.chat) } : { userId: row.chat }),
  username: row.username,
  name: row.name,
  deviceToken: row.deviceToken,
  clientId: row.clientId,
})

/** The newest message of a conversation. */
export async function newestOf(db: Db, owner: string): Promise<Row | undefined> {
  const [newest] = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chat, owner))
    .orderBy(desc(chatMessages.seq))
    .limit(1)
  return newest
}

/** Returns the message with this client id, or undefined if the conversation has no such message. */
async function messageOf(db: Db, owner: string, clientId: string): Promise<Row | undefined> {
  const [found] = await db
    .select()
    .from(chatMessages)
    .where(and(eq(chatMessages.chat, owner), eq(chatMessages.clientId, clientId)))
  return found
}

/** A page of a conversation, newest first. Source: R373. */
export const pageOf = (db: Db, owner: string, { limit, skip }: { limit: number; skip: number }) =>
  db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chat, owner))
    .orderBy(desc(chatMessages.seq))
    .limit(limit)
    .offset(skip)

/** Matches the support messages that the customer has not read. */
const isUnread = (owner: string | Placeholder) =>
  and(eq(chatMessages.chat, owner), eq(chatMessages.sender, 'other'), gt(chatMessages.seq, chats.readSeq))

/** Returns an SQL expression for the number of support messages that the customer has not read. */
export function unreadMessages(db: Db, owner: Placeholder) {
  const unread = db
    .select({ n: count() })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.owner, chatMessages.chat))
    .where(isUnread(owner))
  return sql`(${unread})`.mapWith(Number)
}

/**
 * Returns the number of support messages that the customer has not read, and the ISO time of the newest message (null
 * if the conversation is empty). Both come from one snapshot.
 */
export async function unreadOf(db: Db, owner: string): Promise<{ unread: number; newest: string | null }> {
  const last = db
    .select({ createdAt: chatMessages.createdAt })
    .from(chatMessages)
    .where(eq(chatMessages.chat, owner))
    .orderBy(desc(chatMessages.seq))
    .limit(1)
  const newest = sql<Date | null>`(${last})`.mapWith(chatMessages.createdAt)
  const [found] = await db
    .select({ unread: count(), newest })
    .from(chatMessages)
    .innerJoin(chats, eq(chats.owner, chatMessages.chat))
    .where(isUnread(owner))
  return { unread: found?.unread ?? 0, newest: found?.newest?.toISOString() ?? null }
}

/** Locks a conversation until the transaction ends. Creates the conversation if it does not exist. */
export const takeChat = (tx: Db, owner: string) =>
  tx.insert(chats).values({ owner }).onConflictDoUpdate({ target: chats.owner, set: { owner } })

/**
 * Adds a message, and locks the conversation until the transaction ends, so that its messages are numbered in commit
 * order. `first` is the stored message with this `clientId`. `said` is null if that message already existed.
 * Source: D-24.
 */
export async function say(
  tx: Db,
  addresses: FileAddresses,
  saying: Saying,
  at: Date,
): Promise<{ first: Row; said: Said | null }> {
  const { chat, clientId } = saying
  await takeChat(tx, chat)
  const there = await messageOf(tx, chat, clientId)
  if (there) return { first: there, said: null }
  const previous = await newestOf(tx, chat)
  // A later message always has a later time, even if the clocks of processes differ or two messages arrive within a
  // millisecond.
  const createdAt = new Date(Math.max(at.getTime(), (previous?.createdAt.getTime() ?? 0) + 1))
  const [first] = await tx
    .insert(chatMessages)
    .values({ ...saying, createdAt })
    .returning()
  if (!first) throw new Error('no message added')
  const conversation = { ...conversationOf(addresses, first), previous: previous?.clientId ?? null }
  return { first, said: { owner: chat, conversation } }
}

/**
 * Marks messages as read by the customer, up to the message with the client id `upTo`, or all messages if `upTo` is
 * null. Never marks a read message as unread. Source: R377.
 */
export async function markRead(tx: Db, owner: string, upTo: string | null = null) {
  const last = upTo === null ? await newestOf(tx, owner) : await messageOf(tx, owner, upTo)
  if (!last) return
  const readSeq = sql`greatest(${chats.readSeq}, ${last.seq})`
  await tx.update(chats).set({ readSeq }).where(eq(chats.owner, owner))
}
