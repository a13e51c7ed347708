import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { GIFT_KEY } from '#contract/gift-link.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang } from '#contract/money.ts'
import { type QrRules, qrRules } from '#contract/qr.ts'
import type { SlipHours } from '#contract/slip.ts'
import { parseAmount } from '#contract/typed.ts'

/** The settings of the environment, read once. Money in satang. */
export type Settings = {
  /** Title of the product. */
  title: string
  /** The address of the site for players, to which a code sent by SMS is bound. */
  siteUrl: string
  /** Minimum amount per provider; the build of the browser part reads the same names. Source: D-51. */
  qr: QrRules
  /** Minimum of a QR deposit at any provider. Source: D-13. */
  qrMinimum: Satang
  /** The minutes in which a code can be paid. Source: D-13. */
  qrMinutes: number
  /** The time that a call waits for a provider's outcome, ms (assumed). */
  callLimit: number
  /** Minimum and maximum of one withdrawal. Source: R311. */
  withdrawMin: Satang
  withdrawMax: Satang
  /** The hours in which slips are accepted. Source: R312, R535, D-12. */
  slipHours: SlipHours
  /** The folder of players' uploads: pictures of slips. */
  uploads: string
  /** How long players' uploads are kept, in ms (assumed). */
  uploadTime: number
  /** The passphrase of gift links on the wire; the build of the browser part reads the same name. Source: D-42. */
  giftKey: string
  /** The key with which entries are sealed; undefined: they are not sealed. */
  ledgerKey: string | undefined
  /** This server's own origin, when the browser part is served from elsewhere; the build reads the same name. */
  apiOrigin: string
  /** The one other origin that may call, when the browser part is served from elsewhere. */
  webOrigin: string | undefined
  /** The other origin that help videos come from; the build of the browser part reads the same name. Source: D-51. */
  videoOrigin: string | undefined
  /** Hosts that games may be opened at; the build of the browser part reads the same name. Source: D-26. */
  gameHosts: readonly string[]
  /** False: the service worker ends itself in every browser, and the site is loaded from the network again. Source: D-59. */
  hasWorker: boolean
  /** A site for Laos: its banks first, accounts with a currency, phone numbers of any length. Source: D-51. */
  isLaos: boolean
  /** The absolute lifetime of a session, and of a remembered one, in ms; use does not extend it (assumed). Source: D-57. */
  sessionTime: number
  rememberedTime: number
  /** How long withdrawals wait after a password was set by a code or the payout account changed, in ms. Source: D-62. */
  payoutWait: number
  /** The sum and the number of withdrawals of a member in a day, at most; no limit unless set. Source: R582. */
  withdrawDayMax: Satang
  withdrawDayTimes: number
  /** Addresses that may not log in or register (assumed). */
  blockedIps: BlockList
  /**
   * The origin of the chat, if it is served elsewhere; the build of the browser part reads the same name.
   * Source: R380.
   */
  chatOrigin: string | undefined
  /** The sandbox's bot answers in the chat until it is switched off there. */
  chatBot: boolean
  /** The maximum number of messages per sender within 10 seconds (assumed). */
  chatMessages: number
  /** The maximum number of open chat sockets per address (assumed); a mobile network has many players behind one. */
  chatSockets: number
  /** True with the sandbox: demo members may log in. Everything else is production. */
  isDemo: boolean
  /** The address of providers that outlive this process, for tests of crashes. */
  providersUrl: string | undefined
  /** True behind a proxy that appends the caller's address to X-Forwarded-For. */
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

/** The hours in which slips are accepted, `HH:mm` in Bangkok; invalid times are ignored. */
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

/** Minimum and maximum of a withdrawal, and the maximum of a day; limits with an empty range are ignored. */
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

/** Reads the maximum of a day. Throws if it allows no withdrawal: the limit protects money, so it is never ignored. */
function dayMax(text: string, least: Satang): Satang {
  const amount = parseAmount(text)
  if (amount === null || amount < least) throw new Error(`WITHDRAW_DAY_MAX allows no withdrawal: ${text}`)
  return amount
}

/** Reads the number of withdrawals of a day. Throws, as {@link dayMax}, if it is not a whole number above 0. */
function dayTimes(text: string): number {
  const times = countOf(text)
  if (times === undefined) throw new Error(`WITHDRAW_DAY_TIMES is not a whole number above 0: ${text}`)
  return times
}

/** A whole number above 0, or undefined if it is not one. */
const countOf = (text = ''): number | undefined => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)

/**
 * Reads the settings from `env`. Throws if SITE_URL, VITE_API_URL, WEB_ORIGIN, PROVIDERS_URL, BLOCKED_IPS, VITE_GAME_HOSTS
 * or a limit of a day's withdrawals is invalid; ignores other invalid values.
 */
export const readSettings = (env: Record<string, string | undefined>): Settings => ({
  title: env.VITE_APP_TITLE || 'krapao',
  siteUrl: originOf(env.SITE_URL || 'https://krapao.example', 'SITE_URL'),
  qr: qrRules(env),
  qrMinimum: parseAmount(env.QR_MINIMUM ?? '') || satang(1_000),
  qrMinutes: /^[1-9]\d{0,3}$/.test(env.QR_MINUTES ?? '') ? Math.min(Number(env.QR_MINUTES), 1440) : 15,
  callLimit: Math.min(countOf(env.CALL_SECONDS) ?? 25, 50) * 1000,
  ...withdrawLimits(env),
  slipHours: slipHours(env),
  uploads: resolve(env.UPLOAD_DIR || join(env.DATA_DIR || '.data', 'uploads')),
  uploadTime: (countOf(env.UPLOAD_DAYS) ?? 365) * DAY,
  giftKey: env.VITE_TRUELINK_KEY || GIFT_KEY,
  ledgerKey: env.LEDGER_KEY || undefined,
  apiOrigin: env.VITE_API_URL ? originOf(env.VITE_API_URL, 'VITE_API_URL') : '',
  webOrigin: env.WEB_ORIGIN ? originOf(env.WEB_ORIGIN, 'WEB_ORIGIN') : undefined,
  videoOrigin: URL.parse(env.VITE_HELP_VIDEOS ?? '')?.origin,
  gameHosts: hosts(env.VITE_GAME_HOSTS ?? ''),
  hasWorker: env.SERVICE_WORKER !== '0',
  isLaos: env.VITE_LAOS === '1',
  sessionTime: (countOf(env.SESSION_HOURS) ?? 12) * HOUR,
  rememberedTime: (countOf(env.REMEMBERED_DAYS) ?? 30) * DAY,
  payoutWait: Math.min(countOf(env.WITHDRAW_WAIT_HOURS) ?? 24, 240) * HOUR,
  withdrawDayTimes: env.WITHDRAW_DAY_TIMES ? dayTimes(env.WITHDRAW_DAY_TIMES) : NO_LIMIT,
  blockedIps: blocked(env.BLOCKED_IPS ?? ''),
  chatOrigin: URL.parse(env.VITE_CHAT_URL ?? '')?.origin,
  chatBot: env.CHAT_BOT !== '0',
  chatMessages: countOf(env.CHAT_MESSAGES) ?? 20,
  chatSockets: countOf(env.CHAT_SOCKETS) ?? 1_000,
  providersUrl: env.PROVIDERS_URL ? originOf(env.PROVIDERS_URL, 'PROVIDERS_URL') : undefined,
  isDemo: env.SANDBOX === '1',
  trustProxy: env.TRUST_PROXY === '1',
})
