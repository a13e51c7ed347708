import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const T = Date.UTC(2026, 0, 2, 3, 4, 5)
const header = (at: number) => new Date(at).toUTCString()
let clock: typeof import('#src/lib/clock.ts')
beforeEach(async () => {
  vi.useFakeTimers({ now: T })
  vi.resetModules()
  clock = await import('#src/lib/clock.ts')
})
afterEach(() => void vi.useRealTimers())

test('the server time equals the browser’s clock until the first reply arrives (R215)', () => {
  expect(clock.serverNow()).toBe(T)
})

test('the server time is accurate to 600 ms even if the browser’s clock is an hour behind (R215)', () => {
  clock.learnTime(header(T + 3_600_000), T - 100, T)
  expect(Math.abs(clock.serverNow() - (T + 3_600_000))).toBeLessThanOrEqual(600)
  vi.advanceTimersByTime(60_000)
  expect(Math.abs(clock.serverNow() - (T + 3_660_000))).toBeLessThanOrEqual(600)
})

test('the server time is based on the fastest reply, and invalid headers are ignored (R215)', () => {
  clock.learnTime(header(T + 3_600_000), T - 50, T)
  const known = clock.serverNow()
  clock.learnTime(header(T + 3_601_000), T - 5_000, T)
  for (const none of [null, '', 'soon']) clock.learnTime(none, T, T)
  expect(clock.serverNow()).toBe(known)
})

test('the server time stays correct if the computer’s clock is changed while the page is open, even if the next reply is slow (R215)', () => {
  clock.learnTime(header(T), T - 50, T)
  vi.setSystemTime(T - 7_200_000)
  clock.learnTime(header(T), T - 7_205_000, T - 7_200_000)
  expect(Math.abs(clock.serverNow() - T)).toBeLessThanOrEqual(3_100)
})
