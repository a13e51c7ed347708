import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { siteKeys } from '#server/core/schema/site.ts'

/**
 * One of the site's keys, the same in all processes and after every restart.
 * Source: server/migrations/0023_files.sql, which creates them.
 */
export async function siteKey(db: Db, name: 'guest' | 'files'): Promise<Buffer> {
  const [found] = await db.select({ key: siteKeys.key }).from(siteKeys).where(eq(siteKeys.name, name))
  if (!found) throw new Error(`the site has no key ${name}`)
  return Buffer.from(found.key, 'base64')
}

/** Signs a text with one of the site's keys. */
export const signatureOf = (text: string, key: Buffer): string =>
  createHmac('sha256', key).update(text).digest('base64url')

/** True if two texts, such as signatures, are equal. Compares them in constant time. */
export function isSame(text: string, signed: string): boolean {
  const [is, ought] = [Buffer.from(text), Buffer.from(signed)]
  return is.length === ought.length && timingSafeEqual(is, ought)
}
