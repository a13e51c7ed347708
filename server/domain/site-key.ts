import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { type SiteKey, siteKeys } from '#server/core/schema/site.ts'

/**
 * Returns one of the site's keys, which are the same in all processes and after every restart.
 * Source: server/migrations/0023_files.sql and 0038_passkeys.sql, which create them.
 */
export async function siteKey(db: Db, name: SiteKey): Promise<Buffer> {
  const [found] = await db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, name))
  if (!found) throw new Error(`the site has no key ${name}`)
  return Buffer.from(found.key, 'base64')
}

/** Returns a function that reads each of the site's keys once and then caches it. */
export function createSiteKeys(): Base['siteKey'] {
  const keys = new Map<SiteKey, Buffer>()
  return async (db, name) => {
    const key = keys.get(name) ?? (await siteKey(db, name))
    keys.set(name, key)
    return key
  }
}

/** Signs a string with one of the site's keys. */
export const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** True if two strings, such as signatures, are equal. Compares them in constant time if they have the same length. */
export function isSame(text: string, signed: string): boolean {
  const [is, ought] = [Buffer.from(text), Buffer.from(signed)]
  return is.length === ought.length && timingSafeEqual(is, ought)
}
