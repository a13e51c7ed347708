import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimiter } from 'hono-rate-limiter'
import * as v from 'valibot'
import type { CallName } from '#contract/calls.ts'
import { DAY } from '#contract/limits.ts'
import { phoneOf } from '#contract/register.ts'
import type { Base } from '#server/core/context.ts'
import type { Db } from '#server/core/db.ts'
import { Refusal, refusalOf } from '#server/core/refusal.ts'
import type { Settings } from '#server/core/settings.ts'
import { type Allowance, countAttempt, isUsedUp } from '#server/domain/attempts.ts'
import { isKnownDevice } from '#server/domain/device.ts'
import { isGuest } from '#server/domain/guest.ts'
import { hashOf } from '#server/domain/session.ts'
import { deviceIn } from './device.ts'

const MINUTE = 60_000
const WINDOW = 15 * MINUTE

/** Messages of one sender within this time, ms, are a setting. */
const MESSAGE_TIME = 10_000

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

/** Returns the caller's address. Only the entry that our own proxy appended can be believed; a call inside the process has no socket. */
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

/** A call that is about to run. */
type Asked = { c: Context; db: Db; base: Base; name: CallName; owner: string }

/**
 * One limit of a call. `whose` returns whose attempts are counted together, or null if they are not limited. `counts` is
 * 'all' to count each attempt before it is made, or decides by its outcome, the reply or a refusal. With `isInTurn` the
 * attempts under one key are made one after the other.
 */
type Limit = Allowance & {
  name: string
  whose: (asked: Asked) => string | null | Promise<string | null>
  counts: 'all' | ((outcome: unknown) => boolean)
  isInTurn?: true
}

/** The refusal of an attempt that was not made. */
export class LimitReached extends Refusal {
  constructor() {
    super('REQUEST_LIMIT', 429)
  }
}

const network = ({ c, base }: Asked) => networkOf(addressOf(c, base.settings.trustProxy))
const owner = (asked: Asked) => asked.owner
const session = ({ c }: Asked) => sessionOf(c)
const isRefusal = (outcome: unknown) => outcome instanceof Refusal
const isRefused = (code: Refusal['code']) => (outcome: unknown) => outcome instanceof Refusal && outcome.code === code

/** The account that is named in a login, with the device if the account has been logged in to there: it has its own count. */
async function loginOf({ c, db }: Asked): Promise<string | null> {
  const [account, device] = [await accountOf(c), deviceIn(c)]
  if (account === '') return null
  return device !== '' && (await isKnownDevice(db, account, device)) ? `${account} ${device}` : account
}

/** Many players of a mobile network have one address: of its failures an address may have a thousand (assumed). */
const perAddress = { most: 1_000, within: WINDOW, whose: network }
const passwords: Limit[] = [
  { ...perAddress, name: 'password address', counts: isRefused('WRONG_PASSWORD') },
  { name: 'password', most: 10, within: WINDOW, whose: session, counts: isRefused('WRONG_PASSWORD'), isInTurn: true },
]
const registrations: Limit[] = [{ ...perAddress, name: 'registration', counts: isRefusal }]
const promotions: Limit[] = [
  {
    ...{ name: 'promotion', most: 30, within: WINDOW, whose: owner, isInTurn: true },
    counts: (outcome) => outcome === null || isRefused('NO_PROMOTION')(outcome),
  },
]
/** The files of guests; the handler limits each member's, and anybody can become another guest. */
const guestFiles = {
  whose: (asked: Asked) => (isGuest(asked.owner) ? network(asked) : null),
  counts: (outcome: unknown) => !isRefusal(outcome),
}
const files: Limit[] = [
  { ...guestFiles, name: 'files of a day', most: 300, within: DAY },
  { ...guestFiles, name: 'files', most: 60, within: WINDOW },
]

/** The limits of each call, which all processes on a database share. REQUEST_LIMIT (429) beyond them (assumed). */
const LIMITS: Partial<Record<CallName, Limit[]>> = {
  'account.login': [
    { ...perAddress, name: 'login address', counts: isRefused('WRONG_CREDENTIAL') },
    { name: 'login', most: 10, within: WINDOW, whose: loginOf, counts: isRefused('WRONG_CREDENTIAL'), isInTurn: true },
  ],
  'account.password': passwords,
  'account.update': passwords,
  'account.validate': registrations,
  'account.create': registrations,
  'otp.send': [{ name: 'code', most: 300, within: WINDOW, whose: network, counts: 'all' }],
  'otp.verify': [{ ...perAddress, name: 'wrong code', counts: isRefusal }],
  'promotion.find': promotions,
  'promotion.activate': promotions,
  'wallet.truelink': [{ name: 'gift', most: 30, within: WINDOW, whose: owner, counts: isRefusal }],
  'qr.create': [{ name: 'qr', most: 200, within: 60 * MINUTE, whose: owner, counts: 'all' }],
  'chat.uploadImage': files,
  'chat.uploadVideo': files,
}
const chatLimit = (most: number): Limit => ({
  ...{ name: 'chat', most, within: MESSAGE_TIME, counts: 'all' },
  whose: ({ c }) => senderOf(c),
})

/** The last attempt of each key that is made in turn, in this process. */
const turns = new Map<string, Promise<unknown>>()

/** Runs `attempt` after those of the same key that were asked for before it. */
function inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(attempt, attempt)
  turns.set(key, turn)
  const end = () => turns.get(key) === turn && turns.delete(key)
  turn.then(end, end)
  return turn
}

/** Makes an attempt as {@link limited} does, under one limit. */
async function underLimit(limit: Limit, asked: Asked, attempt: () => Promise<unknown>): Promise<unknown> {
  const { db, base } = asked
  const whose = await limit.whose(asked)
  if (whose === null) return attempt()
  const key = hashOf(`${limit.name} ${whose}`)
  const { counts } = limit
  if (counts === 'all') {
    if (!(await countAttempt(db, key, limit, base.now()))) throw new LimitReached()
    return attempt()
  }
  const tried = async () => {
    if (await isUsedUp(db, key, limit, base.now())) throw new LimitReached()
    const outcome = await attempt().catch(refusalOf)
    if (counts(outcome)) await countAttempt(db, key, limit, base.now())
    if (outcome instanceof Refusal) throw outcome
    return outcome
  }
  return limit.isInTurn ? inTurn(key, tried) : tried()
}

/** Runs a call within its limits and returns its reply. Throws {@link LimitReached}, and nothing runs, beyond one of them. */
export function limited(asked: Asked, run: () => Promise<unknown>): Promise<unknown> {
  const { name, base } = asked
  const limits = name === 'chat.send' ? [chatLimit(base.settings.chatMessages)] : (LIMITS[name] ?? [])
  return limits.reduceRight((attempt, limit) => () => underLimit(limit, asked, attempt), run)()
}

/** Limits how many calls one process takes of everything that is no attempt at anything: it has to answer all others. */
const flood = (most: number, within: number, keyGenerator: (c: Context) => string | Promise<string>) =>
  rateLimiter({
    ...{ windowMs: within, limit: most, keyGenerator, standardHeaders: false },
    handler: () => {
      throw new Refusal('REQUEST_LIMIT', 429)
    },
  })

/**
 * Returns the middleware of each call. It refuses with INVALID_IP (403) to blocked addresses. REQUEST_LIMIT (429) by this process after 600 log outs,
 * 600 guests of the chat or 6,000 pages of it or marks as read from one address, or 300 pages or 120 marks of one sender,
 * within a minute, and after 15 times as many messages as one sender may send from one address (assumed).
 */
export function guards({
  trustProxy,
  blockedIps,
  chatMessages,
}: Settings): Partial<Record<CallName, MiddlewareHandler[]>> {
  const address = (c: Context) => networkOf(addressOf(c, trustProxy))
  const notBlocked: MiddlewareHandler = async (c, next) => {
    const from = addressOf(c, trustProxy)
    const family = isIP(from)
    if (family && blockedIps.check(from, family === 6 ? 'ipv6' : 'ipv4')) throw new Refusal('INVALID_IP', 403)
    await next()
  }
  return {
    'account.login': [notBlocked],
    'account.logout': [flood(600, MINUTE, address)],
    'otp.send': [notBlocked],
    'otp.verify': [notBlocked],
    'account.validate': [notBlocked],
    'account.create': [notBlocked],
    'chat.config': [flood(600, MINUTE, address)],
    'chat.history': [flood(6_000, MINUTE, address), flood(300, MINUTE, senderOf)],
    'chat.send': [flood(15 * chatMessages, MESSAGE_TIME, address)],
    'chat.read': [flood(6_000, MINUTE, address), flood(120, MINUTE, senderOf)],
  }
}
