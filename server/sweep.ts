import { lt } from 'drizzle-orm'
import type { Db } from './db.ts'
import { otps, requests, tokens } from './schema.ts'

const DAY = 24 * 60 * 60_000
/** How long a change is remembered for a repeat, in ms: 30 days (assumed). */
const REMEMBERED = 30 * DAY
/** Takes away what nobody can ask for any more: changes long done, sessions long over, codes that count for no limit. */
export async function sweep(db: Db, now: number) {
  await db.delete(requests).where(lt(requests.at, new Date(now - REMEMBERED)))
  await db.delete(otps).where(lt(otps.sentAt, new Date(now - DAY)))
  await db.delete(tokens).where(lt(tokens.expiresAt, new Date(now - REMEMBERED)))
}
