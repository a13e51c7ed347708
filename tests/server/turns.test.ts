import { afterEach, expect, it, vi } from 'vitest'
import { isUnavailable } from '#server/core/api-error.ts'
import { createTurns } from '#server/core/turns.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns an attempt that finishes on demand. */
function attempt() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { run: vi.fn(() => promise), end: () => resolve('done') }
}
const errorOf = (waiting: Promise<unknown>) =>
  waiting.then(
    () => null,
    (error: unknown) => error,
  )

it('the queue runs attempts with the same key in sequence, and others in parallel', async () => {
  const inTurn = createTurns(10, 1_000)
  const [first, second, other] = [attempt(), attempt(), attempt()]
  const all = [inTurn('a', first.run), inTurn('a', second.run), inTurn('b', other.run)]
  await vi.waitFor(() => expect(other.run).toHaveBeenCalled())
  expect(first.run).toHaveBeenCalled()
  expect(second.run).not.toHaveBeenCalled()
  first.end()
  await vi.waitFor(() => expect(second.run).toHaveBeenCalled())
  second.end()
  other.end()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
})

it('the queue runs the next attempt after a failed one', async () => {
  const inTurn = createTurns(10, 1_000)
  const failed = errorOf(inTurn('a', () => Promise.reject(new Error('no'))))
  expect(await inTurn('a', async () => 'done')).toBe('done')
  expect(await failed).toEqual(new Error('no'))
})

it('the queue refuses an attempt as unavailable if too many are ahead of it or its turn comes too late', async () => {
  const inTurn = createTurns(1, 1_000)
  const first = attempt()
  const late = vi.fn(async () => 'done')
  const running = inTurn('a', first.run)
  const waiting = errorOf(inTurn('a', late))
  expect(isUnavailable(await errorOf(inTurn('a', late)))).toBe(true)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_100)
  first.end()
  await running
  expect(isUnavailable(await waiting)).toBe(true)
  expect(late).not.toHaveBeenCalled()
  expect(await inTurn('a', late)).toBe('done')
})
