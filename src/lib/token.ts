import { type Place, store, stored } from './storage.ts'

const NAME = 'token'
/** The prefix of a stored token that is bound to this browser's key. Tokens never contain a space. */
const BOUND = 'bound '
const unmarked = (value: string | null) => value?.replace(BOUND, '') ?? null
/**
 * The current token of this page, and the first one of its login. They are kept here so that no machine's context holds
 * the token, and so that a login in another tab does not change the user of this page.
 */
let current: string | null = stored(NAME, 'sessionStorage') ?? stored(NAME)
let first = current

/** Returns this page's token; null for a guest. Source: R200, R295. */
export const token = (): string | null => unmarked(current)

/**
 * Identifies this page's login by its first token, which stays the same when the token is renewed; null for a guest.
 */
export const loginId = (): string | null => unmarked(first)

/**
 * True if the server accepts this page's token only together with a proof made with this browser's key. Source: R602.
 */
export const isBound = (): boolean => current?.startsWith(BOUND) ?? false

/**
 * Stores a new token in place of any other: permanently with `remember`, otherwise for this tab. Returns `page` if the
 * browser refuses to store the token; the login then lasts only while this page is open. Source: R36.
 */
export function storeToken(value: string, remember: boolean, isBound = false): 'browser' | 'page' {
  clearToken()
  current = (isBound ? BOUND : '') + value
  first = current
  return store(NAME, current, remember ? 'localStorage' : 'sessionStorage') ? 'browser' : 'page'
}

/** How long refusals of the old token are ignored after a renewal request that received no reply, in ms (assumed). */
const RENEWAL_TIME = 2 * 60_000
/**
 * The renewal in flight. It is stored here and not in its call, because it decides how refusals of other requests are
 * treated.
 */
let renewal: { of: string; place: Place; until: number } | null = null

/** Begins the renewal of this page's token. Source: R606. */
export function beginRenewal() {
  renewal = current === null ? null : { of: current, place: tokenPlace(), until: Date.now() + RENEWAL_TIME }
}

/**
 * True while the backend may already have replaced this page's token, because the reply to a renewal has not arrived.
 */
export const isRenewing = (): boolean => renewal?.of === current && Date.now() < (renewal?.until ?? 0)

const renewed = new Set<() => void>()

/** Calls `listener` whenever a new token replaces this page's. Returns a function that unsubscribes. */
export function onRenewal(listener: () => void) {
  renewed.add(listener)
  return () => void renewed.delete(listener)
}
function replace(value: string) {
  current = value
  for (const listener of renewed) listener()
}

/**
 * Ends a renewal and stores the new token in place of the old one. Does nothing if the login has ended in the meantime.
 */
export function endRenewal(value?: string) {
  const begun = renewal
  renewal = null
  if (!value || !begun || begun.of !== current) return
  const next = (isBound() ? BOUND : '') + value
  const kept = stored(NAME, begun.place)
  // another tab may have removed the old token, because it was refused in the meantime
  if (kept === null || kept === current) store(NAME, next, begun.place)
  replace(next)
}

/**
 * Adopts a new token that another tab has stored in place of this page's. A page without a token does not adopt one
 * here, because its session would not notice; see {@link canAdoptToken}.
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

/** Removes this page's token wherever it is stored. If another login has stored its token since, that token is kept. */
export function leaveToken() {
  for (const place of ['localStorage', 'sessionStorage'] as const)
    if (stored(NAME, place) === current) store(NAME, null, place)
  current = first = null
}

/**
 * Returns the storage that holds this page’s token. The login's data is stored there too, so that it does not outlive
 * the token.
 */
export const tokenPlace = (): Place => (stored(NAME) === current ? 'localStorage' : 'sessionStorage')

/** True if another tab has stored a permanent token and this tab has none. */
export const canAdoptToken = (): boolean => current === null && stored(NAME) !== null
/** Adopts the permanent token that another tab has stored. */
export function adoptToken() {
  current = first = stored(NAME)
}
