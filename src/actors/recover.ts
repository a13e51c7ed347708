import type { Failure } from '#contract/failure.ts'
import { recoverCalls } from '#contract/recover.ts'
import { recoverMachine } from '#machines/recover.machine.ts'
import { wire } from '#src/api/request.ts'
import { i18n } from '#src/lib/i18n.ts'
import { keepRegistered } from '#src/lib/registered.ts'
import { requestActor } from './call.ts'
import { asVerified, keepProof, otpLogic } from './otp.ts'
import { proveLogin, settledCall } from './settled.ts'

/** A new password for a forgotten one, connected to the backend. */
export const recoverLogic = recoverMachine.provide({
  actors: {
    rules: requestActor(async () => {
      const { offers, settings } = await wire.site()
      const isOffered = offers.includes('recover') && offers.includes('otp')
      return { isOffered, least: settings.passwordMin, wait: settings.withdrawWait }
    }),
    otp: otpLogic(recoverCalls['recover.send'], recoverCalls['recover.verify']),
    'recover.password': settledCall(
      recoverCalls['recover.password'],
      async ({ phoneNumber: username, password }, signal) => {
        const refusal: Failure = { kind: 'refused', code: '', message: i18n.t('password.notChanged') }
        await proveLogin({ username, password }, refusal, signal)
        return {}
      },
      asVerified,
    ),
  },
  actions: {
    keepPhone: ({ context: { phone } }) => {
      keepRegistered(phone)
      keepProof(null)
    },
  },
})
