import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { AWAY } from '#contract/limits.ts'
import { returns } from '#src/actors/returns.ts'
import { usePage } from '#tests/kit/fake-page.ts'

const page = Object.assign(new EventTarget(), { hidden: false })
usePage(page)
beforeEach(() => {
  page.hidden = false
})

function start() {
  const returned = vi.fn()
  const owner = setup({ actors: { returns }, actions: { returned } }).createMachine({
    invoke: { id: 'returns', src: 'returns' },
    on: { 'page.returned': { actions: 'returned' } },
  })
  const actor = createActor(owner).start()
  return { returned, stop: () => actor.stop() }
}
function turn(hidden: boolean) {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

test('a return to the page is reported only if the page was hidden for at least 5 s (R655)', () => {
  const { returned } = start()
  turn(true)
  vi.advanceTimersByTime(AWAY - 1)
  turn(false)
  expect(returned).not.toHaveBeenCalled()
  turn(true)
  vi.advanceTimersByTime(AWAY)
  turn(false)
  expect(returned).toHaveBeenCalledTimes(1)
})

test('showing a page that was opened in the background is reported as a return (R655)', () => {
  page.hidden = true
  const { returned } = start()
  vi.advanceTimersByTime(AWAY)
  turn(false)
  expect(returned).toHaveBeenCalledTimes(1)
})

test('a stopped actor does not report a return to the page', () => {
  const { returned, stop } = start()
  turn(true)
  stop()
  vi.advanceTimersByTime(AWAY)
  turn(false)
  expect(returned).not.toHaveBeenCalled()
})
