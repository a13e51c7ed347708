/** The two storage areas of the browser: one is permanent, the other is cleared when the tab closes. */
export type Place = 'localStorage' | 'sessionStorage'

/** Returns the value stored under `name`, or null if it is missing or the browser has no storage. */
export function stored(name: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(name)
  } catch {
    return null // storage is blocked, so nothing is stored
  }
}

/**
 * Stores `value` under `name`, or removes the entry if `value` is null. Returns false if storage is blocked or full.
 */
export function store(name: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) window[place].removeItem(name)
    else window[place].setItem(name, value)
    return true
  } catch {
    return false
  }
}
