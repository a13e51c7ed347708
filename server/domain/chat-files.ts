import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { ChatMessage } from '#contract/chat-content.ts'
import type { Db } from '#server/core/db.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { FILE_NAME } from './stored-files.ts'

/** The base path of chat files. It is outside the API, because browsers request files without a token. */
export const CHAT_FILES = '/chat-files'

/** Returns the unsigned path of a file. `fileAddresses` signs it. Source: R374–R375. */
export const filePath = (file: string) => `${CHAT_FILES}/${file}`

/** Returns the file name in a signed or unsigned path, or null if the path is not that of a chat file. */
export function fileAt(path: string): string | null {
  const [place = ''] = path.split('?')
  const name = place.startsWith(`${CHAT_FILES}/`) ? place.slice(CHAT_FILES.length + 1) : ''
  return FILE_NAME.test(name) ? name : null
}

const WithFile = v.object({ filePath: v.string() })
/** Returns the name of the file in a message, or null if the message does not contain a file stored on this site. */
export const fileIn = ({ payload }: ChatMessage): string | null =>
  v.is(WithFile, payload) ? fileAt(payload.filePath) : null

/** Returns the media type of a chat file, or undefined if there is no such file. */
export async function chatFileType(db: Db, file: string): Promise<string | undefined> {
  const [found] = await db.select({ type: chatFiles.type }).from(chatFiles).where(eq(chatFiles.file, file))
  return found?.type
}
