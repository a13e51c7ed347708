import * as v from 'valibot'
import { secret } from './text.ts'

/** Returns the schema of a list whose unreadable rows are dropped. A single value counts as a list of one. */
const rowsOf = <S extends v.GenericSchema>(row: S) =>
  v.pipe(
    v.unknown(),
    v.transform((rows): v.InferOutput<S>[] =>
      (Array.isArray(rows) ? rows : [rows]).flatMap((each) => {
        const found = v.safeParse(row, each)
        return found.success ? [found.output] : []
      }),
    ),
  )

/**
 * A button in a message. A `web` button opens the address in `payload`, and a `call` button dials the number in it. Any
 * other button sends `payload`, or the title if there is no payload. Source: R195.
 */
export const ChatButton = v.pipe(
  v.object({ title: secret(v.string()), type: v.nullish(v.string()), payload: v.nullish(secret(v.string())) }),
  v.transform((button) => ({ ...button, payload: button.payload ?? button.title })),
)
export type ChatButton = v.InferOutput<typeof ChatButton>

/** A card in a `generic` message. Source: R196. */
export const ChatCard = v.object({
  image_url: v.nullish(secret(v.string())),
  title: secret(v.string()),
  subtitle: v.nullish(secret(v.string())),
  buttons: v.optional(rowsOf(ChatButton)),
})
export type ChatCard = v.InferOutput<typeof ChatCard>

/**
 * The content of a `media` message. `filePath` is the path that the upload returned, and `url` is the address of the
 * file. Source: R194.
 */
export const ChatMedia = v.object({
  message: v.nullish(secret(v.string())),
  url: v.nullish(secret(v.string())),
  fileType: v.picklist(['image', 'video', 'file']),
  filePath: v.nullish(secret(v.string())),
  name: v.nullish(secret(v.string())),
})
export type ChatMedia = v.InferOutput<typeof ChatMedia>

/** A message's content on the wire, in any of the accepted shapes. {@link contentOf} parses it. Source: R185. */
export const ChatMessage = v.object({
  message_type: v.string(),
  payload: v.optional(secret(v.unknown())),
  payloads: v.optional(secret(v.unknown())),
  deliver: v.nullish(v.string()),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

/** Text, sent either as a bare string or in the field `message`. */
const Said = v.union([
  v.string(),
  v.pipe(
    v.object({ message: secret(v.string()) }),
    v.transform(({ message }) => message),
  ),
])
const Buttons = v.pipe(rowsOf(ChatButton), v.minLength(1))
const Cards = v.pipe(rowsOf(ChatCard), v.minLength(1))

/**
 * The parsed content of a message. The type is `unknown` if the type or shape of the message is not recognised.
 * Source: R187–R193.
 */
export type ChatContent =
  | { type: 'text' | 'postback'; message: string }
  | { type: 'buttons' | 'quick_replies'; message: string; buttons: ChatButton[] }
  | { type: 'media'; media: ChatMedia }
  | { type: 'generic'; cards: ChatCard[] }
  | { type: 'unknown' }

/** Returns the value parsed with the schema, or null if the value does not match it. */
function read<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const found = v.safeParse(schema, value)
  return found.success ? found.output : null
}

/**
 * Parses the content of a message. Never throws. Text may be a bare string. Unreadable buttons and cards are left out.
 * Source: R187–R193 (payload shapes assumed, because R187–R196 do not define them).
 */
export function contentOf({ message_type: type, payload, payloads }: ChatMessage): ChatContent {
  const none: ChatContent = { type: 'unknown' }
  switch (type) {
    case 'text':
    case 'postback': {
      const message = read(Said, payload)
      return message === null ? none : { type, message }
    }
    case 'buttons':
    case 'quick_replies': {
      const [message, buttons] = [read(Said, payload), read(Buttons, payloads)]
      return message === null || buttons === null ? none : { type, message, buttons }
    }
    case 'media': {
      const media = read(ChatMedia, payload)
      return media === null ? none : { type, media }
    }
    case 'generic': {
      const cards = read(Cards, payloads)
      return cards === null ? none : { type, cards }
    }
    default:
      return none
  }
}

/**
 * Returns a key for the content of a message. Messages with the same content have the same key, regardless of extra
 * fields and of field order.
 */
export function contentKey(message: ChatMessage): string {
  const content = contentOf(message)
  switch (content.type) {
    case 'unknown':
      return JSON.stringify(message.payload ?? message.payloads)
    case 'media': {
      const { fileType, filePath, url } = content.media
      return JSON.stringify([fileType, filePath || url])
    }
    default:
      return JSON.stringify(content)
  }
}
