import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lt, sql } from 'drizzle-orm'
import { DAY, PENDING_TIME } from '#contract/limits.ts'
import type { Db } from '#server/core/db.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { devices, otps, tokens } from '#server/core/schema/members.ts'
import { limits, requests } from '#server/core/schema/site.ts'
import { DEVICE_TIME } from './device.ts'

/** How long a change is remembered for a repeat, in ms: 30 days (assumed). */
const REMEMBERED = 30 * DAY

/**
 * Deletes changes after 30 days, sessions 7 days after their end, codes and attempts that count for no limit, devices that
 * have not logged in for {@link DEVICE_TIME}, files
 * in `uploads` that were meant for the chat a day ago and never sent.
 */
export async function sweep(db: Db, uploads: string, now: number) {
  const unsent = await db.transaction(async (tx) => {
    // A day's rows of a large site may take longer than a call may wait.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.delete(requests).where(lt(requests.at, new Date(now - REMEMBERED)))
    await tx.delete(otps).where(lt(otps.sentAt, new Date(now - DAY)))
    await tx.delete(tokens).where(lt(tokens.expiresAt, new Date(now - PENDING_TIME)))
    await tx.delete(limits).where(lt(limits.since, new Date(now - DAY)))
    await tx.delete(devices).where(lt(devices.seenAt, new Date(now - DEVICE_TIME)))
    return tx
      .delete(chatFiles)
      .where(and(eq(chatFiles.isSent, false), lt(chatFiles.createdAt, new Date(now - DAY))))
      .returning({ file: chatFiles.file })
  })
  for (const { file } of unsent) await rm(join(uploads, file), { force: true })
}
