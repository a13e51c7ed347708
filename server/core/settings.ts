import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { GIFT_KEY } from '#contract/gift-link.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang } from '#contract/money.ts'
import type { Offer } from '#contract/offers.ts'
import { type QrRules, qrRules } from '#contract/qr.ts'
import type { SlipHours } from '#contract/slip.ts'
import { parseAmount } from '#contract/typed.ts'

/** The settings, which are read once from the environment. Amounts are in satang. */
export type Settings = {
  /** The product title. */
  title: string
  /** The address of the players' site. A code sent by SMS is bound to this site. */
  siteUrl: string
  /**
   * The origin for which passkeys are valid, from SITE_URL. If SITE_URL is not set, a demo uses the origin of each
   * request, and any other site offers no passkeys.
   */
  passkeyOrigin: string | undefined
  /**
   * The minimum and preset amounts of each QR provider, from the `VITE_QR_…` variables, which the browser build also
   * reads. Source: D-51.
   */
  qr: QrRules
  /** The minimum QR deposit for providers that have no minimum of their own. Source: D-13. */
  qrMinimum: Satang
  /** The time within which a QR code can be paid, in minutes. Source: D-13. */
  qrMinutes: number
  /** How long a call waits for a provider to report the outcome, in ms (assumed). */
  callLimit: number
  /** The minimum and maximum of a single withdrawal. Source: R311. */
  withdrawMin: Satang
  withdrawMax: Satang
  /** The usual time in minutes until a withdrawal arrives at the bank, or undefined. Source: R660. */
  withdrawMinutes: number | undefined
  /** The hours of the day in which slips are accepted. Source: R312, R535, D-12. */
  slipHours: SlipHours
  /** The folder for the files that players upload. */
  uploads: string
  /** How long the files that players upload are kept, in ms (assumed). */
  uploadTime: number
  /** The passphrase that encrypts gift links on the wire. The browser build reads the same variable. Source: D-42. */
  giftKey: string
  /** The key that seals ledger entries. If it is undefined, entries are not sealed. */
  ledgerKey: string | undefined
  /**
   * The origin of this server if the client is served from another origin, otherwise ''. The browser build reads the
   * same variable.
   */
  apiOrigin: string
  /** The only other origin that may call the API. Set if the client is served from another origin. */
  webOrigin: string | undefined
  /**
   * The origin that serves help videos, if it is not the site's own. The browser build reads the same variable.
   * Source: D-51.
   */
  videoOrigin: string | undefined
  /** The hosts on which games may be opened. The browser build reads the same variable. Source: D-26. */
  gameHosts: readonly string[]
  /** The features beyond the spec that this site does not offer, although the server supports them (assumed). */
  notOffered: readonly Offer[]
  /**
   * If false, the service worker removes itself from every browser, which then loads the site from the network.
   * Source: D-59.
   */
  hasWorker: boolean
  /**
   * True for a site in Laos: Lao banks come first, accounts have a currency, and phone numbers may have any length.
   * Source: D-51.
   */
  isLaos: boolean
  /**
   * The maximum lifetimes of a normal and of a remembered session, in ms. Using the session does not extend them
   * (assumed). Source: D-57.
   */
  sessionTime: number
  rememberedTime: number
  /**
   * How long withdrawals are blocked after a password reset with a code or a change of the payout account, in ms.
   * Source: D-62.
   */
  payoutWait: number
  /**
   * The daily maximum of a member's withdrawals, as a sum and as a count. By default there is no limit. Source: R582.
   */
  withdrawDayMax: Satang
  withdrawDayTimes: number
  /**
   * Words that are too weak as a password on their own. The site's title and host names are too weak as well (assumed).
   */
  passwordWords: readonly string[]
  /** Addresses from which nobody may log in or register (assumed). */
  blockedIps: BlockList
  /**
   * The origin of the chat, if it is served from another origin. The browser build reads the same variable.
   * Source: R380.
   */
  chatOrigin: string | undefined
  /** True if the sandbox's bot replies in the chat. The bot can also be switched off in the sandbox. */
  chatBot: boolean
  /** The maximum number of messages per sender within 10 seconds (assumed). */
  chatMessages: number
  /**
   * The maximum number of open chat sockets per address (assumed). It is high because many players of a mobile network
   * share one address.
   */
  chatSockets: number
  /** True for a demo with the sandbox, in which demo members may log in. Any other server counts as production. */
  isDemo: boolean
  /** The address of a provider process that keeps running when this process ends, for crash tests. */
  providersUrl: string | undefined
  /** True if the server is behind a proxy that appends the caller's address to the X-Forwarded-For header. */
  trustProxy: boolean
}

function originOf(address: string, name: string): string {
  if (!URL.canParse(address)) throw new Error(`${name} is not a web address: ${address}`)
  return new URL(address).origin
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function blocked(addresses: string): BlockList {
  const list = new BlockList()
  for (const address of listOf(addresses))
    if (isIP(address)) list.addAddress(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    else throw new Error(`BLOCKED_IPS contains an invalid address: ${address}`)
  return list
}

function hosts(names: string): string[] {
  const list = listOf(names.toLowerCase())
  const wrong = list.find((name) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name))
  if (wrong) throw new Error(`VITE_GAME_HOSTS contains an invalid host name: ${wrong}`)
  return list
}

/** The features that an operator may choose not to offer, each with the features that depend on it. */
const CHOICES: Partial<Record<Offer, readonly Offer[]>> = {
  care: ['timeCheck'],
  timeCheck: [],
  limits: ['losses', 'time'],
  losses: [],
  time: [],
  data: [],
  events: [],
  passkeys: [],
  recover: [],
}

function notOffered(names: string): Offer[] {
  return listOf(names).flatMap((name) => {
    const others = CHOICES[name as Offer]
    if (!others) throw new Error(`NOT_OFFERED is none of ${Object.keys(CHOICES).join(', ')}: ${name}`)
    return [name as Offer, ...others]
  })
}

/** Reads the hours in which slips are accepted (`HH:mm` in Bangkok). Ignores invalid times. */
function slipHours({ SLIP_OPEN = '', SLIP_CLOSE = '' }: Record<string, string | undefined>): SlipHours {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/
  return {
    openTime: isTime.test(SLIP_OPEN) ? SLIP_OPEN : '00:30',
    closeTime: isTime.test(SLIP_CLOSE) ? SLIP_CLOSE : '23:00',
    timeZone: 'Asia/Bangkok',
    maxMinutes: 60,
  }
}

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/**
 * Reads the minimum and maximum of a withdrawal, and the daily maximum. If the minimum is above the maximum, uses the
 * defaults for both.
 */
function withdrawLimits({ WITHDRAW_MIN, WITHDRAW_MAX, WITHDRAW_DAY_MAX }: Record<string, string | undefined>) {
  const none = { withdrawMin: satang(10_000), withdrawMax: satang(5_000_000) }
  const asked = {
    withdrawMin: parseAmount(WITHDRAW_MIN ?? '') || none.withdrawMin,
    withdrawMax: parseAmount(WITHDRAW_MAX ?? '') || none.withdrawMax,
  }
  const limits = asked.withdrawMin <= asked.withdrawMax ? asked : none
  return {
    ...limits,
    withdrawDayMax: WITHDRAW_DAY_MAX ? dayMax(WITHDRAW_DAY_MAX, limits.withdrawMin) : satang(NO_LIMIT),
  }
}

/**
 * Reads the daily maximum. Throws if it is invalid or allows no withdrawal at all. It does not fall back to a default,
 * because this limit protects money.
 */
function dayMax(text: string, least: Satang): Satang {
  const amount = parseAmount(text)
  if (amount === null || amount < least) throw new Error(`WITHDRAW_DAY_MAX allows no withdrawal: ${text}`)
  return amount
}

/** Reads the maximum number of withdrawals per day. Throws if it is invalid, like {@link dayMax}. */
function dayTimes(text: string): number {
  const times = countOf(text)
  if (times === undefined) throw new Error(`WITHDRAW_DAY_TIMES is not a whole number above 0: ${text}`)
  return times
}

/** Returns a whole number above 0, or undefined if `text` is anything else. */
const countOf = (text = ''): number | undefined => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)

/**
 * Reads the settings from `env`. Throws if SITE_URL, VITE_API_URL, WEB_ORIGIN, PROVIDERS_URL, BLOCKED_IPS,
 * VITE_GAME_HOSTS, NOT_OFFERED or a daily withdrawal limit is invalid. Uses the default for any other invalid value.
 */
export const readSettings = (env: Record<string, string | undefined>): Settings => ({
  title: env.VITE_APP_TITLE || 'krapao',
  siteUrl: originOf(env.SITE_URL || 'https://krapao.example', 'SITE_URL'),
  passkeyOrigin: env.SITE_URL ? originOf(env.SITE_URL, 'SITE_URL') : undefined,
  qr: qrRules(env),
  qrMinimum: parseAmount(env.QR_MINIMUM ?? '') || satang(1_000),
  qrMinutes: /^[1-9]\d{0,3}$/.test(env.QR_MINUTES ?? '') ? Math.min(Number(env.QR_MINUTES), 1440) : 15,
  callLimit: Math.min(countOf(env.CALL_SECONDS) ?? 25, 50) * 1000,
  ...withdrawLimits(env),
  withdrawMinutes: countOf(env.WITHDRAW_MINUTES) ?? (env.SANDBOX === '1' ? 15 : undefined),
  slipHours: slipHours(env),
  uploads: resolve(env.UPLOAD_DIR || join(env.DATA_DIR || '.data', 'uploads')),
  uploadTime: (countOf(env.UPLOAD_DAYS) ?? 365) * DAY,
  giftKey: env.VITE_TRUELINK_KEY || GIFT_KEY,
  ledgerKey: env.LEDGER_KEY || undefined,
  apiOrigin: env.VITE_API_URL ? originOf(env.VITE_API_URL, 'VITE_API_URL') : '',
  webOrigin: env.WEB_ORIGIN ? originOf(env.WEB_ORIGIN, 'WEB_ORIGIN') : undefined,
  videoOrigin: URL.parse(env.VITE_HELP_VIDEOS ?? '')?.origin,
  gameHosts: hosts(env.VITE_GAME_HOSTS ?? ''),
  notOffered: notOffered(env.NOT_OFFERED ?? ''),
  hasWorker: env.SERVICE_WORKER !== '0',
  isLaos: env.VITE_LAOS === '1',
  sessionTime: (countOf(env.SESSION_HOURS) ?? 12) * HOUR,
  rememberedTime: (countOf(env.REMEMBERED_DAYS) ?? 30) * DAY,
  payoutWait: Math.min(countOf(env.WITHDRAW_WAIT_HOURS) ?? 24, 240) * HOUR,
  withdrawDayTimes: env.WITHDRAW_DAY_TIMES ? dayTimes(env.WITHDRAW_DAY_TIMES) : NO_LIMIT,
  passwordWords: listOf(env.PASSWORD_WORDS ?? ''),
  blockedIps: blocked(env.BLOCKED_IPS ?? ''),
  chatOrigin: URL.parse(env.VITE_CHAT_URL ?? '')?.origin,
  chatBot: env.CHAT_BOT !== '0',
  chatMessages: countOf(env.CHAT_MESSAGES) ?? 20,
  chatSockets: countOf(env.CHAT_SOCKETS) ?? 1_000,
  providersUrl: env.PROVIDERS_URL ? originOf(env.PROVIDERS_URL, 'PROVIDERS_URL') : undefined,
  isDemo: env.SANDBOX === '1',
  trustProxy: env.TRUST_PROXY === '1',
})
