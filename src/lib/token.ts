import { type Place, store, stored } from './storage.ts'

const NAME = 'token'
/** The start of a stored token that is bound to this browser's key. No token contains a space. */
const BOUND = 'bound '
const unmarked = (value: string | null) => value?.replace(BOUND, '') ?? null
/**
 * The token of this page and the first of its login. Kept here, so that the token is in no context, and so that another
 * tab's login does not change this page's user.
 */
let current: string | null = stored(NAME, 'sessionStorage') ?? stored(NAME)
let first = current

/** Returns the token of this page; null for a guest. Source: R200, R295. */
export const token = (): string | null => unmarked(current)

/** Identifies this page's login: its first token, even after a renewal; null for a guest. */
export const loginId = (): string | null => unmarked(first)

/** True if the server accepts this page's token only with a proof of this browser's key. Source: R602. */
export const isBound = (): boolean => current?.startsWith(BOUND) ?? false

/**
 * Stores a new token in place of any other: permanently with `remember`, else for the tab. Returns `page` if the browser
 * refused to store it, so that it lasts only as long as this page. Source: R36.
 */
export function storeToken(value: string, remember: boolean, isBound = false): 'browser' | 'page' {
  clearToken()
  current = (isBound ? BOUND : '') + value
  first = current
  return store(NAME, current, remember ? 'localStorage' : 'sessionStorage') ? 'browser' : 'page'
}

/** How long an unanswered renewal excuses refusals of the old token, ms (assumed). */
const RENEWAL_TIME = 2 * 60_000
/** The renewal in flight. Replies to other requests are judged by it, so it belongs to the token and not to its call. */
let renewal: { of: string; place: Place; until: number } | null = null

/** Begins to replace this page's token. Source: R606. */
export function beginRenewal() {
  renewal = current === null ? null : { of: current, place: tokenPlace(), until: Date.now() + RENEWAL_TIME }
}

/** True while the backend may have replaced this page's token without an answer. */
export const isRenewing = (): boolean => renewal?.of === current && Date.now() < (renewal?.until ?? 0)

const renewed = new Set<() => void>()

/** Calls `listener` after each new token in place of this page's; returns a function that unsubscribes. */
export function onRenewal(listener: () => void) {
  renewed.add(listener)
  return () => void renewed.delete(listener)
}
function replace(value: string) {
  current = value
  for (const listener of renewed) listener()
}

/** Ends a renewal: stores the new token where the old one was. Does nothing if the login has ended since. */
export function endRenewal(value?: string) {
  const begun = renewal
  renewal = null
  if (!value || !begun || begun.of !== current) return
  const next = (isBound() ? BOUND : '') + value
  const kept = stored(NAME, begun.place)
  // another tab that was refused in the meantime may have removed the old one
  if (kept === null || kept === current) store(NAME, next, begun.place)
  replace(next)
}

/**
 * Takes over the new token that another tab has stored in place of this page's. A page without a token takes over none
 * here: its session would not notice, see {@link canAdoptToken}.
 */
export function followToken({ key, oldValue, newValue }: StorageEvent) {
  if (key === NAME && current !== null && oldValue === current && newValue !== null) replace(newValue)
}

/** Removes the token everywhere in this browser. Source: R74, D-08. */
export function clearToken() {
  current = first = null
  store(NAME, null)
  store(NAME, null, 'sessionStorage')
}

/** Removes this page's token wherever it is stored; keeps another login that has been stored since. */
export function leaveToken() {
  for (const place of ['localStorage', 'sessionStorage'] as const)
    if (stored(NAME, place) === current) store(NAME, null, place)
  current = first = null
}

/** Returns the storage of this page’s token: the login's data is stored next to it, and must not outlive it. */
export const tokenPlace = (): Place => (stored(NAME) === current ? 'localStorage' : 'sessionStorage')

/** True if another tab has stored a permanent token and this tab has none. */
export const canAdoptToken = (): boolean => current === null && stored(NAME) !== null
/** Takes over the permanent token of another tab. */
export function adoptToken() {
  current = first = stored(NAME)
}
