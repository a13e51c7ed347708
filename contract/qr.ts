import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { additive, sometimes } from './field.ts'
import { Amount, Baht, ExactBaht, type Satang, satang, toSatang } from './money.ts'
import type { SiteSettings } from './settings.ts'
import { secret } from './text.ts'
import { parseAmount } from './typed.ts'

/** The payment providers that issue a QR code for a deposit. Source: R109, R356. */
export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const
export type QrProvider = (typeof QR_PROVIDERS)[number]

/** A member's QR code from one provider. Source: R167, R588. */
export const QrCode = v.object({
  hasQrcode: v.boolean(),
  qrcodeId: sometimes(v.string()),
  /** SVG markup, which may only be shown as an image. */
  qrcode: sometimes(secret(v.string())),
  amount: sometimes(ExactBaht),
  /** An ISO time, epoch seconds, epoch milliseconds, or seconds from now (D-13). */
  expireIn: sometimes(v.union([v.string(), v.number()])),
  message: sometimes(v.string()),
  /**
   * The code that was paid last, and the amount received (additive, assumed). `isHeld` is true if the money is held
   * because it exceeded a deposit limit.
   */
  paid: additive(v.object({ qrcodeId: v.string(), amount: Baht, isHeld: additive(v.boolean()) })),
})
export type QrCode = v.InferOutput<typeof QrCode>

/** A code that can be shown. */
export type LiveCode = QrCode & { qrcodeId: string; qrcode: string }
/** True if the reply contains a code that can be shown. */
export const isLive = (code: QrCode): code is LiveCode =>
  code.hasQrcode && code.qrcodeId !== undefined && code.qrcode !== undefined

/** One provider's minimum and preset amounts, in satang. */
export type QrRule = { minimum: Satang; presets: readonly Satang[] }
export type QrRules = Record<QrProvider, QrRule>

const baht = (...amounts: number[]): Satang[] => amounts.map((amount) => toSatang(amount))

/** The minimums and presets from the spec. KBANK requires only an amount above 0. Source: R270–R274, R526–R532. */
export const QR_RULES: QrRules = {
  KBANK: { minimum: satang(0), presets: baht(10, 20, 50, 100, 500, 1000) },
  WW: { minimum: satang(10_000), presets: baht(100, 200, 300, 500, 1000) },
  PAYTIMZ: { minimum: satang(1_000), presets: baht(10, 50, 100, 500, 1000) },
  PAYONEX: { minimum: satang(10_000), presets: baht(100, 200, 300, 500, 1000) },
  FP: { minimum: satang(1_000), presets: baht(10, 50, 100, 500, 1000) },
}

/**
 * Returns the rules of all providers. The operator's rules (`own`) take precedence over the build settings
 * `VITE_QR_<PROVIDER>_MIN` and `_FIRST` (in baht), which take precedence over the spec. Source: R531, D-51.
 */
export function qrRules(settings: Record<string, unknown>, own?: SiteSettings['qr']): QrRules {
  const setting = (name: string) => {
    const text = String(settings[name] ?? '')
    return /^\d+(\.\d{1,2})?$/.test(text) ? parseAmount(text) : null
  }
  const rule = (provider: QrProvider): QrRule => {
    const { minimum, presets } = QR_RULES[provider]
    const first = setting(`VITE_QR_${provider}_FIRST`)
    return {
      minimum: own?.[provider]?.minimum ?? setting(`VITE_QR_${provider}_MIN`) ?? minimum,
      presets:
        own?.[provider]?.presets ??
        (first ? [first, ...presets.slice(1).filter((preset) => preset !== first)] : presets),
    }
  }
  return { KBANK: rule('KBANK'), WW: rule('WW'), PAYTIMZ: rule('PAYTIMZ'), PAYONEX: rule('PAYONEX'), FP: rule('FP') }
}

/** Returns the provider's minimum deposit in satang, or the general minimum if the provider has none. Source: D-13. */
const leastQr = ({ minimum }: QrRule, general: Satang): Satang => minimum || general

/**
 * Returns a provider's rule with the minimum that applies on this site. `general` is the site's general minimum in
 * satang, or 0 if the site has none. Source: D-13.
 */
export const ruleWith = (rule: QrRule, general: Satang): QrRule => ({ ...rule, minimum: leastQr(rule, general) })

/** The smallest amount for which the create button creates a code: 1 baht. Source: R269. */
export const QR_LEAST: Satang = satang(100)

/**
 * True if the create button is enabled: the amount is above 0 and not below the provider's minimum. Source: R270–R274.
 */
export const canAskQr = ({ minimum }: QrRule, amount: Satang | null): amount is Satang =>
  amount !== null && amount > 0 && amount >= minimum
/**
 * True if a code for `amount` can be created: the create button is enabled, and the amount is at least 1 baht. The
 * view, the state machine and the server all use this rule. Source: R269, D-49.
 */
export const canCreateQr = (rule: QrRule, amount: Satang | null): amount is Satang =>
  canAskQr(rule, amount) && amount >= QR_LEAST

/**
 * Returns the time at which a code received at `now` expires, or null if `expireIn` is unreadable. Both times are in
 * epoch ms. Source: D-13.
 */
export function deadlineOf(expireIn: string | number | undefined, now: number): number | null {
  const count = typeof expireIn === 'string' && /^\d+(\.\d+)?$/.test(expireIn) ? Number(expireIn) : expireIn
  if (typeof count === 'string') {
    const time = /^\d{4}-\d\d-\d\dT/.test(count) ? Date.parse(count) : Number.NaN
    return Number.isNaN(time) ? null : time
  }
  if (count === undefined || !Number.isFinite(count)) return null
  if (count < 1e8) return now + count * 1000
  return count < 1e11 ? count * 1000 : count
}

const provider = v.picklist(QR_PROVIDERS)

export const qrCalls = {
  'qr.get': read('GET /api/qrcode/:provider', v.strictObject({ provider }), QrCode),
  'qr.create': change('POST /api/qrcode/:provider', v.strictObject({ provider, amount: Amount }), QrCode),
  'qr.remove': change(
    'DELETE /api/qrcode/:provider',
    v.strictObject({ provider, qrcodeId: v.pipe(v.string(), v.maxLength(64)) }),
    done,
  ),
}
