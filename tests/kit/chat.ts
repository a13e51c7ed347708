import * as v from 'valibot'
import { type Conversation, chatCalls, guestName } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import type { Backend, Sent as Request } from './server.ts'

type Sent = v.InferInput<(typeof chatCalls)['chat.send']['input']>

/** The body of a customer's text message. */
export const chatText = (message: string, clientId: string = newKey()): Sent => ({
  sender: 'customer',
  message: { message_type: 'text', payload: { message } },
  clientId,
})

/** The body of a customer's message with an uploaded file. */
export const chatMedia = (
  filePath: string,
  fileType: 'image' | 'video' = 'image',
  clientId: string = newKey(),
): Sent => ({
  sender: 'customer',
  message: { message_type: 'media', payload: { filePath, fileType } },
  clientId,
})

/** A file of `size` bytes whose content begins with `start`. */
export function fileOf(start: string, name: string, type: string, size = 64): File {
  const bytes = new Uint8Array(size)
  bytes.set(Buffer.from(start, 'latin1').subarray(0, size))
  return new File([bytes], name, { type })
}

/** A file with the header of a video. */
export const mp4 = (name = 'film.mp4', size = 100): File => fileOf('\0\0\0\x18ftypmp42', name, 'video/mp4', size)

/** A new guest: the signed id, the name inside that id, and the headers to send with every request. */
export async function guestOf(backend: Backend) {
  const guestId = String((await backend.call('chat.config', {})).body.guestId)
  return { guestId, name: guestName(guestId), sent: { headers: { Authorization: `Guest ${guestId}` } } }
}

/** Up to 100 of the caller's messages, newest first. */
export async function historyOf(backend: Backend, sent: Request): Promise<Conversation[]> {
  const { body } = await backend.call('chat.history', { limit: 100, skip: 0 }, sent)
  return v.parse(chatCalls['chat.history'].reply, body)
}
