import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { isSame, signatureOf, siteKey } from './site-key.ts'

/**
 * How long the address of a file opens it, in ms (assumed): as long as a session that is not remembered, so that an open
 * chat keeps its pictures.
 */
const VALID = 12 * 60 * 60_000
/** Addresses that are made within an hour are equal, so that a list that is read again does not load its pictures again. */
const STEP = 60 * 60_000

/** Returns a function that reads the key of players' files once. */
export function createFileKey() {
  let key: Buffer | undefined
  return async (db: Db): Promise<Buffer> => {
    key ??= await siteKey(db, 'files')
    return key
  }
}

/**
 * Makes addresses of files. A browser opens a file without a token, so whoever knows the address may see the file, for 12
 * to 13 hours. `pathOf` signs a path, `urlOf` returns its address at this server.
 */
export type FileAddresses = { pathOf: (path: string) => string; urlOf: (path: string) => string }

/** Returns what makes the addresses of files, valid from now. Source: D-61. */
export async function fileAddresses({
  db,
  fileKey,
  settings,
  now,
}: Pick<HandlerContext, 'db' | 'fileKey' | 'settings' | 'now'>): Promise<FileAddresses> {
  const key = await fileKey(db)
  const until = String((Math.floor(now() / STEP) + 1) * STEP + VALID)
  const pathOf = (path: string) => `${path}?until=${until}&sign=${signatureOf(`${path}?${until}`, key)}`
  return { pathOf, urlOf: (path) => settings.apiOrigin + pathOf(path) }
}

/** True if the query of a file's address is one of {@link fileAddresses}, and still valid at `now`, epoch ms. */
export function isSigned(path: string, { until = '', sign = '' }: Record<string, string>, key: Buffer, now: number) {
  return isSame(sign, signatureOf(`${path}?${until}`, key)) && now < Number(until)
}
