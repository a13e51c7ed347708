import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ChatMessage } from '#contract/chat-content.ts'
import { oneOf, time, whole } from './columns.ts'

/**
 * Conversations with support, one for each member or guest. `readSeq` is the newest message that the customer has read,
 * `agentReadSeq` that support has; `answeredAt` when somebody of support, not the bot, last wrote.
 */
export const chats = pgTable('chats', {
  owner: text().primaryKey(),
  readSeq: whole().notNull().default(0),
  agentReadSeq: whole().notNull().default(0),
  answeredAt: time(),
})

/** The sender of a message. */
const SENDERS = ['customer', 'other'] as const

/**
 * Messages of conversations: in one conversation `seq` and `createdAt` both grow, strictly, in the order in which messages
 * were committed. `clientId` is what the sender made, once in a conversation. Source: R184–R186, D-24.
 */
export const chatMessages = pgTable(
  'chatMessages',
  {
    seq: whole().primaryKey().generatedAlwaysAsIdentity(),
    chat: text()
      .notNull()
      .references(() => chats.owner),
    clientId: text().notNull(),
    sender: text({ enum: SENDERS }).notNull(),
    message: jsonb().$type<ChatMessage>().notNull(),
    sessionId: text(),
    username: text(),
    name: text(),
    deviceToken: text(),
    createdAt: time().notNull(),
  },
  (t) => [oneOf(t.sender, SENDERS), unique('chatMessages_client').on(t.chat, t.clientId), index().on(t.chat, t.seq)],
)

/** What is kept of files of the chat. */
export const CHAT_FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'text/plain',
] as const

/**
 * Files of a conversation: `file` the random name it is kept under, `name` what its sender calls it, `size` in bytes;
 * `isSent` once a message shows it. Source: R194, R374–R375.
 */
export const chatFiles = pgTable(
  'chatFiles',
  {
    file: text().primaryKey(),
    owner: text().notNull(),
    type: text({ enum: CHAT_FILE_TYPES }).notNull(),
    size: integer().notNull(),
    name: text().notNull(),
    isSent: boolean().notNull().default(false),
    createdAt: time().notNull(),
  },
  (t) => [
    oneOf(t.type, CHAT_FILE_TYPES),
    index().on(t.owner, t.createdAt),
    index('chatFiles_unsent').on(t.createdAt).where(sql`not ${t.isSent}`),
  ],
)
