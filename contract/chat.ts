import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { ChatMessage, contentKey } from './chat-content.ts'
import { additive } from './field.ts'
import { secret, text } from './text.ts'

/** The number of messages per page of the history. Source: R537. */
export const CHAT_PAGE = 10
/**
 * The maximum length of a player's message, in UTF-16 code units, as the `maxlength` attribute counts them.
 * Source: R285.
 */
export const CHAT_TEXT_MOST = 2_000

/** The interval between checks of the connection, in ms. Source: R383. */
export const CHAT_CHECK = 5_000
/** How long to look in the history for a sent message whose outcome is unknown, in ms (assumed). */
export const CHAT_CHECKED = 2 * CHAT_CHECK
/** The delay before reconnecting, in ms. Source: R379. */
export const CHAT_RECONNECT = 500
/** The delay between seeing messages and marking them as read, in ms. Source: R250, R539. */
export const CHAT_READ_DEBOUNCE = 1_000
/** How long a chat hint is shown, in ms. Source: R540. */
export const CHAT_ALERT = 4_000

/** The delivery state of a message or file that the player sends. Source: R197, R247. */
export type Deliver = 'uploading_file' | 'sending' | 'failed' | 'succeed'

/**
 * A time, converted to ISO format in UTC so that times can be compared as strings. An unreadable time stays unchanged.
 */
const Time = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((said) => {
    const time = new Date(said)
    return Number.isNaN(time.getTime()) ? String(said) : time.toISOString()
  }),
)

const UNKNOWN = 'unknown'
const name = v.fallback(v.nullish(v.string()), undefined)
/** The content of a message, with a fallback for each unreadable field. */
const Readable = v.object({ ...ChatMessage.entries, message_type: v.fallback(v.string(), UNKNOWN), deliver: name })
/**
 * One message of a conversation. Parsing never fails: a message of unknown shape gets an unknown type, and a message
 * without a time sorts first (assumed). Source: R184–R186, R193, D-24–D-25.
 */
export const Conversation = v.fallback(
  v.object({
    sender: v.fallback(v.picklist(['customer', 'other']), 'other'),
    message: v.fallback(Readable, { message_type: UNKNOWN }),
    /** The server's timestamp in ISO format. It strictly increases within a conversation. */
    createdAt: v.fallback(Time, ''),
    session_id: name,
    userId: name,
    guestId: secret(name),
    username: secret(name),
    name: secret(name),
    deviceToken: secret(name),
    /** The id that the sender assigned to the message, unique within its conversation (additive). */
    clientId: name,
    /**
     * Only in pushed messages: the `clientId` of the previous message, or null for the first message (additive). A
     * client that does not have the previous message has missed it.
     */
    previous: name,
  }),
  { sender: 'other', message: { message_type: UNKNOWN }, createdAt: '' },
)
export type Conversation = v.InferOutput<typeof Conversation>

/** The length of an ISO time without fractions of a second, such as `2026-01-02T03:04:05`. */
const TO_SECOND = 19

/**
 * Returns a message's id within its conversation: its `clientId`, or else a key made from its time, sender and content.
 * Two messages may share such a key. The time is cut to the second, because a backend may send fractions that it does
 * not store. Source: D-25.
 */
export const conversationId = ({ clientId, createdAt, sender, message }: Conversation): string =>
  clientId ?? JSON.stringify([createdAt.slice(0, TO_SECOND), sender, contentKey(message)])

/** True if the player may send this text as a message. Source: R285–R286. */
export const canSay = (said: string): boolean => said.trim() !== '' && said.length <= CHAT_TEXT_MOST

const MB = 1024 * 1024
/**
 * The accepted types of attachments, each with a pattern for its file names. Source: R288–R289 (extensions assumed).
 */
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
 * Returns 'type' if the file's type or extension is not accepted, the size limit in MB if the file exceeds it, or null
 * if the file can be attached. Source: R288–R291.
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

/** The chat state that exists only in this client: the name of the room and the message being typed. */
export const OwnChat = v.object({ room: secret(v.string()), draft: secret(v.string()) })

/** Returns the name of a conversation's room. Source: R381, D-22. */
export const roomOf = (prefix: string, id: string): string => `${prefix}_${id}`
/** True if a backend has signed the guest id. Source: D-23. */
export const isSigned = (guestId: string): boolean => guestId.includes('.')
/** Returns the name of a guest: the id stored in the browser, without its signature. Source: D-23. */
export const guestName = (signed: string): string => signed.split('.')[0] ?? ''

const id = v.nullish(text(100))
/**
 * The owner of the conversation that a request is about. The server always uses the caller's own conversation and
 * refuses a request for any other with NO_USER. Source: D-22.
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

/** What a button sends: either text, or the button's title with its payload. Source: R195. */
export type ChatAnswer = { type: 'text'; message: string } | { type: 'postback'; message: string; payload: string }
/** True if the player may send this answer. Source: R285–R286. */
export const canAnswer = (answer: ChatAnswer): boolean =>
  canSay(answer.message) && (answer.type === 'text' || v.is(text(CHAT_TEXT_MOST), answer.payload))

/**
 * The reply to a socket that joins its own room. `last` is the id of the newest message in the room, or null if the
 * room has none.
 */
export type JoinReply = { joined: boolean; last: string | null }

export const chatCalls = {
  /**
   * Returns the caller's id, which the room is named after, and the state of their conversation. All fields after
   * `PREFIX` are additive. A backend that sends `userId` or a signed `guestId` also supports `clientId` and `upTo`, and
   * acknowledges joins. Source: R371, D-22–D-23.
   */
  'chat.config': read(
    'GET /api/chat/config',
    v.strictObject({}),
    v.object({
      PREFIX: v.string(),
      /** The id of a member. A guest has a `guestId` instead. */
      userId: additive(v.string()),
      /** A guest's signed id: the id from the request, or a new one if that id is missing or invalid. */
      guestId: additive(secret(v.string())),
      /** The number of unread messages from support. */
      unread: additive(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** The time of the newest message when `unread` was counted, in ISO format. Null for an empty conversation. */
      newest: additive(v.nullable(v.string())),
    }),
    { access: 'guest' },
  ),
  /**
   * Sends a message. A request with an already used `clientId` sends nothing and returns the reply to the first
   * request. A message without a `clientId` always counts as new. Refused with NO_DATA, NO_USER or REQUEST_LIMIT.
   * Source: R372, D-24.
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
  /** Returns messages, newest first, after skipping the newest `skip` messages. Source: R373, R537. */
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
  /**
   * Refused with NO_DATA if the file is missing or not accepted, or with REQUEST_LIMIT if there are too many requests.
   * Source: R374, R376.
   */
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
  /**
   * Marks the messages from support as read, up to and including the message with the id `upTo` (additive). Without
   * `upTo`, marks all of them. Source: R377.
   */
  'chat.read': change('PUT /api/chat/read-customer/', v.strictObject({ ...Whose, upTo: id }), done, {
    access: 'guest',
  }),
}
