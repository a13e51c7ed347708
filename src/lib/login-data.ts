import { store } from './storage.ts'

/** The storage names of a login's data, besides its token. */
export const SYNCED = 'last_sync'
export const BALANCE = 'last_balance'
export const VISIT = 'visit'

/** Removes a login's stored data, which the next login must not find. Source: R74, D-08. */
export function clearLoginData() {
  for (const name of [SYNCED, BALANCE, VISIT])
    for (const place of ['localStorage', 'sessionStorage'] as const) store(name, null, place)
}
