import type { HandlerContext } from '#server/core/context.ts'
import { isSame, signatureOf } from './site-key.ts'

/**
 * How long a file address is valid, in ms (assumed). Equals the default lifetime of a session that is not remembered,
 * so that the images in an open chat keep loading.
 */
const VALID = 12 * 60 * 60_000
/** Addresses made within the same hour are equal, so that reloading a list does not download its images again. */
const STEP = 60 * 60_000

/**
 * The functions that create file addresses. `pathOf` signs a path, and `urlOf` returns the signed address on this
 * server. Browsers open files without a token, so anyone who has an address can see the file for 12 to 13 hours.
 */
export type FileAddresses = { pathOf: (path: string) => string; urlOf: (path: string) => string }

/** Returns functions that create signed file addresses, valid for 12 to 13 hours from now. Source: D-61. */
export async function fileAddresses({
  db,
  siteKey,
  settings,
  now,
}: Pick<HandlerContext, 'db' | 'siteKey' | 'settings' | 'now'>): Promise<FileAddresses> {
  const key = await siteKey(db, 'files')
  const until = String((Math.floor(now() / STEP) + 1) * STEP + VALID)
  const pathOf = (path: string) => `${path}?until=${until}&sign=${signatureOf(`${path}?${until}`, key)}`
  return { pathOf, urlOf: (path) => settings.apiOrigin + pathOf(path) }
}

/** True if the query of a file address was signed by {@link fileAddresses} and is still valid at `now`, in epoch ms. */
export function isSigned(path: string, { until = '', sign = '' }: Record<string, string>, key: Buffer, now: number) {
  return isSame(sign, signatureOf(`${path}?${until}`, key)) && now < Number(until)
}
