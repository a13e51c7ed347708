import { NOTICE_HEADERS } from '#contract/notices.ts'
import { store, stored } from './storage.ts'

/** The storage names of a login's data, besides its token. */
export const SYNCED = 'last_sync'
export const BALANCE = 'last_balance'
export const VISIT = 'visit'

/** The prefixes under which a tab stores changes without an answer, and messages to support. */
export const PENDING = 'pending.'
export const CHAT = 'chat.'
/** The guest of this browser, in names that begin with {@link CHAT}. */
export const GUEST = 'guest'

/** The names in this tab's storage; none if the browser has no storage. */
export function tabNames(): string[] {
  try {
    return Object.keys(window.sessionStorage)
  } catch {
    return [] // storage is blocked: nothing is stored
  }
}

/**
 * Returns a stored change without data of the account: the balance before it, and the name of a file except its
 * ending. The rest repeats the change with its key.
 */
function concealed(text: string | null): string | null {
  try {
    const { at, attempt } = JSON.parse(text ?? '')
    const { before: _, facts, ...rest } = attempt
    const file = facts && { facts: { ...facts, name: String(facts.name).replace(/^.*?(\.[^.]*)?$/s, '$1') } }
    return JSON.stringify({ at, attempt: { ...rest, ...file } })
  } catch {
    return null // unreadable, so of no use
  }
}

/**
 * Removes a login's stored data, which the next login must not find, and the unsent messages to support. A change
 * without an answer stays for its member, without balance and file name. Source: R74, R644, D-08.
 */
export function clearLoginData() {
  for (const name of [SYNCED, BALANCE, VISIT, ...NOTICE_HEADERS])
    for (const place of ['localStorage', 'sessionStorage'] as const) store(name, null, place)
  for (const name of tabNames()) {
    if (name.startsWith(PENDING)) store(name, concealed(stored(name, 'sessionStorage')), 'sessionStorage')
    if (name.startsWith(CHAT) && !name.startsWith(CHAT + GUEST)) store(name, null, 'sessionStorage')
  }
}
