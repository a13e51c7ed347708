import { eq } from 'drizzle-orm'
import type { accountCalls } from '#contract/account.ts'
import { phoneOf } from '#contract/register.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { HandlerContext } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { auditedOf } from '#server/domain/audit-log.ts'
import { browserOf } from '#server/domain/browser.ts'
import { rememberDevice } from '#server/domain/device.ts'
import { closedBy } from '#server/domain/hold.ts'
import { isPassword } from '#server/domain/password.ts'
import { endSession, memberOfSession, openSession } from '#server/domain/session.ts'
import type { Handlers } from './handler.ts'

const named = (db: Db, username: string) => db.select().from(members).where(eq(members.username, username))

/** Opens a session for a member who has proved their identity, and returns the reply with the session's token. */
export async function logIn(context: HandlerContext, memberId: string, remember: boolean) {
  const { db, now, device, storeDevice, browserKey, userAgent, address } = context
  await auditedOf(context, 'login', memberId)
  const known = await rememberDevice(db, memberId, device, new Date(now()))
  storeDevice(known)
  const from = { device: known, key: browserKey, ...browserOf(userAgent, address) }
  return { token: await openSession(db, memberId, remember, context, from) }
}

/**
 * Login and logout. An unknown member and a wrong password get the same reply after the same time. NO_USER reveals
 * nothing, because it is returned only for names that no member can have. Only a caller with the right password learns
 * why an account is closed. Source: R317.
 */
export const accountHandlers: Pick<Handlers, keyof typeof accountCalls> = {
  'account.login': {
    before: async ({ username, password, remember }, { db, switches }) => {
      if ((await switches(db)).loginClosed) throw new ApiError('LOGIN_FAIL', 403)
      const phone = phoneOf(username)
      if (!/^\d+$/.test(phone)) throw new ApiError('NO_USER', 401)
      const [found] = await named(db, phone)
      const hash = found?.password
      const isRight = await isPassword(password, hash)
      return async (context) => {
        const { db, settings } = context
        // Locks the member, so that a concurrent password change waits and then also ends this session.
        const [member] = await named(db, phone).for('share')
        const refuse = async (...[code, status]: ConstructorParameters<typeof ApiError>) => {
          await auditedOf(context, 'login refused', member?.id ?? null)
          throw new ApiError(code, status, { commits: true })
        }
        // The password may have been changed in the meantime.
        if (!member || !isRight || member.password !== hash) return refuse('WRONG_CREDENTIAL', 401)
        const closed = closedBy(member, settings)
        if (closed) return refuse(closed, 403)
        return logIn(context, member.id, remember)
      }
    },
  },

  'account.logout': async (_, context) => {
    const { db, session, browserKey, now, hangUp } = context
    const ended = await endSession(db, session, browserKey, now())
    hangUp(ended)
    const memberId = await memberOfSession(db, session)
    if (ended.length > 0 && memberId) await auditedOf({ ...context, owner: memberId }, 'logout')
    return {}
  },
}
