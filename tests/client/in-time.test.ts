import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inTime } from '#src/lib/in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('inTime passes on the promise’s result or error if it arrives within the time limit, and leaves no timer running', async () => {
  await expect(inTime(Promise.resolve('done'), 1_000)).resolves.toBe('done')
  await expect(inTime(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

it('inTime rejects when the time limit is reached', async () => {
  const late = inTime(new Promise(() => {}), 1_000)
  const seen = expect(late).rejects.toThrow('nothing within 1000 ms')
  await vi.advanceTimersByTimeAsync(1_000)
  await seen
})
