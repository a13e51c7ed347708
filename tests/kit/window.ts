import { vi } from 'vitest'

/** A browser's store in memory; `isBlocked`: it throws at every touch, as browsers do that keep nothing. */
function fakeStore(isBlocked: boolean) {
  const kept = new Map<string, string>()
  const touch = () => {
    if (isBlocked) throw new DOMException('blocked', 'SecurityError')
  }
  return {
    kept,
    getItem: (name: string) => {
      touch()
      return kept.get(name) ?? null
    },
    setItem: (name: string, value: string) => {
      touch()
      kept.set(name, value)
    },
    removeItem: (name: string) => {
      touch()
      kept.delete(name)
    },
  }
}

/** Puts in place what src/lib and src/actors ask of a browser: the two stores, and a page that can be looked at again. */
export function fakeWindow({ isBlocked = false } = {}) {
  const [localStorage, sessionStorage] = [fakeStore(isBlocked), fakeStore(isBlocked)]
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage, sessionStorage }))
  vi.stubGlobal('document', new EventTarget())
  return { local: localStorage.kept, session: sessionStorage.kept }
}
