import { BlockList, isIP } from 'node:net'
import { parseAmount, type Satang } from '#contract/money.ts'
import { type QrRules, qrRules } from '#contract/qr.ts'

/** What the environment sets, read once. Money in satang. */
export type Settings = {
  /** Title of the product. */
  title: string
  /** Where players find the site: what a code sent by SMS is bound to. */
  siteUrl: string
  /** Smallest amount per provider; the build of the browser part reads the same names. Source: D-51. */
  qr: QrRules
  /** Smallest deposit by QR at any provider. Source: D-13. */
  qrMinimum: Satang
  /** How many minutes a code can be paid. Source: D-13. */
  qrMinutes: number
  /** The one other origin that may call, when the browser part is served from elsewhere. */
  webOrigin: string | undefined
  /** The other origin that help videos come from; the build of the browser part reads the same name. Source: D-51. */
  videoOrigin: string | undefined
  /** A site for Laos: its banks first, accounts in a currency, no length of phone numbers. Source: D-51. */
  isLaos: boolean
  /** Addresses from which nobody logs in or registers (assumed). */
  blockedIps: BlockList
  /** True behind a proxy that appends the caller's address to X-Forwarded-For. */
  trustProxy: boolean
}

function originOf(address: string, name: string): string {
  if (!URL.canParse(address)) throw new Error(`${name} is no web address: ${address}`)
  return new URL(address).origin
}

function blocked(addresses: string): BlockList {
  const list = new BlockList()
  for (const address of addresses.split(',').map((part) => part.trim()))
    if (isIP(address)) list.addAddress(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    else if (address) throw new Error(`BLOCKED_IPS holds what is no address: ${address}`)
  return list
}

/** The settings in `env`. Throws on a SITE_URL, WEB_ORIGIN or BLOCKED_IPS that holds no address; other nonsense counts as not set. */
export const readSettings = (env: Record<string, string | undefined>): Settings => ({
  title: env.VITE_APP_TITLE || 'krapao',
  siteUrl: originOf(env.SITE_URL || 'https://krapao.example', 'SITE_URL'),
  qr: qrRules(env),
  qrMinimum: parseAmount(env.QR_MINIMUM ?? '') || 1_000,
  qrMinutes: /^[1-9]\d{0,3}$/.test(env.QR_MINUTES ?? '') ? Math.min(Number(env.QR_MINUTES), 1440) : 15,
  webOrigin: env.WEB_ORIGIN ? originOf(env.WEB_ORIGIN, 'WEB_ORIGIN') : undefined,
  videoOrigin: URL.parse(env.VITE_HELP_VIDEOS ?? '')?.origin,
  isLaos: env.VITE_LAOS === '1',
  blockedIps: blocked(env.BLOCKED_IPS ?? ''),
  trustProxy: env.TRUST_PROXY === '1',
})
