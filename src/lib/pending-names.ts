/** Before the name of everything that is kept in this tab until it is answered. */
export const PENDING = 'pending.'

/** Names of all that is kept. */
export function pendingNames(): string[] {
  try {
    return Object.keys(window.sessionStorage)
      .filter((name) => name.startsWith(PENDING))
      .map((name) => name.slice(PENDING.length))
  } catch {
    return [] // storage is blocked: nothing is kept
  }
}

/** Forgets all of it: the next member of this tab must not send it. */
export function dropAllPending() {
  for (const name of pendingNames()) window.sessionStorage.removeItem(PENDING + name)
}
