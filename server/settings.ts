import { parseAmount, type Satang } from '#contract/money.ts'
import { type QrRules, qrRules } from '#contract/qr.ts'

/** What the environment sets, read once. Money in satang. */
export type Settings = {
  /** Title of the product. */
  title: string
  /** Smallest amount per provider; the build of the browser part reads the same names. Source: D-51. */
  qr: QrRules
  /** Smallest deposit by QR at any provider. Source: D-13. */
  qrMinimum: Satang
  /** How many minutes a code can be paid. Source: D-13. */
  qrMinutes: number
  /** The one other origin that may call, when the browser part is served from elsewhere. */
  webOrigin: string | undefined
  /** True behind a proxy that appends the caller's address to X-Forwarded-For. */
  trustProxy: boolean
}

/** The settings in `env`. */
export const readSettings = (env: Record<string, string | undefined>): Settings => ({
  title: env.VITE_APP_TITLE || 'krapao',
  qr: qrRules(env),
  qrMinimum: parseAmount(env.QR_MINIMUM ?? '') ?? 1_000,
  qrMinutes: Number(env.QR_MINUTES) || 15,
  webOrigin: env.WEB_ORIGIN ? new URL(env.WEB_ORIGIN).origin : undefined,
  trustProxy: env.TRUST_PROXY === '1',
})
