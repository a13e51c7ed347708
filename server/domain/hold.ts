import { eq } from 'drizzle-orm'
import type { ErrorCode } from '#contract/codes.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import type { Settings } from '#server/core/settings.ts'
import { audited, type By } from './audit-log.ts'

/** The error code for each suspension reason. The member can quote the code to support. */
const HELD: Readonly<Record<number, ErrorCode>> = {
  1: 'INVALID_USER_1',
  2: 'INVALID_USER_2',
  3: 'INVALID_USER_3',
  4: 'INVALID_USER_4',
}

type Member = Pick<typeof members.$inferSelect, 'isActive' | 'isDemo' | 'hold'>

/**
 * Returns the error code for the reason why an account cannot be used, or null if the account can be used. In
 * production, demo accounts cannot be used.
 */
export function closedBy({ isActive, isDemo, hold }: Member, settings: Settings): ErrorCode | null {
  if (!isActive || (isDemo && !settings.isDemo)) return 'INACTIVE_USER'
  return hold ? (HELD[hold] ?? 'INACTIVE_USER') : null
}

/**
 * Suspends the account of `username` for the reason `hold` (1–4), or lifts the suspension if `hold` is null.
 * Source: R317.
 */
export async function setHold(tx: Db, username: string, hold: number | null, by: By, at: Date): Promise<void> {
  const [held] = await tx
    .update(members)
    .set({ hold })
    .where(eq(members.username, username))
    .returning({ memberId: members.id })
  if (held) await audited(tx, { ...by, ...held, kind: 'hold' }, at)
}
