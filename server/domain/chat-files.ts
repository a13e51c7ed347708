import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { ChatMessage } from '#contract/chat-content.ts'
import type { Db } from '#server/core/db.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { FILE_NAME } from './stored-files.ts'

/** The path of chat files: outside the API, because a browser opens them without a token. */
export const CHAT_FILES = '/chat-files'

/** The path of a file; `fileAddresses` signs it. Source: R374–R375. */
export const filePath = (file: string) => `${CHAT_FILES}/${file}`

/** The name of the file at a path, signed or not, or null if there is no such path. */
export function fileAt(path: string): string | null {
  const [place = ''] = path.split('?')
  const name = place.startsWith(`${CHAT_FILES}/`) ? place.slice(CHAT_FILES.length + 1) : ''
  return FILE_NAME.test(name) ? name : null
}

const WithFile = v.object({ filePath: v.string() })
/** The name of the file in a message, if it is one of ours. */
export const fileIn = ({ payload }: ChatMessage): string | null =>
  v.is(WithFile, payload) ? fileAt(payload.filePath) : null

/** The media type of a file. */
export async function chatFileType(db: Db, file: string): Promise<string | undefined> {
  const [found] = await db.select({ type: chatFiles.type }).from(chatFiles).where(eq(chatFiles.file, file))
  return found?.type
}
