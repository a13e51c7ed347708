import { store } from './storage.ts'

/** The names of what is stored of a login, beside its token. */
export const SYNCED = 'last_sync'
export const BALANCE = 'last_balance'
export const VISIT = 'visit'

/** Removes what is stored of a login: the next one must not find it. Source: R74, D-08. */
export function clearLoginData() {
  for (const name of [SYNCED, BALANCE, VISIT])
    for (const place of ['localStorage', 'sessionStorage'] as const) store(name, null, place)
}
