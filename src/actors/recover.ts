import * as v from 'valibot'
import type { Failure } from '#contract/failure.ts'
import { DRAFT_TIME } from '#contract/limits.ts'
import { recoverCalls } from '#contract/recover.ts'
import { type RecoverDraft, recoverMachine } from '#machines/recover.machine.ts'
import { wire } from '#src/api/request.ts'
import { IS_LAOS } from '#src/lib/build.ts'
import { nowSpoken } from '#src/lib/i18n.ts'
import { storeRegistered } from '#src/lib/registered.ts'
import { store, stored } from '#src/lib/storage.ts'
import { requestActor } from './call.ts'
import { asVerified, otpLogic, storeProof } from './otp.ts'
import { proveLogin, settledCall } from './settled.ts'

const DRAFT = 'recover'
const text = v.pipe(v.string(), v.maxLength(200))
/** A draft as the tab stores it. `at` is the time at which it was stored, in epoch ms. */
const Kept = v.object({ at: v.number(), phone: text, otp: v.nullable(v.object({ ref: text, token: text })) })

/**
 * Returns the input of the page from this tab's draft. The draft includes the requested code's token, because a phone
 * often discards a tab while the player reads the text message.
 */
export function recoverInput(): RecoverDraft & { isLaos: boolean } {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), stored(DRAFT, 'sessionStorage'))
  const isFresh = kept.success && Date.now() - kept.output.at < DRAFT_TIME
  const { phone, otp } = isFresh ? kept.output : { phone: '', otp: null }
  return { phone, otp, isLaos: IS_LAOS }
}

/** The password recovery machine, connected to the backend. */
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
        const refusal: Failure = { kind: 'refused', code: '', message: nowSpoken().t('password.notChanged') }
        await proveLogin({ username, password }, refusal, signal)
        return {}
      },
      asVerified,
    ),
  },
  actions: {
    saveDraft: ({ context: { phone, otp } }) =>
      store(DRAFT, JSON.stringify({ at: Date.now(), phone, otp }), 'sessionStorage'),
    savePhone: ({ context: { phone } }) => {
      store(DRAFT, null, 'sessionStorage')
      storeRegistered(phone)
      storeProof(recoverCalls['recover.verify'], null)
    },
  },
})
