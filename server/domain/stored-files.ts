import { statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { slips } from '#server/core/schema/deposits.ts'

/**
 * The folder where an uploaded file is kept under its final name until its call has finished. Files left here belong to
 * calls that never finished.
 */
export const UNFINISHED = 'unfinished'

/** An unguessable name: 192 random bits. */
export const newName = () => randomWord(24)
/** Matches the names that {@link newName} makes. */
export const FILE_NAME = /^[\w-]{32}$/

/** True if the file with this name belongs to a slip or to the chat. */
const isHeld = async (db: Db, name: string) =>
  (await db.$count(slips, eq(slips.file, name))) + (await db.$count(chatFiles, eq(chatFiles.file, name))) > 0

/** Removes the unfinished copy of an upload. Also removes the final file unless a row refers to it. */
export async function finish(db: Db, folder: string, name: string) {
  if (!(await isHeld(db, name))) await rm(join(folder, name), { force: true })
  await rm(join(folder, UNFINISHED, name), { force: true })
}

/** Stores `content` that the server has generated as a file in `folder`, and returns the file's name. */
export async function putFile(folder: string, content: Buffer): Promise<string> {
  const name = newName()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name), content, { flag: 'wx', mode: 0o600 })
  return name
}

/** Removes the files of uploads that began before `before` (epoch ms) and never finished. */
export async function sweepUploads(db: Db, folder: string, before: number) {
  const names = await readdir(join(folder, UNFINISHED)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((each) => FILE_NAME.test(each))) {
    const left = statSync(join(folder, UNFINISHED, name), { throwIfNoEntry: false })
    if (left && left.mtimeMs < before) await finish(db, folder, name)
  }
}
