import { HOUR } from '#contract/limits.ts'
import type { lookupCalls } from '#contract/lookup.ts'
import { OFFERS } from '#contract/offers.ts'
import type { Settings } from '#server/core/settings.ts'
import { ACCOUNT_DIGITS, PASSWORD_MIN } from '#server/domain/registration.ts'
import type { Handlers } from './handler.ts'

/** This operator's settings as sent on the wire. */
const siteSettings = ({ gameHosts, qr, isLaos, payoutWait }: Settings) => ({
  ...(gameHosts.length > 0 && { gameHosts: [...gameHosts] }),
  passwordMin: PASSWORD_MIN,
  passwordEndsSessions: true,
  asksPassword: true,
  accountDigits: ACCOUNT_DIGITS,
  withdrawWait: payoutWait / HOUR,
  qr: Object.fromEntries(
    Object.entries(qr).map(([provider, { minimum, presets }]) => [provider, { minimum, presets: [...presets] }]),
  ),
  currency: isLaos ? ('LAK' as const) : ('BAHT' as const),
})

/** The site's state, the features that the backend offers beyond the spec, and the operator's rules. Source: R314. */
export const lookupHandlers: Pick<Handlers, keyof typeof lookupCalls> = {
  'lookup.active': async (_, { db, settings, switches }) => {
    const { terminated, registerOTP } = await switches(db)
    return {
      terminated: terminated ? 'gone' : null,
      offers: OFFERS.filter((offer) => {
        if (settings.notOffered.includes(offer)) return false
        // without codes, callers cannot prove that a phone is theirs
        if (offer === 'recover') return registerOTP
        // a passkey works only at one address, which the operator must have configured
        return offer !== 'passkeys' || settings.isDemo || settings.passkeyOrigin !== undefined
      }),
      settings: siteSettings(settings),
    }
  },
}
