import { afterEach, beforeEach, vi } from 'vitest'

/** Uses `page` as the document in each test of a file, with fake timers and a clock that only the test advances. */
export function usePage(page: EventTarget) {
  beforeEach(() => {
    vi.stubGlobal('document', page)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
