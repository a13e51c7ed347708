import * as v from 'valibot'
import { type EventObject, fromCallback } from 'xstate'
import type { Failure } from '#contract/failure.ts'
import type { Language } from '#contract/language.ts'
import { DRAFT_TIME, PENDING_TIME } from '#contract/limits.ts'
import { CURRENCIES } from '#contract/money.ts'
import { registerCalls, Typed } from '#contract/register.ts'
import { type Draft, registerMachine } from '#machines/register.machine.ts'
import { request } from '#src/api/request.ts'
import { IS_LAOS } from '#src/lib/build.ts'
import { currentLanguage, onLanguage } from '#src/lib/language.ts'
import { storeRegistered } from '#src/lib/registered.ts'
import { store, stored } from '#src/lib/storage.ts'
import { callActor, requestActor } from './call.ts'
import { asVerified, otpLogic, storeProof } from './otp.ts'
import { siteSettings } from './settings.ts'
import { proveLogin, settledCall } from './settled.ts'

const DRAFT = 'register'
const INVITE = 'code'

const text = v.pipe(v.string(), v.maxLength(200))
/** A draft as the tab stores it. `at` is the time at which it was stored, in epoch ms. */
const Kept = v.object({
  at: v.number(),
  step: v.picklist(['phone', 'otp', 'profile', 'bank']),
  typed: Typed,
  phone: text,
  otp: v.nullable(v.object({ ref: text, token: text })),
  sentAt: v.optional(v.nullable(v.number()), null),
})

const fresh: Draft = {
  step: 'phone',
  typed: {
    phone: '',
    name: '',
    sourceCode: '',
    inviteCode: '',
    bankCode: '',
    accountNo: '',
    firstName: '',
    lastName: '',
    currency: CURRENCIES[0],
  },
  phone: '',
  otp: null,
  sentAt: null,
}

/** Returns this tab's draft, or an empty one if the stored draft is too old or unreadable. */
function keptDraft(): Draft {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), stored(DRAFT, 'sessionStorage'))
  if (!kept.success) return fresh
  const { at, ...draft } = kept.output
  return Date.now() - at < (draft.sentAt === null ? DRAFT_TIME : PENDING_TIME) ? draft : fresh
}

/** Returns the input of a registration. A new invite code replaces a stored one (assumed). Source: R50–R52. */
export function registerInput(arrived: string | undefined) {
  const { typed, ...draft } = keptDraft()
  const invite = arrived ?? (stored(INVITE) || null)
  const isInvited = invite !== null
  return { ...draft, typed: isInvited ? { ...typed, inviteCode: invite } : typed, isInvited, isLaos: IS_LAOS }
}

const NOT_REGISTERED: Failure = { kind: 'refused', code: 'REGISTER_FAIL', message: 'REGISTER_FAIL' }

/** The registration machine, connected to the backend and to the storage of this browser and tab. */
export const registerLogic = registerMachine.provide({
  actors: {
    lookups: requestActor(async (_: undefined, signal) => {
      const language = currentLanguage()
      const [hasOtp, banks, sources, settings] = await Promise.all([
        request(registerCalls['lookup.registerOTP'], {}, signal),
        request(registerCalls['lookup.banks'], {}, signal),
        request(registerCalls['lookup.sources'], {}, signal),
        siteSettings(),
      ])
      return { hasOtp, banks, sources, language, settings }
    }),
    sources: fromCallback<EventObject, Language>(({ input, sendBack }) => {
      let known = input
      const read = async () => {
        const language = currentLanguage()
        if (language === known) return
        // if this fails, the previous sources remain
        const sources = await request(registerCalls['lookup.sources'], {}).catch(() => null)
        if (!sources) return
        known = language
        sendBack({ type: 'sources.read', sources, language })
      }
      void read()
      return onLanguage(read)
    }),
    'account.validate': callActor(registerCalls['account.validate'], asVerified),
    'account.create': settledCall(
      registerCalls['account.create'],
      async ({ username, password }, signal) => {
        await proveLogin({ username, password }, NOT_REGISTERED, signal)
        return {}
      },
      asVerified,
    ),
    otp: otpLogic(registerCalls['otp.send'], registerCalls['otp.verify']),
  },
  actions: {
    saveDraft: ({ context: { step, typed, phone, otp, isSent, isInvited } }) => {
      // checking again keeps the time at which the registration was first sent
      const sentAt = isSent ? (keptDraft().sentAt ?? Date.now()) : null
      store(DRAFT, JSON.stringify({ at: Date.now(), step, typed, phone, otp, sentAt }), 'sessionStorage')
      // a tab without an invite code must not remove another tab's code
      if (isInvited) store(INVITE, typed.inviteCode)
    },
    clearInvite: () => store(INVITE, null),
    clearDraft: ({ context: { phone } }) => {
      storeRegistered(phone)
      store(DRAFT, null, 'sessionStorage')
      storeProof(registerCalls['otp.verify'], null)
      store(INVITE, null)
    },
  },
})
