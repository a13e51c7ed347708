import * as v from 'valibot'

/** A button of a message: `web` opens `payload`, `call` dials it, anything else sends it. Source: R195. */
export const ChatButton = v.object({ title: v.string(), type: v.nullish(v.string()), payload: v.string() })
export type ChatButton = v.InferOutput<typeof ChatButton>

/** A card of a `generic` message. Source: R196. */
export const ChatCard = v.object({
  image_url: v.nullish(v.string()),
  title: v.string(),
  subtitle: v.nullish(v.string()),
  buttons: v.nullish(v.array(ChatButton)),
})
export type ChatCard = v.InferOutput<typeof ChatCard>

/** What a `media` message shows: `filePath` is what an upload answered, `url` where it is. Source: R194. */
export const ChatMedia = v.object({
  message: v.nullish(v.string()),
  url: v.nullish(v.string()),
  fileType: v.picklist(['image', 'video', 'file']),
  filePath: v.nullish(v.string()),
  name: v.nullish(v.string()),
})
export type ChatMedia = v.InferOutput<typeof ChatMedia>

/** What a message says, in whatever shape it came: {@link contentOf} reads it. Source: R185. */
export const ChatMessage = v.object({
  message_type: v.string(),
  payload: v.optional(v.unknown()),
  payloads: v.optional(v.unknown()),
  deliver: v.nullish(v.string()),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

const Said = v.object({ message: v.string() })
const Buttons = v.pipe(v.array(ChatButton), v.minLength(1))

/** What a message shows; `unknown` when it is of no known type, or not in that type's shape. Source: R187–R193. */
export type ChatContent =
  | { type: 'text' | 'postback'; message: string }
  | { type: 'buttons' | 'quick_replies'; message: string; buttons: ChatButton[] }
  | { type: 'media'; media: ChatMedia }
  | { type: 'generic'; cards: ChatCard[] }
  | { type: 'unknown' }

/** Reads what a message shows. Never throws. Source: R187–R193 (shapes of payloads assumed: SPEC §3 names no more). */
export function contentOf({ message_type: type, payload, payloads }: ChatMessage): ChatContent {
  const none: ChatContent = { type: 'unknown' }
  switch (type) {
    case 'text':
    case 'postback':
      return v.is(Said, payload) ? { type, message: payload.message } : none
    case 'buttons':
    case 'quick_replies':
      return v.is(Said, payload) && v.is(Buttons, payloads)
        ? { type, message: payload.message, buttons: payloads }
        : none
    case 'media':
      return v.is(ChatMedia, payload) ? { type, media: payload } : none
    case 'generic':
      return v.is(v.pipe(v.array(ChatCard), v.minLength(1)), payloads) ? { type, cards: payloads } : none
    default:
      return none
  }
}
