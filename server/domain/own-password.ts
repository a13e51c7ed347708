import { eq } from 'drizzle-orm'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { AUDITED } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from './audit-log.ts'
import { isPassword } from './password.ts'

type Member = typeof members.$inferSelect

/** The calling member, locked so that concurrent changes run one after the other. */
export async function lockedMember({ db, owner }: HandlerContext): Promise<Member> {
  const [member] = await db.select().from(members).where(eq(members.id, owner)).for('update')
  if (!member) throw new Error('a signed-in member is gone')
  return member
}

/**
 * Checks the caller's `password` before the transaction. Inside the transaction, `isRight` returns the result, or false
 * if the password has changed since the check. Also returns the caller's `username`.
 */
export async function checkedPassword(context: HandlerContext, password: string) {
  const { password: hash, username } = await lockedMember(context)
  const isRight = await isPassword(password, hash)
  return { username, isRight: (member: Member): boolean => isRight && member.password === hash }
}

/** Like `isRight` of {@link checkedPassword} for the password in the header of the call; false without that header. */
export async function currentPasswordOf(context: HandlerContext): Promise<(member: Member) => boolean> {
  const { currentPassword } = context
  return currentPassword === null ? () => false : (await checkedPassword(context, currentPassword)).isRight
}

/** Refuses a wrong password and records the refusal. */
export async function refusePassword(
  context: HandlerContext,
  kind: Extract<(typeof AUDITED)[number], `${string} refused`>,
): Promise<never> {
  await auditedOf(context, kind)
  throw new ApiError('WRONG_PASSWORD', 403, { commits: true })
}
