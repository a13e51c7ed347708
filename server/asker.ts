import type { Call } from '#contract/call.ts'
import type { CallName } from '#contract/calls.ts'
import type { Db } from './db.ts'
import { guestOf, newGuest } from './guest.ts'
import { Refusal } from './refusal.ts'
import { memberOf } from './session.ts'

/** The owner of what nobody has to be signed in for. */
const ANYONE = 'anyone'

/** The bearer token in an Authorization header. */
export const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1]

/**
 * Whose things a call is about: a member's id, what a guest is called, or `anyone` in an open call. Refuses as
 * {@link memberOf}, and with NO_USER who is neither member nor guest where one of both is asked for; the chat's own first
 * question makes a guest of them. Source: D-22–D-23.
 */
export async function ownerOf(db: Db, name: CallName, { access }: Call, authorization = '', now: number) {
  if (access === 'anyone') return ANYONE
  const token = tokenIn(authorization)
  if (token !== undefined || access === 'member') return memberOf(db, token, now)
  const signed = /^Guest (.+)$/.exec(authorization)?.[1]
  const guest = signed === undefined ? null : await guestOf(db, signed)
  if (guest !== null) return guest
  if (name !== 'chat.config') throw new Refusal('NO_USER', 403)
  return newGuest(db)
}
