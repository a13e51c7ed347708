import { afterEach, beforeEach, vi } from 'vitest'

/** Makes `page` the document of each test of a file, with timers and a clock that only the test moves. */
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
