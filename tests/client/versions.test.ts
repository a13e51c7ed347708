import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR } from '#contract/limits.ts'
import { watchVersions } from '#src/lib/worker.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const registration = Object.assign(new EventTarget(), {
  waiting: null,
  installing: null,
  active: { postMessage: () => {} },
  update: vi.fn(async () => {}),
})
const serviceWorker = Object.assign(new EventTarget(), {
  controller: null,
  register: async () => registration,
  ready: Promise.resolve(registration),
})

beforeEach(() => {
  fakeWindow()
  Object.assign(document, { documentElement: { lang: 'th' }, hidden: false })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.useFakeTimers()
  registration.update.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Shows or hides the page. */
function turn(hidden: boolean) {
  Object.assign(document, { hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the page checks for a new version at most once an hour when it is shown again, and never after the check is stopped', async () => {
  const stop = watchVersions(() => {})
  await vi.advanceTimersByTimeAsync(HOUR - 1)
  turn(false)
  expect(registration.update).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  turn(true)
  expect(registration.update).not.toHaveBeenCalled()
  turn(false)
  turn(false)
  expect(registration.update).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(HOUR)
  turn(false)
  expect(registration.update).toHaveBeenCalledTimes(2)
  stop()
  await vi.advanceTimersByTimeAsync(HOUR)
  turn(false)
  expect(registration.update).toHaveBeenCalledTimes(2)
})
