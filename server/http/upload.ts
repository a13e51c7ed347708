import { openAsBlob } from 'node:fs'
import { link, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/core/db.ts'
import { logFailure } from '#server/core/log.ts'
import { finish, newName, UNFINISHED } from '#server/domain/stored-files.ts'
import { type FormRules, readForm } from './multipart.ts'

/**
 * An uploaded file on disk. `digest` is its SHA-256. `keep` links the file into its final folder and returns its name
 * there. Call `end` once the call has finished, to remove the file unless a row contains that name.
 */
export type Upload = {
  file: File
  digest: string
  keep: () => Promise<string>
  end: (db: Db) => Promise<void>
}

/** Receives the file of a form into `folder`. Refuses like {@link readForm}, and then leaves no file behind. */
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
        // If an aborted transaction is retried, the link already exists.
        await link(place, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        })
        return name
      },
      end: (db) =>
        finish(db, folder, name).catch((error) =>
          // Files that remain are removed at the next startup.
          logFailure('upload', error),
        ),
    }
  } catch (error) {
    await rm(place, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
