import { store, stored } from './storage.ts'

const NAME = 'token'
let current: string | null = stored(NAME) ?? stored(NAME, 'sessionStorage')

/** The token of this page; null for a guest. Source: R200, R295. */
export const token = (): string | null => current

/** Keeps a new token in place of any other: for good with `remember`, else for the tab. `page`: the browser refused, it lives in this page only. Source: R36. */
export function keepToken(value: string, remember: boolean): 'browser' | 'page' {
  dropToken()
  current = value
  return store(NAME, value, remember ? 'localStorage' : 'sessionStorage') ? 'browser' : 'page'
}

/** Forgets the token everywhere in this browser. Source: R74, D-08. */
export function dropToken() {
  current = null
  store(NAME, null)
  store(NAME, null, 'sessionStorage')
}

/** Takes over the token another tab has stored for good, if this tab has none; false when there is nothing to take. */
export function adoptToken(): boolean {
  if (current !== null) return false
  current = stored(NAME)
  return current !== null
}
