/** The browser's storage: permanent, or until the tab closes. */
export type Place = 'localStorage' | 'sessionStorage'

/** Returns the value stored under `name`, or null if it is missing or the browser has no storage. */
export function stored(name: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(name)
  } catch {
    return null // storage is blocked: nothing is stored
  }
}

/** Stores `value` under `name`, or removes it if it is null. Returns false if the browser refuses: blocked or full. */
export function store(name: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) window[place].removeItem(name)
    else window[place].setItem(name, value)
    return true
  } catch {
    return false
  }
}
