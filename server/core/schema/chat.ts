import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ChatMessage } from '#contract/chat-content.ts'
import { oneOf, time, whole } from './columns.ts'

/**
 * Conversations with support, one per member or guest. `readSeq` is the newest message that the customer has read,
 * `agentReadSeq` that support has; `answeredAt` is when a person of support, not the bot, last wrote.
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
 * Messages of conversations: within one, `seq` and `createdAt` are strictly increasing in the order of commits.
 * `clientId` is made by the sender and unique in the conversation. Source: R184–R186, D-24.
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

/** The media types of chat files. */
export const CHAT_FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'video/mp4',
  'video/quicktime',
  'text/plain',
] as const

/**
 * Files of a conversation: `file` is the random name under which it is stored, `name` the sender's, `size` in bytes;
 * `isSent` is true once a message shows it. Source: R194, R374–R375.
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
    index().on(t.createdAt),
    index('chatFiles_unsent').on(t.createdAt).where(sql`not ${t.isSent}`),
  ],
)
