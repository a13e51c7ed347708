import { token } from './token.ts'

/** Before all that is kept in this tab until it is answered. */
const ALL = 'pending.'
/** Before what the member of this very login keeps: whoever else logs in must not send it. */
export const pendingPlace = () => `${ALL}${(token() ?? '').slice(0, 8)}.`

function namesFrom(place: string): string[] {
  try {
    return Object.keys(window.sessionStorage)
      .filter((name) => name.startsWith(place))
      .map((name) => name.slice(place.length))
  } catch {
    return [] // storage is blocked: nothing is kept
  }
}

/** Names of what this login keeps. */
export const pendingNames = (): string[] => namesFrom(pendingPlace())

/** Forgets all of it, of any login. */
export function dropAllPending() {
  for (const name of namesFrom(ALL)) window.sessionStorage.removeItem(ALL + name)
}
