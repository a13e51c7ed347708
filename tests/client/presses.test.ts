import { expect, test, vi } from 'vitest'
import { createActor, sendTo, setup } from 'xstate'
import { PRESS_TIME } from '#contract/limits.ts'
import { presses } from '#src/actors/presses.ts'
import { usePage } from '#tests/kit/fake-page.ts'

const page = new EventTarget()
usePage(page)

/** Starts an actor. `ask` requests a report once no press is in progress, and `still` counts these reports. */
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

test('an actor that waits for the page to be still is notified once, and without delay if no pointer is down (D-04)', () => {
  const app = start()
  expect(app.still).not.toHaveBeenCalled()
  app.ask()
  expect(app.still).toHaveBeenCalledTimes(1)
  happen('pointerdown')
  happen('pointerup')
  vi.runAllTimers()
  expect(app.still).toHaveBeenCalledTimes(1)
})

test.each(['pointerup', 'pointercancel'])('the page is considered still 300 ms after %s ends a press (D-04)', (end) => {
  const app = start()
  happen('pointerdown')
  app.ask()
  vi.advanceTimersByTime(10_000)
  happen(end)
  vi.advanceTimersByTime(PRESS_TIME - 1)
  expect(app.still).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(app.still).toHaveBeenCalledTimes(1)
})

test('pressing again within 300 ms of a release restarts the wait (D-04)', () => {
  const app = start()
  happen('pointerdown')
  happen('pointerup')
  app.ask()
  vi.advanceTimersByTime(200)
  happen('pointerdown')
  vi.advanceTimersByTime(10_000)
  expect(app.still).not.toHaveBeenCalled()
  happen('pointerup')
  vi.advanceTimersByTime(PRESS_TIME)
  expect(app.still).toHaveBeenCalledTimes(1)
})

test('an actor that has stopped is not notified that the page is still', () => {
  const app = start()
  happen('pointerdown')
  app.ask()
  happen('pointerup')
  app.stop()
  vi.runAllTimers()
  expect(app.still).not.toHaveBeenCalled()
})
