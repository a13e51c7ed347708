import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { phoneOf } from '#contract/register.ts'
import { Refusal } from './refusal.ts'
import { hashOf } from './session.ts'
import type { Settings } from './settings.ts'

const WINDOW = 15 * 60_000
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

/** Only the entry that our own proxy appended can be believed; a call inside the process has no socket. */
function addressOf(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return forwarded ?? (c.env?.incoming ? getConnInfo(c).remote.address : undefined) ?? 'in-process'
}

type Limit = { most: number; per: (c: Context) => string | Promise<string>; counts: (status: number) => boolean }

const limit = ({ most, per, counts }: Limit) =>
  rateLimiter({
    windowMs: WINDOW,
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
 * account or session, 100 from one address, 100 refused registrations or 30 codes asked for from one address, within
 * 15 minutes (assumed). Counts in this process only.
 */
export function guards({ trustProxy, blockedIps }: Settings): Partial<Record<CallName, MiddlewareHandler[]>> {
  const address = (c: Context) => addressOf(c, trustProxy)
  const network = (c: Context) => networkOf(address(c))
  const notBlocked: MiddlewareHandler = async (c, next) => {
    const from = address(c)
    const family = isIP(from)
    if (family && blockedIps.check(from, family === 6 ? 'ipv6' : 'ipv4')) throw new Refusal('INVALID_IP', 403)
    await next()
  }
  const isWrong = (wrong: number) => (status: number) => status === wrong
  const registrations = limit({ most: PER_ADDRESS, per: network, counts: (status) => status >= 400 })
  return {
    'account.login': [
      notBlocked,
      limit({ most: PER_ADDRESS, per: network, counts: isWrong(401) }),
      limit({ most: PER_ACCOUNT, per: accountOf, counts: isWrong(401) }),
    ],
    'account.password': [
      limit({ most: PER_ADDRESS, per: network, counts: isWrong(403) }),
      limit({ most: PER_ACCOUNT, per: sessionOf, counts: isWrong(403) }),
    ],
    'otp.send': [notBlocked, limit({ most: SENDS_PER_ADDRESS, per: network, counts: () => true })],
    'otp.verify': [notBlocked],
    'account.validate': [notBlocked, registrations],
    'account.create': [notBlocked, registrations],
  }
}
