/** Where the browser keeps things: for good, or until the tab closes. */
type Place = 'localStorage' | 'sessionStorage'

/** What is stored under `name`; null when nothing is, or when the browser keeps nothing. */
export function stored(name: string, place: Place = 'localStorage'): string | null {
  try {
    return window[place].getItem(name)
  } catch {
    return null // storage is blocked: nothing is kept
  }
}

/** Stores `value` under `name`, or removes it when null. False when the browser refuses: blocked or full. */
export function store(name: string, value: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (value === null) window[place].removeItem(name)
    else window[place].setItem(name, value)
    return true
  } catch {
    return false
  }
}
