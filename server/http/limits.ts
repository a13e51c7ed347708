import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { DAY } from '#contract/limits.ts'
import { phoneOf } from '#contract/register.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Settings } from '#server/core/settings.ts'
import { hashOf } from '#server/domain/session.ts'

const WINDOW = 15 * 60_000
const MINUTE = 60_000
/** Of the chat: messages of one sender within ten seconds are a setting; a mobile network has many players behind one address. */
const CONFIGS_PER_ADDRESS = 600
const PAGES_PER_ADDRESS = 6_000
const PAGES_PER_SENDER = 300
const READS_PER_SENDER = 120
const LOGOUTS_PER_ADDRESS = 600
const FILES_PER_ADDRESS = 60
const FILES_PER_ADDRESS_A_DAY = 300
const MESSAGE_TIME = 10_000
const SENDERS_PER_ADDRESS = 15
const PER_ACCOUNT = 10
const PER_ADDRESS = 100
const SENDS_PER_ADDRESS = 30
const Named = v.object({ username: v.pipe(v.string(), v.maxLength(64), v.transform(phoneOf)) })

async function accountOf(c: Context): Promise<string> {
  const named = v.safeParse(Named, await c.req.json().catch(() => null))
  return named.success ? named.output.username : ''
}

/** A session by its token, which is kept nowhere. */
const sessionOf = (c: Context) => hashOf(c.req.header('Authorization') ?? '')

/** An IPv6 caller by the network, which one caller has whole: its first 64 bits. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

/** Whose address it is. Only the entry that our own proxy appended can be believed; a call inside the process has no socket. */
export function believed(forwarded: string | undefined, own: string | undefined, trustProxy: boolean): string {
  return (trustProxy && forwarded?.split(',').at(-1)?.trim()) || own || 'in-process'
}

const addressOf = (c: Context, trustProxy: boolean): string =>
  believed(c.req.header('X-Forwarded-For'), c.env?.incoming ? getConnInfo(c).remote.address : undefined, trustProxy)

const Chatting = v.object({ guestId: v.pipe(v.string(), v.maxLength(100)) })
/** Returns the sender of a chat call: the hash of the credentials, or else of the guest id in the body. */
async function senderOf(c: Context): Promise<string> {
  if (c.req.header('Authorization')) return sessionOf(c)
  const named = v.safeParse(Chatting, await c.req.json().catch(() => null))
  return hashOf(named.success ? named.output.guestId : '')
}

type Limit = {
  most: number
  within?: number
  per: (c: Context) => string | Promise<string>
  counts: (status: number) => boolean
}

const limit = ({ most, within = WINDOW, per, counts }: Limit) =>
  rateLimiter({
    windowMs: within,
    limit: most,
    keyGenerator: per,
    standardHeaders: false,
    skipSuccessfulRequests: true,
    requestWasSuccessful: (c) => !counts(c.res.status),
    handler: () => {
      throw new Refusal('REQUEST_LIMIT', 429)
    },
  })

/**
 * What stands before a call. INVALID_IP (403) to blocked addresses; REQUEST_LIMIT (429) after 10 wrong passwords of one
 * account or session, 100 from one address, 100 refused registrations, 30 codes asked for or 60 files for the chat from one
 * address, within 15 minutes; 300 such files from one address within a day; 600 log outs, 600 guests of the chat or 6,000 pages of it or
 * marks as read from one address, or 300 pages or 120 marks of one sender, within a minute; and so many messages of one sender
 * within 10 seconds as is set, or 15 times as many from one address (assumed). Counts in this process only.
 */
export function guards({
  trustProxy,
  blockedIps,
  chatMessages,
}: Settings): Partial<Record<CallName, MiddlewareHandler[]>> {
  const address = (c: Context) => addressOf(c, trustProxy)
  const network = (c: Context) => networkOf(address(c))
  const notBlocked: MiddlewareHandler = async (c, next) => {
    const from = address(c)
    const family = isIP(from)
    if (family && blockedIps.check(from, family === 6 ? 'ipv6' : 'ipv4')) throw new Refusal('INVALID_IP', 403)
    await next()
  }
  const isWrong = (wrong: number) => (status: number) => status === wrong
  const all = () => true
  const files = limit({ most: FILES_PER_ADDRESS, per: network, counts: all })
  const filesADay = limit({ most: FILES_PER_ADDRESS_A_DAY, within: DAY, per: network, counts: all })
  const registrations = limit({ most: PER_ADDRESS, per: network, counts: (status) => status >= 400 })
  const passwords = [
    limit({ most: PER_ADDRESS, per: network, counts: isWrong(403) }),
    limit({ most: PER_ACCOUNT, per: sessionOf, counts: isWrong(403) }),
  ]
  return {
    'account.login': [
      notBlocked,
      limit({ most: PER_ADDRESS, per: network, counts: isWrong(401) }),
      limit({ most: PER_ACCOUNT, per: accountOf, counts: isWrong(401) }),
    ],
    'account.logout': [limit({ most: LOGOUTS_PER_ADDRESS, within: MINUTE, per: network, counts: all })],
    'account.password': passwords,
    'account.update': passwords,
    'otp.send': [notBlocked, limit({ most: SENDS_PER_ADDRESS, per: network, counts: all })],
    'otp.verify': [notBlocked],
    'account.validate': [notBlocked, registrations],
    'account.create': [notBlocked, registrations],
    'chat.config': [limit({ most: CONFIGS_PER_ADDRESS, within: MINUTE, per: network, counts: all })],
    'chat.history': [
      limit({ most: PAGES_PER_ADDRESS, within: MINUTE, per: network, counts: all }),
      limit({ most: PAGES_PER_SENDER, within: MINUTE, per: senderOf, counts: all }),
    ],
    'chat.send': [
      limit({ most: SENDERS_PER_ADDRESS * chatMessages, within: MESSAGE_TIME, per: network, counts: all }),
      limit({ most: chatMessages, within: MESSAGE_TIME, per: senderOf, counts: all }),
    ],
    'chat.read': [
      limit({ most: PAGES_PER_ADDRESS, within: MINUTE, per: network, counts: all }),
      limit({ most: READS_PER_SENDER, within: MINUTE, per: senderOf, counts: all }),
    ],
    'chat.uploadImage': [filesADay, files],
    'chat.uploadVideo': [filesADay, files],
  }
}
