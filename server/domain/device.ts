import { and, eq, sql } from 'drizzle-orm'
import { DAY } from '#contract/limits.ts'
import type { Db } from '#server/core/db.ts'
import { randomWord } from '#server/core/random-word.ts'
import { devices, members, tokens } from '#server/core/schema/members.ts'
import { hashOf } from './session.ts'

/** How long a browser stays known after its last login, in ms: 180 days (assumed). */
export const DEVICE_TIME = 180 * DAY

/** Returns true if somebody has logged in as `username` in the browser whose device cookie is `device`. */
export async function isKnownDevice(db: Db, username: string, device: string): Promise<boolean> {
  const [known] = await db
    .select({ hash: devices.hash })
    .from(devices)
    .innerJoin(members, eq(members.id, devices.memberId))
    .where(and(eq(devices.hash, hashOf(device)), eq(members.username, username)))
  return known !== undefined
}

/**
 * Records a member's login in the browser whose device cookie is `device`. Returns the value to store in that cookie.
 * This is `device` if this function issued it, otherwise a new value, so that nobody can choose the value for another
 * person's browser.
 */
export async function rememberDevice(tx: Db, memberId: string, device: string, at: Date): Promise<string> {
  const isOurs = device !== '' && (await tx.$count(devices, eq(devices.hash, hashOf(device)))) > 0
  const value = isOurs ? device : randomWord(32)
  await tx
    .insert(devices)
    .values({ hash: hashOf(value), memberId, seenAt: at })
    .onConflictDoUpdate({ target: [devices.hash, devices.memberId], set: { seenAt: at } })
  return value
}

/** Removes a member's devices except the one in which the session with the token hash `kept` was opened. */
export async function removeOtherDevices(tx: Db, memberId: string, kept: string) {
  const own = tx.select({ device: tokens.device }).from(tokens).where(eq(tokens.hash, kept))
  await tx.delete(devices).where(and(eq(devices.memberId, memberId), sql`${devices.hash} is distinct from (${own})`))
}
