import * as v from 'valibot'
import { asFailure, type Failure } from '#contract/failure.ts'
import { profileCalls } from '#contract/profile.ts'
import { changePasswordMachine } from '#machines/change-password.machine.ts'
import { profileMachine } from '#machines/profile.machine.ts'
import { request } from '#src/api/request.ts'
import { nowSpoken } from '#src/lib/i18n.ts'
import { clearPending, pendingOf, storePending } from '#src/lib/pending.ts'
import { beginRenewal, endRenewal } from '#src/lib/token.ts'
import { lookupActor } from './call.ts'
import { proveLogin, settledCall } from './settled.ts'

/** The profile page machine, connected to the backend. */
export const profileLogic = profileMachine.provide({ actors: { lookup: lookupActor(profileCalls['account.profile']) } })

const PASSWORD = 'password'
/** Returns the time at which this tab sent a password change whose outcome is still unknown, in epoch ms, or null. */
export const passwordSentAt = () => pendingOf(PASSWORD, v.object({ sentAt: v.number() }))?.sentAt ?? null

/** Changes the password, and stores the new token, which never enters the machine. */
const changePassword: typeof request<(typeof profileCalls)['account.password']> = async (...asked) => {
  beginRenewal()
  const { token } = await request(...asked).catch((failure) => {
    if (asFailure(failure).kind === 'refused') endRenewal()
    throw failure
  })
  endRenewal(token)
  return {}
}

/** The password change machine, connected to the backend. */
export const changePasswordLogic = changePasswordMachine.provide({
  actors: {
    'account.password': settledCall(
      profileCalls['account.password'],
      async ({ newPassword: password }, signal) => {
        const { username } = await request(profileCalls['account.profile'], {}, signal)
        const refusal: Failure = { kind: 'refused', code: '', message: nowSpoken().t('password.notChanged') }
        await proveLogin({ username, password }, refusal, signal)
        return {}
      },
      changePassword,
    ),
  },
  actions: {
    // checking again keeps the time at which the change was first sent
    savePending: ({ context: { key } }) => storePending(PASSWORD, { key, sentAt: passwordSentAt() ?? Date.now() }),
    clearPending: () => clearPending(PASSWORD),
  },
})
