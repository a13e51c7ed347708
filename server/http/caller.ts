import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { ANYONE } from '#server/core/owner.ts'
import { guestOf, newGuest } from '#server/domain/guest.ts'
import { hashOf, memberOf, type Notify, signerOf } from '#server/domain/session.ts'

/** The calls that a guest without a signed id may make, by sending an id in the body (assumed, D-23). */
const UNSIGNED: ReadonlySet<CallName> = new Set(['chat.send', 'chat.history', 'chat.read'])

/**
 * The calls that an open chat makes on its own, every 5 s if it has no socket. They do not count as use of the session.
 * Source: D-57.
 */
const IN_BACKGROUND: ReadonlySet<CallName> = new Set(['chat.config', 'chat.history'])

/** Returns the bearer token in an Authorization header, or undefined if it contains no token. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1]

/** Returns the guest whose signed id is in the Authorization header, or null if the header contains no valid one. */
async function guestIn(db: Db, authorization: string): Promise<string | null> {
  const signed = /^Guest (.+)$/.exec(authorization)?.[1]
  return signed === undefined ? null : guestOf(db, signed)
}

/**
 * The caller of a call. `key` is the thumbprint of the browser's key that signed the call, `now` is in epoch ms, and
 * `notify` is passed to {@link memberOf}.
 */
type Caller = { authorization: string | undefined; key: string | null; now: number; notify: Notify }

/**
 * Returns the owner of a call's data: a member's id, a guest's name, or `anyone`. The owner is `anyone` in a public
 * call, and in a chat call without credentials, whose handler uses the guest id in the body.
 *
 * Throws the same errors as {@link memberOf}, and NO_USER if the caller of a chat call is neither a member nor a guest.
 * In that case, `chat.config` creates a guest instead. Source: D-22–D-23.
 */
export async function ownerOf(
  db: Db,
  name: CallName,
  { access }: Call,
  { authorization = '', key, now, notify }: Caller,
) {
  if (access === 'anyone') return ANYONE
  const token = tokenIn(authorization)
  if (token !== undefined || access === 'member')
    return memberOf(db, { token, key }, now, { isUse: !IN_BACKGROUND.has(name), notify })
  const guest = await guestIn(db, authorization)
  if (guest !== null) return guest
  if (authorization === '' && UNSIGNED.has(name)) return ANYONE
  if (name !== 'chat.config') throw new ApiError('NO_USER', 403)
  return newGuest()
}

/**
 * Returns the owner whose stored replies a caller may receive. Unlike {@link ownerOf}, accepts a session that has
 * ended, and returns null if the credentials are invalid.
 */
export function pastOwnerOf(
  db: Db,
  { access }: Call,
  { authorization = '', key }: Pick<Caller, 'authorization' | 'key'>,
): Promise<string | null> {
  if (access === 'anyone') return Promise.resolve(ANYONE)
  const token = tokenIn(authorization)
  return token === undefined ? guestIn(db, authorization) : signerOf(db, { token, key })
}

/**
 * Returns the hash of the Authorization header, which identifies a session or a guest without storing the credentials.
 */
export const sessionOf = (c: Context) => hashOf(c.req.header('Authorization') ?? '')

/**
 * Returns the first 64 bits of an IPv6 address, because a single caller can use all addresses that begin with them.
 * Returns any other address unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.includes('.')) return address
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}

/**
 * Returns the caller's address. Trusts only the entry that our own proxy appended to X-Forwarded-For. A call made
 * within the process has no socket, so its address is `in-process`.
 */
export function clientAddress(forwarded: string | undefined, own: string | undefined, trustProxy: boolean): string {
  return (trustProxy && forwarded?.split(',').at(-1)?.trim()) || own || 'in-process'
}

export const addressOf = (c: Context, trustProxy: boolean): string =>
  clientAddress(
    c.req.header('X-Forwarded-For'),
    c.env?.incoming ? getConnInfo(c).remote.address : undefined,
    trustProxy,
  )

const Chatting = v.object({ guestId: v.pipe(v.string(), v.maxLength(100)) })
/** Returns the sender of a chat call: the hash of the credentials, or else the hash of the guest id in the body. */
export async function senderOf(c: Context): Promise<string> {
  if (c.req.header('Authorization')) return sessionOf(c)
  const named = v.safeParse(Chatting, await c.req.json().catch(() => null))
  return hashOf(named.success ? named.output.guestId : '')
}
