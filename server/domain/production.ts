import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { siteKeys } from '#server/core/schema/site.ts'
import { endDemoSessions } from './session.ts'

const MARK = 'production'

/** Permanently marks a database as having served production, and ends the sessions of demo members. */
export const markProduction = (db: Db, now: number) =>
  db.transaction(async (tx) => {
    await tx
      .insert(siteKeys)
      .values({ name: MARK, key: new Date(now).toISOString() })
      .onConflictDoNothing()
    await endDemoSessions(tx, now)
  })

/** Returns true if the database has served production, so that its money may be real. */
export const servesProduction = async (db: Db): Promise<boolean> =>
  (await db.$count(siteKeys, eq(siteKeys.name, MARK))) > 0
