import { NOTICE_HEADERS } from '#contract/notices.ts'
import { store, stored } from './storage.ts'

/** The storage keys of a login's data, besides the token. */
export const SYNCED = 'last_sync'
export const BALANCE = 'last_balance'
export const VISIT = 'visit'

/**
 * The prefixes of the storage keys for this tab's changes whose outcome is not known yet, and for its messages to
 * support.
 */
export const PENDING = 'pending.'
export const CHAT = 'chat.'
/** Follows {@link CHAT} in the storage keys of a guest in this browser. */
export const GUEST = 'guest'

/** Returns the keys in this tab's storage, or an empty list if storage is blocked. */
export function tabNames(): string[] {
  try {
    return Object.keys(window.sessionStorage)
  } catch {
    return [] // storage is blocked, so nothing is stored
  }
}

/**
 * Returns a stored change without account details. Drops the balances before the change (`before`), and keeps only the
 * extension of a file's name. Everything else is kept, so that the change can be resent with its idempotency key.
 */
function concealed(text: string | null): string | null {
  try {
    const { at, attempt } = JSON.parse(text ?? '')
    const { before: _, facts, ...rest } = attempt
    const file = facts && { facts: { ...facts, name: String(facts.name).replace(/^.*?(\.[^.]*)?$/s, '$1') } }
    return JSON.stringify({ at, attempt: { ...rest, ...file } })
  } catch {
    return null // unreadable, so it cannot be resent
  }
}

/**
 * Removes a login's stored data and the member's unsent messages to support, so that the next login does not find them.
 * A change whose outcome is not known yet stays stored for its member, but without the details that {@link concealed}
 * removes. Source: R74, R644, D-08.
 */
export function clearLoginData() {
  for (const name of [SYNCED, BALANCE, VISIT, ...NOTICE_HEADERS])
    for (const place of ['localStorage', 'sessionStorage'] as const) store(name, null, place)
  for (const name of tabNames()) {
    if (name.startsWith(PENDING)) store(name, concealed(stored(name, 'sessionStorage')), 'sessionStorage')
    if (name.startsWith(CHAT) && !name.startsWith(CHAT + GUEST)) store(name, null, 'sessionStorage')
  }
}
