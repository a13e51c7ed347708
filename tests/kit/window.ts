import { vi } from 'vitest'

/** An in-memory browser store. If `isBlocked`, every access throws, as in a browser without storage. */
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

/**
 * Installs the browser globals that src/lib and src/actors need: the two stores, and a page whose visibility can
 * change.
 */
export function fakeWindow({ isBlocked = false } = {}) {
  const [localStorage, sessionStorage] = [fakeStore(isBlocked), fakeStore(isBlocked)]
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage, sessionStorage }))
  vi.stubGlobal('document', new EventTarget())
  return { local: localStorage.kept, session: sessionStorage.kept }
}
