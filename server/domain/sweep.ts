import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { DAY } from '#contract/limits.ts'
import type { Db } from '#server/core/db.ts'
import { eventOrigins } from '#server/core/schema/audit-log.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { devices, otps, tokens } from '#server/core/schema/members.ts'
import { operations } from '#server/core/schema/operations.ts'
import { limits, requests } from '#server/core/schema/site.ts'
import type { Settings } from '#server/core/settings.ts'
import { DEVICE_TIME } from './device.ts'

/** How long a change is kept, so that repeats of the request can be answered, in ms: 30 days (assumed). */
const REMEMBERED = 30 * DAY
/**
 * How long a finished operation is kept, in ms. The reply to a repeated request comes from its operation, so the
 * operation must outlive the change, even if the clock is set back by a day.
 */
const OPERATION_REMEMBERED = REMEMBERED + DAY
/**
 * The number of rows per delete statement. Deleting a large site's daily rows in one statement would exceed its time
 * limit.
 */
const BATCH = 1_000

/** Calls `next` until nothing is left to delete. Each call deletes a batch and returns the deleted rows. */
async function inBatches(next: () => Promise<unknown[]>) {
  while ((await next()).length === BATCH);
}

/**
 * Returns a condition that selects a batch of the oldest rows of a table whose `time` is before `until` (epoch ms) and
 * that meet the condition `more`. Leaves out rows that another process is sweeping.
 */
function oldest(db: Db, time: PgColumn, until: number, more?: SQL): SQL {
  const isOld = sql`${lt(time, new Date(until))} and ${more ?? sql`true`}`
  const places = db
    .select({ place: sql`ctid` })
    .from(time.table)
    .where(isOld)
    .orderBy(time)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  // The row may have been renewed since it was found.
  return sql`ctid = any(array(${places})) and ${isOld}`
}

type Folder = Pick<Settings, 'uploads' | 'uploadTime'>

/** Deletes files that are older than `uploadTime`, and chat uploads that were not sent within a day. */
async function sweepFiles(db: Db, { uploads, uploadTime }: Folder, now: number) {
  const remove = async (rows: { file: string | null }[]) => {
    for (const { file } of rows) if (file !== null) await rm(join(uploads, file), { force: true })
    return rows
  }
  const ofChat = (until: number, more?: SQL) =>
    inBatches(async () => {
      const old = oldest(db, chatFiles.createdAt, until, more)
      return remove(await db.delete(chatFiles).where(old).returning({ file: chatFiles.file }))
    })
  await ofChat(now - DAY, eq(chatFiles.isSent, false))
  await ofChat(now - uploadTime)
  await inBatches(() =>
    db.transaction(async (tx) => {
      const old = await tx
        .select({ id: slips.id, file: slips.file })
        .from(slips)
        .where(and(lt(slips.createdAt, new Date(now - uploadTime)), isNotNull(slips.file)))
        .orderBy(slips.createdAt)
        .limit(BATCH)
        .for('update', { skipLocked: true })
      const ids = old.map(({ id }) => id)
      await tx.update(slips).set({ file: null }).where(inArray(slips.id, ids))
      return remove(old)
    }),
  )
}

/**
 * Deletes changes after 30 days, sessions 30 days after they end, and operations 31 days after they finish. Deletes
 * devices without a login for {@link DEVICE_TIME}, and the browser details of events older than that. Deletes codes and
 * attempts after a day, when they no longer count towards any limit. Deletes files with {@link sweepFiles}.
 */
export async function sweep(db: Db, folder: Folder, now: number) {
  const forget = (time: PgColumn, until: number) =>
    inBatches(() =>
      db
        .delete(time.table)
        .where(oldest(db, time, until))
        .returning({ time }),
    )
  await forget(requests.at, now - REMEMBERED)
  await forget(operations.endedAt, now - OPERATION_REMEMBERED)
  await forget(otps.sentAt, now - DAY)
  await forget(tokens.expiresAt, now - REMEMBERED)
  await forget(limits.since, now - DAY)
  await forget(devices.seenAt, now - DEVICE_TIME)
  await forget(eventOrigins.at, now - DEVICE_TIME)
  await sweepFiles(db, folder, now)
}
