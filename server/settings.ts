import { type QrRules, qrRules } from '#contract/qr.ts'

/** What the environment sets, read once. Money in satang. */
export type Settings = {
  /** Title of the product. */
  title: string
  /** Smallest amount per provider; the build of the browser part reads the same names. Source: D-51. */
  qr: QrRules
  /** The one other origin that may call, when the browser part is served from elsewhere. */
  webOrigin: string | undefined
  /** True behind a proxy that appends the caller's address to X-Forwarded-For. */
  trustProxy: boolean
}

/** The settings in `env`. */
export const readSettings = (env: Record<string, string | undefined>): Settings => ({
  title: env.VITE_APP_TITLE || 'krapao',
  qr: qrRules(env),
  webOrigin: env.WEB_ORIGIN || undefined,
  trustProxy: env.TRUST_PROXY === '1',
})
