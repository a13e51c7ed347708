import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { ChatMessage } from '#contract/chat-content.ts'
import { oneOf, time, whole } from './columns.ts'

/** Conversations with support, one per member or guest. */
export const chats = pgTable('chats', {
  owner: text().primaryKey(),
  /** The `seq` of the newest message that the customer has read. */
  readSeq: whole().notNull().default(0),
  /** The `seq` of the newest message that support has read. */
  agentReadSeq: whole().notNull().default(0),
  /** The time at which a support agent, not the bot, last wrote. */
  answeredAt: time(),
})

/** The possible senders of a message. */
const SENDERS = ['customer', 'other'] as const

/**
 * Chat messages. Within a conversation, `seq` and `createdAt` strictly increase in the order of the commits. The sender
 * generates `clientId`, which is unique within the conversation. Source: R184–R186, D-24.
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

/** Files sent in the chat. Source: R194, R374–R375. */
export const chatFiles = pgTable(
  'chatFiles',
  {
    /** The random name under which the file is stored. */
    file: text().primaryKey(),
    owner: text().notNull(),
    type: text({ enum: CHAT_FILE_TYPES }).notNull(),
    /** The size in bytes. */
    size: integer().notNull(),
    /** The name that the sender gave the file. */
    name: text().notNull(),
    /** True once the file has been sent in a message. */
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
