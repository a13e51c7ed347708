import type { ChatMessage } from '#contract/chat-content.ts'
import type { Db } from '#server/core/db.ts'
import { type CHAT_FILE_TYPES, chatFiles } from '#server/core/schema/chat.ts'
import { filePath } from '#server/domain/chat-files.ts'
import { putFile } from '#server/domain/stored-files.ts'
import { slipPicture } from '../slip-picture.ts'

/**
 * Every message type, with `media` split into its three kinds. `other` is a type that the client does not know.
 * Source: R187–R194.
 */
export const SAYINGS = [
  'text',
  'buttons',
  'image',
  'video',
  'file',
  'quick_replies',
  'generic',
  'postback',
  'other',
] as const
/** A kind of message. */
export type Kind = (typeof SAYINGS)[number]

const BUTTONS = [
  { title: 'เปิดหน้าฝากเงิน', type: 'web', payload: '/user/home?dialog=deposit' },
  { title: 'โทรหาแอดมิน', type: 'call', payload: '020000000' },
  { title: 'เงินไม่เข้า', type: 'postback', payload: 'missing' },
  { title: 'ขอบคุณ', payload: 'ขอบคุณ' },
]
const CARDS = ['welcome', 'daily', 'weekly'].map((name) => ({
  image_url: `/banners/${name}.svg`,
  title: 'โบนัส',
  subtitle: 'ทำยอดเทิร์นให้ครบแล้วจึงถอนทั้งหมดได้',
  buttons: [
    { title: 'เงื่อนไขโบนัส', type: 'web', payload: '/user/bonus' },
    { title: 'รับโบนัส', type: 'postback', payload: name },
  ],
}))

/** Returns a message of the given kind with the text `message`. An image or file message uses its entry in `files`. */
export function sayingOf(kind: Kind, message: string, files: Partial<Record<'image' | 'file', object>>): ChatMessage {
  switch (kind) {
    case 'image':
    case 'file':
      return { message_type: 'media', payload: { message, fileType: kind, ...files[kind] } }
    case 'video':
      return {
        message_type: 'media',
        payload: { message, fileType: kind, url: '/help/wallet.mp4', name: 'wallet.mp4' },
      }
    case 'buttons':
      return { message_type: kind, payload: { message }, payloads: BUTTONS }
    case 'quick_replies':
      return { message_type: kind, payload: { message }, payloads: BUTTONS.slice(2) }
    case 'generic':
      return { message_type: kind, payloads: CARDS }
    case 'other':
      return { message_type: 'hologram', payload: { message } }
    default:
      return { message_type: kind, payload: { message } }
  }
}

type Put = { db: Db; owner: string; folder: string; at: Date }
type Own = { content: Buffer; type: (typeof CHAT_FILE_TYPES)[number]; name: string }

/** Stores a file, adds it to a conversation, and returns the fields that a message needs to show it. */
async function addFile({ db, owner, folder, at }: Put, { content, type, name }: Own) {
  const file = await putFile(folder, content)
  await db.insert(chatFiles).values({ file, owner, type, name, size: content.length, isSent: true, createdAt: at })
  return { filePath: filePath(file), name }
}

/** Returns a message of the given kind. Stores a new file if the message shows one. */
export async function newSaying(kind: Kind, message: string, put: Put): Promise<ChatMessage> {
  const image = { content: slipPicture('500.00'), type: 'image/png', name: 'slip.png' } as const
  const file = { content: Buffer.from(`${message}\n`), type: 'text/plain', name: 'note.txt' } as const
  if (kind !== 'image' && kind !== 'file') return sayingOf(kind, message, {})
  return sayingOf(kind, message, { [kind]: await addFile(put, kind === 'image' ? image : file) })
}
