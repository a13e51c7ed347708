import * as v from 'valibot'
import { change, done, read } from './call.ts'
import { additive, sometimes } from './field.ts'
import { Amount, Baht, ExactBaht, type Satang, satang, toSatang } from './money.ts'
import type { SiteSettings } from './settings.ts'
import { secret } from './text.ts'
import { parseAmount } from './typed.ts'

/** Payment providers that issue a deposit QR. Source: R109, R356. */
export const QR_PROVIDERS = ['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'] as const
export type QrProvider = (typeof QR_PROVIDERS)[number]

/**
 * A member's code from one provider. `qrcode` is SVG markup, to be shown only as an image; `expireIn` is an ISO time,
 * epoch seconds or milliseconds, or seconds from now (D-13). `paid` (additive, assumed) names the code last paid and the
 * amount received; its `isHeld` is true if the money is held because it exceeded a deposit limit. Source: R167, R588.
 */
export const QrCode = v.object({
  hasQrcode: v.boolean(),
  qrcodeId: sometimes(v.string()),
  qrcode: sometimes(secret(v.string())),
  amount: sometimes(ExactBaht),
  expireIn: sometimes(v.union([v.string(), v.number()])),
  message: sometimes(v.string()),
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

/** The spec's minimums and presets; KBANK only requires an amount above 0. Source: R270–R274, R526–R532. */
export const QR_RULES: QrRules = {
  KBANK: { minimum: satang(0), presets: baht(10, 20, 50, 100, 500, 1000) },
  WW: { minimum: satang(10_000), presets: baht(100, 200, 300, 500, 1000) },
  PAYTIMZ: { minimum: satang(1_000), presets: baht(10, 50, 100, 500, 1000) },
  PAYONEX: { minimum: satang(10_000), presets: baht(100, 200, 300, 500, 1000) },
  FP: { minimum: satang(1_000), presets: baht(10, 50, 100, 500, 1000) },
}

/**
 * Returns the rules of all providers: those from the operator (`own`), else those from the build settings
 * `VITE_QR_<PROVIDER>_MIN` and `_FIRST` (baht), else the spec's. Source: R531, D-51.
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

/** The minimum deposit in satang: the provider's own, else the general one. Source: D-13. */
const leastQr = ({ minimum }: QrRule, general: Satang): Satang => minimum || general

/** A provider's rule on a site with a general minimum of `general` satang, 0 if it has none. Source: D-13. */
export const ruleWith = (rule: QrRule, general: Satang): QrRule => ({ ...rule, minimum: leastQr(rule, general) })

/** Below this amount (1 baht), the create button does nothing. Source: R269. */
export const QR_LEAST: Satang = satang(100)

/** True if the create button is enabled: above 0 and not below the provider's minimum. Source: R270–R274. */
export const canAskQr = ({ minimum }: QrRule, amount: Satang | null): amount is Satang =>
  amount !== null && amount > 0 && amount >= minimum
/**
 * True if a code for `amount` can be created: the button is enabled, and the amount is at least 1 baht. View, machine
 * and server all use this rule. Source: R269, D-49.
 */
export const canCreateQr = (rule: QrRule, amount: Satang | null): amount is Satang =>
  canAskQr(rule, amount) && amount >= QR_LEAST

/**
 * The epoch time in ms at which a code expires, read at `now` (epoch ms); null if `expireIn` is unreadable.
 * Source: D-13.
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
