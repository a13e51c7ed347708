import { randomBytes } from 'node:crypto'
import { openAsBlob, statSync } from 'node:fs'
import { link, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Db } from './db.ts'
import { type FormRules, readForm } from './multipart.ts'
import { databaseError } from './refusal.ts'
import { chatFiles } from './schema/chat.ts'
import { slips } from './schema/money.ts'

/**
 * A file that has come in, on disk; `digest` is its SHA-256. `keep` gives it the name under which it stays if a row holds
 * that name once the call is over; `end` takes everything else away then.
 */
export type Upload = {
  file: File
  digest: string
  keep: () => Promise<string>
  end: (db: Db) => Promise<void>
}

/** Holds a file until its call is over, under the name that it gets. What is left in here nobody decided on. */
const UNFINISHED = 'unfinished'

/** A name that nobody guesses: 192 random bits. */
const newName = () => randomBytes(24).toString('base64url')
/** What such a name looks like. */
export const FILE_NAME = /^[\w-]{32}$/

/** True when a row holds the name. */
const isHeld = async (db: Db, name: string) =>
  (await db.$count(slips, eq(slips.file, name))) + (await db.$count(chatFiles, eq(chatFiles.file, name))) > 0

/** Takes away what is left of an upload: all of it, unless a row holds the name. */
async function finish(db: Db, folder: string, name: string) {
  if (!(await isHeld(db, name))) await rm(join(folder, name), { force: true })
  await rm(join(folder, UNFINISHED, name), { force: true })
}

/** Puts a file of our own into `folder` and gives its name. */
export async function putFile(folder: string, content: Buffer): Promise<string> {
  const name = newName()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name), content, { flag: 'wx', mode: 0o600 })
  return name
}

/** Receives the file of a form into `folder`. Refuses as {@link readForm}; nothing is left behind then. */
export async function receiveFile(request: Request, folder: string, rules: FormRules): Promise<Upload> {
  const name = newName()
  const place = join(folder, UNFINISHED, name)
  await mkdir(join(folder, UNFINISHED), { recursive: true, mode: 0o700 })
  const handle = await open(place, 'wx', 0o600)
  try {
    const sent = await readForm(request, handle, rules)
    await handle.sync()
    const { type } = sent
    return {
      file: new File([await openAsBlob(place, { type })], sent.name, { type }),
      digest: sent.digest,
      keep: async () => {
        // A transaction that was broken off for another one runs again.
        await link(place, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        return name
      },
      end: (db) =>
        finish(db, folder, name).catch((error) =>
          // The next start takes away what is left.
          console.error('upload', databaseError(error).code ?? 'not taken away'),
        ),
    }
  } catch (error) {
    await rm(place, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

/** Takes away what uploads left that began before `before` (epoch ms) and never came to an end. */
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
