import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { ChatMessage, contentKey } from './chat-content.ts'
import { additive } from './field.ts'
import { secret, text } from './text.ts'

/** The number of messages per page of the history. Source: R537. */
export const CHAT_PAGE = 10
/** The maximum length of a player's message, in UTF-16 units as `maxlength` counts them. Source: R285. */
export const CHAT_TEXT_MOST = 2_000

/** The interval between checks of the connection. Source: R383. */
export const CHAT_CHECK = 5_000
/** How long an unanswered message may still turn up in the history (assumed). */
export const CHAT_CHECKED = 2 * CHAT_CHECK
/** The delay before reconnecting. Source: R379. */
export const CHAT_RECONNECT = 500
/** The delay from seeing messages to marking them as read, and the duration of a chat hint. Source: R250, R539–R540. */
export const CHAT_READ_DEBOUNCE = 1_000
export const CHAT_ALERT = 4_000

/** The state of one of the player's items. Source: R197, R247. */
export type Deliver = 'uploading_file' | 'sending' | 'failed' | 'succeed'

/** A time normalised to ISO in UTC, so that comparing the strings compares the times; an unreadable time stays unchanged. */
const Time = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((said) => {
    const time = new Date(said)
    return Number.isNaN(time.getTime()) ? String(said) : time.toISOString()
  }),
)

const UNKNOWN = 'unknown'
const name = v.fallback(v.nullish(v.string()), undefined)
/** The readable content of a message. */
const Readable = v.object({ ...ChatMessage.entries, message_type: v.fallback(v.string(), UNKNOWN), deliver: name })
/**
 * One message of a conversation; `createdAt` is the server's time, ISO, strictly increasing within a conversation.
 * `clientId` (additive) identifies a message: set by the sender, unique within its conversation. `previous` (additive,
 * pushed messages only): the `clientId` of the previous message, null for the first; a client that lacks that message has
 * missed one.
 *
 * Parsing never fails: a message of unknown shape gets an unknown type, and sorts first if it has no time (assumed).
 * Source: R184–R186, R193, D-24–D-25.
 */
export const Conversation = v.fallback(
  v.object({
    sender: v.fallback(v.picklist(['customer', 'other']), 'other'),
    message: v.fallback(Readable, { message_type: UNKNOWN }),
    createdAt: v.fallback(Time, ''),
    session_id: name,
    userId: name,
    guestId: secret(name),
    username: secret(name),
    name: secret(name),
    deviceToken: secret(name),
    clientId: name,
    previous: name,
  }),
  { sender: 'other', message: { message_type: UNKNOWN }, createdAt: '' },
)
export type Conversation = v.InferOutput<typeof Conversation>

/** The length of a time down to the second: `2026-01-02T03:04:05`. */
const TO_SECOND = 19

/**
 * A message's id within its conversation: its `clientId`, or else its time, sender and content, which two messages may
 * share. The time is cut to the second, because a backend may send fractions that it does not store. Source: D-25.
 */
export const conversationId = ({ clientId, createdAt, sender, message }: Conversation): string =>
  clientId ?? JSON.stringify([createdAt.slice(0, TO_SECOND), sender, contentKey(message)])

/** True if a message may be sent. Source: R285–R286. */
export const canSay = (said: string): boolean => said.trim() !== '' && said.length <= CHAT_TEXT_MOST

const MB = 1024 * 1024
/** The accepted attachment types, and the file extensions of each. Source: R288–R289 (extensions assumed). */
export const CHAT_IMAGES = {
  'image/png': /[^.]\.png$/i,
  'image/jpeg': /[^.]\.jpe?g$/i,
  'image/jpg': /[^.]\.jpe?g$/i,
  'image/gif': /[^.]\.gif$/i,
}
export const CHAT_VIDEOS = { 'video/mp4': /[^.]\.(mp4|m4v)$/i, 'video/quicktime': /[^.]\.(mov|qt)$/i }
/** The maximum picture and video sizes, in MB and in bytes. Source: R290–R291. */
const IMAGE_MB = 10
const VIDEO_MB = 20
export const CHAT_IMAGE_MOST = IMAGE_MB * MB
export const CHAT_VIDEO_MOST = VIDEO_MB * MB

/** Returns the kind of attachment for a file type, or null if the type is not accepted. Source: R288. */
export function attachmentKind(type: string): 'image' | 'video' | null {
  if (Object.hasOwn(CHAT_IMAGES, type)) return 'image'
  return Object.hasOwn(CHAT_VIDEOS, type) ? 'video' : null
}

/**
 * Returns 'type' if the file type is not accepted, the size limit in MB if the file exceeds it, or null if the file can
 * be attached. Source: R288–R291.
 */
export function attachmentProblem(file: {
  name: string
  type: string
  size: number
}): 'type' | typeof IMAGE_MB | typeof VIDEO_MB | null {
  const kind = attachmentKind(file.type)
  const endings: Record<string, RegExp> = { ...CHAT_IMAGES, ...CHAT_VIDEOS }
  if (kind === null || !endings[file.type]?.test(file.name)) return 'type'
  if (kind === 'image') return file.size > CHAT_IMAGE_MOST ? IMAGE_MB : null
  return file.size > CHAT_VIDEO_MOST ? VIDEO_MB : null
}

/** A client's own part of the chat: the room, and the message being typed. */
export const OwnChat = v.object({ room: secret(v.string()), draft: secret(v.string()) })

/** A conversation's room. Source: R381, D-22. */
export const roomOf = (prefix: string, id: string): string => `${prefix}_${id}`
/** True if a backend has signed the id. Source: D-23. */
export const isSigned = (guestId: string): boolean => guestId.includes('.')
/** The name of a guest: the id stored in the browser, without its signature. Source: D-23. */
export const guestName = (signed: string): string => signed.split('.')[0] ?? ''

const id = v.nullish(text(100))
/**
 * The conversation of a request: the server uses the caller's, and refuses with NO_USER if the request names somebody
 * else. Source: D-22.
 */
const Whose = { userId: id, guestId: secret(id) }
/** A message that a player may send. */
const OwnMessage = v.union([
  v.object({
    message_type: v.literal('text'),
    payload: secret(v.object({ message: v.pipe(v.string(), v.check(canSay)) })),
    deliver: v.nullish(v.string()),
  }),
  v.object({
    message_type: v.literal('postback'),
    payload: secret(v.object({ message: v.pipe(v.string(), v.check(canSay)), payload: text(CHAT_TEXT_MOST) })),
    deliver: v.nullish(v.string()),
  }),
  v.object({
    message_type: v.literal('media'),
    payload: secret(
      v.object({
        message: v.nullish(text(CHAT_TEXT_MOST)),
        fileType: v.picklist(['image', 'video']),
        filePath: text(200),
        name: v.nullish(text(255)),
      }),
    ),
    deliver: v.nullish(v.string()),
  }),
])
export type OwnMessage = v.InferOutput<typeof OwnMessage>

/** A button's answer: a string, or the button's title with its payload. Source: R195. */
export type ChatAnswer = { type: 'text'; message: string } | { type: 'postback'; message: string; payload: string }
/** True if an answer may be sent. Source: R285–R286. */
export const canAnswer = (answer: ChatAnswer): boolean =>
  canSay(answer.message) && (answer.type === 'text' || v.is(text(CHAT_TEXT_MOST), answer.payload))

/** The reply to joining one's own room; `last` is the id of the room's newest message, or null if it has none. */
export type JoinReply = { joined: boolean; last: string | null }

export const chatCalls = {
  /**
   * The caller, whose id names the room: a member's `userId`, else `guestId`: the signed id that was sent, or a new one
   * if it is missing or invalid. `unread`: the number of unread support messages; `newest`: the time of the newest message
   * when they were counted, ISO, null for an empty conversation. All four are additive: a backend that sends `userId` or
   * a signed `guestId` also supports `clientId` and `upTo`, and acknowledges joins. Source: R371, D-22–D-23.
   */
  'chat.config': read(
    'GET /api/chat/config',
    v.strictObject({}),
    v.object({
      PREFIX: v.string(),
      userId: additive(v.string()),
      guestId: additive(secret(v.string())),
      unread: additive(v.pipe(v.number(), v.integer(), v.minValue(0))),
      newest: additive(v.nullable(v.string())),
    }),
    { access: 'guest' },
  ),
  /**
   * A message with a known `clientId` gets its first reply again; a message without a `clientId` is always new. Refused:
   * NO_DATA, NO_USER, REQUEST_LIMIT. Source: R372, D-24.
   */
  'chat.send': change(
    'POST /api/chat/send-message',
    v.strictObject({
      ...Whose,
      sender: v.literal('customer'),
      message: OwnMessage,
      createdAt: v.nullish(text(40)),
      session_id: id,
      username: v.nullish(secret(text(200))),
      name: v.nullish(secret(text(200))),
      deviceToken: v.nullish(secret(text(500))),
      clientId: v.nullish(v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,100}$/))),
    }),
    v.object({ createdAt: Time }),
    { access: 'guest' },
  ),
  /** Newest first, without the `skip` newest. Source: R373, R537. */
  'chat.history': read(
    'POST /api/chat/history',
    v.strictObject({
      ...Whose,
      limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
      skip: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
    }),
    v.array(Conversation),
    { access: 'guest' },
  ),
  /** Refused: NO_DATA (no file, or an unaccepted one), REQUEST_LIMIT. Source: R374, R376. */
  'chat.uploadImage': change(
    'POST /api/chat/upload-image',
    v.strictObject({ file: v.file() }),
    v.object({ path: secret(v.string()) }),
    { access: 'guest', form: true, repeatable: true },
  ),
  /** Like `chat.uploadImage`. Source: R375–R376. */
  'chat.uploadVideo': change(
    'POST /api/chat/upload-video',
    v.strictObject({ file: v.file() }),
    v.object({ path: secret(v.string()) }),
    { access: 'guest', form: true, repeatable: true },
  ),
  /** Marks support messages as read, up to the message with the id `upTo` (additive) or up to now. Source: R377. */
  'chat.read': change('PUT /api/chat/read-customer/', v.strictObject({ ...Whose, upTo: id }), done, {
    access: 'guest',
  }),
}
