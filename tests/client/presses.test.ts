import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, sendTo, setup } from 'xstate'
import { PRESS_TIME } from '#contract/limits.ts'
import { presses } from '#src/actors/presses.ts'

const page = new EventTarget()
beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks at `ask`, and counts the answers. */
function start() {
  const still = vi.fn()
  const owner = setup({ actors: { presses }, actions: { still } }).createMachine({
    invoke: { id: 'presses', src: 'presses' },
    on: { ask: { actions: sendTo('presses', { type: 'press.ask' }) }, 'page.still': { actions: 'still' } },
  })
  const actor = createActor(owner).start()
  return { still, ask: () => actor.send({ type: 'ask' }), stop: () => actor.stop() }
}
const happen = (type: string) => page.dispatchEvent(new Event(type))

test('a page on which nothing is pressed is still at once, and answers each question once (D-04)', () => {
  const it = start()
  expect(it.still).not.toHaveBeenCalled()
  it.ask()
  expect(it.still).toHaveBeenCalledTimes(1)
  happen('pointerdown')
  happen('pointerup')
  vi.runAllTimers()
  expect(it.still).toHaveBeenCalledTimes(1)
})

test.each(['pointerup', 'pointercancel'])('a press is over 300 ms after its %s (D-04)', (end) => {
  const it = start()
  happen('pointerdown')
  it.ask()
  vi.advanceTimersByTime(10_000)
  happen(end)
  vi.advanceTimersByTime(PRESS_TIME - 1)
  expect(it.still).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(it.still).toHaveBeenCalledTimes(1)
})

test('another press in that time begins it again (D-04)', () => {
  const it = start()
  happen('pointerdown')
  happen('pointerup')
  it.ask()
  vi.advanceTimersByTime(200)
  happen('pointerdown')
  vi.advanceTimersByTime(10_000)
  expect(it.still).not.toHaveBeenCalled()
  happen('pointerup')
  vi.advanceTimersByTime(PRESS_TIME)
  expect(it.still).toHaveBeenCalledTimes(1)
})

test('ends with its owner', () => {
  const it = start()
  happen('pointerdown')
  it.ask()
  happen('pointerup')
  it.stop()
  vi.runAllTimers()
  expect(it.still).not.toHaveBeenCalled()
})
