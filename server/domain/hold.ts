import { eq } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { audited, type By } from './audit-log.ts'

/** Suspends the account of `username` for reason `hold`, 1–4, or lifts the suspension (null). Source: R317. */
export async function setHold(tx: Db, username: string, hold: number | null, by: By, at: Date): Promise<void> {
  const [held] = await tx
    .update(members)
    .set({ hold })
    .where(eq(members.username, username))
    .returning({ memberId: members.id })
  if (held) await audited(tx, { ...by, ...held, kind: 'hold' }, at)
}
