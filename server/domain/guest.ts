import { guestName } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import type { Db } from '#server/core/db.ts'
import { isSame, signatureOf, siteKey } from './site-key.ts'

const GUEST = /^guest-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MADE = /^(guest-)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const UNSIGNED = 'guest-unsigned-'

/** True for the name of a guest, which no member can have. */
export const isGuest = (owner: string) => owner.startsWith('guest-')

/**
 * Returns the name of a guest whose id a browser made by itself, or null if the id is not a UUID. Anyone who knows the id
 * can act as that guest, so it must not be guessable. The name differs from every member's id and from every signed
 * guest's name, which is not secret (assumed, D-23).
 */
export const unsignedGuest = (id: string): string | null => (MADE.test(id) ? `${UNSIGNED}${id}` : null)

/** Returns the id of a guest as the wire shows it, without a signature. */
export const publicId = (owner: string): string => (owner.startsWith(UNSIGNED) ? owner.slice(UNSIGNED.length) : owner)

/** A new guest, on a site that signs ids. Source: D-23. */
export const newGuest = (): string => `guest-${newKey()}`

/** The id that a browser stores and sends: it authenticates the guest. Always the same for one guest. Source: D-23. */
export const signGuest = async (db: Db, guest: string): Promise<string> =>
  `${guest}.${signatureOf(guest, await siteKey(db, 'guest'))}`

/** The guest of a signed id, or null if the signature is invalid. Source: D-22–D-23. */
export async function guestOf(db: Db, signed: string): Promise<string | null> {
  const guest = guestName(signed)
  return GUEST.test(guest) && isSame(signed, await signGuest(db, guest)) ? guest : null
}
