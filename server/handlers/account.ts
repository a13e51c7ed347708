import { eq } from 'drizzle-orm'
import type { accountCalls } from '#contract/account.ts'
import { plainDigits } from '#contract/money.ts'
import type { Handlers } from '../call.ts'
import { isPassword } from '../password.ts'
import { Refusal } from '../refusal.ts'
import { members } from '../schema.ts'
import { openSession } from '../session.ts'

/** Signing in. Unknown member and wrong password are told alike, in the same time. Source: R317. */
export const accountHandlers: Pick<Handlers, keyof typeof accountCalls> = {
  'account.login': async ({ username, password, remember }, { db, now }) => {
    const [member] = await db
      .select()
      .from(members)
      .where(eq(members.username, plainDigits(username)))
    const isRight = await isPassword(password, member?.password)
    if (!member || !isRight) throw new Refusal('WRONG_CREDENTIAL', 401)
    if (!member.isActive) throw new Refusal('INACTIVE_USER', 403)
    return { token: await openSession(db, member.id, remember, now()) }
  },
}
