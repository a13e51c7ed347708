import { eq } from 'drizzle-orm'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { AUDITED } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from './audit-log.ts'
import { isPassword } from './password.ts'

/** A member's row. */
export type Member = typeof members.$inferSelect

/** Returns the caller's row, and locks it so that concurrent changes run one after the other. */
export async function lockedMember({ db, owner }: HandlerContext): Promise<Member> {
  const [member] = await db.select().from(members).where(eq(members.id, owner)).for('update')
  if (!member) throw new Error('a signed-in member is gone')
  return member
}

/**
 * Checks the caller's `password`. Call this before the transaction that makes the change. Returns the caller's
 * `username` and the function `isRight`. Call `isRight` inside the transaction: it returns the result of the check, or
 * false if the password has changed since then.
 */
export async function checkedPassword(context: HandlerContext, password: string) {
  const { password: hash, username } = await lockedMember(context)
  const isRight = await isPassword(password, hash)
  return { username, isRight: (member: Member): boolean => isRight && member.password === hash }
}

/** Records the refusal of a wrong password, and throws WRONG_PASSWORD. */
export async function refusePassword(
  context: HandlerContext,
  kind: Extract<(typeof AUDITED)[number], `${string} refused`>,
): Promise<never> {
  await auditedOf(context, kind)
  throw new ApiError('WRONG_PASSWORD', 403, { commits: true })
}
