import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import type { Db } from '#server/core/db.ts'
import { ANYONE } from '#server/core/owner.ts'
import { Refusal } from '#server/core/refusal.ts'
import { guestOf, newGuest } from '#server/domain/guest.ts'
import { memberOf, signerOf } from '#server/domain/session.ts'

/** The calls that a guest without a signed id may make by naming an id in the body (assumed, D-23). */
const UNSIGNED: ReadonlySet<CallName> = new Set(['chat.send', 'chat.history', 'chat.read'])

/** The bearer token in an Authorization header. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1]

/** Returns the guest whose signed id is in an Authorization header, or null if it names no guest. */
async function guestIn(db: Db, authorization: string): Promise<string | null> {
  const signed = /^Guest (.+)$/.exec(authorization)?.[1]
  return signed === undefined ? null : guestOf(db, signed)
}

/**
 * Whose things a call is about: a member's id, what a guest is called, or `anyone` in an open call and in a call of the chat
 * without credentials, whose handler goes by the id in the body. Refuses as {@link memberOf}, and with NO_USER who is neither
 * member nor guest where one of both is asked for; the chat's own first question makes a guest of them. Source: D-22–D-23.
 */
export async function ownerOf(db: Db, name: CallName, { access }: Call, authorization = '', now: number) {
  if (access === 'anyone') return ANYONE
  const token = tokenIn(authorization)
  if (token !== undefined || access === 'member') return memberOf(db, token, now)
  const guest = await guestIn(db, authorization)
  if (guest !== null) return guest
  if (authorization === '' && UNSIGNED.has(name)) return ANYONE
  if (name !== 'chat.config') throw new Refusal('NO_USER', 403)
  return newGuest(db)
}

/** Returns the owner of the stored replies that a caller may ask for: as {@link ownerOf}, also after the session has ended. */
export function pastOwnerOf(db: Db, { access }: Call, authorization = ''): Promise<string | null> {
  if (access === 'anyone') return Promise.resolve(ANYONE)
  const token = tokenIn(authorization)
  return token === undefined ? guestIn(db, authorization) : signerOf(db, token)
}
