import { fromCallback } from 'xstate'
import type { PressQuestion } from '#machines/home.machine.ts'

/** The time in which something that was pressed may still open, ms. */
const OPENING_TIME = 300

/** Answers `press.ask` with `page.still` once nothing on the page is pressed, and nothing was for {@link OPENING_TIME}. */
export const presses = fromCallback<PressQuestion>(({ sendBack, receive }) => {
  const end = new AbortController()
  let [isStill, isAsked] = [true, false]
  let opening: ReturnType<typeof setTimeout> | undefined
  function answer() {
    if (!isStill || !isAsked) return
    isAsked = false
    sendBack({ type: 'page.still' })
  }
  function follow({ type }: Event) {
    clearTimeout(opening)
    isStill = false
    if (type === 'pointerdown') return
    opening = setTimeout(() => {
      isStill = true
      answer()
    }, OPENING_TIME)
  }
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
    document.addEventListener(type, follow, { capture: true, signal: end.signal })
  receive(() => {
    isAsked = true
    answer()
  })
  return () => {
    clearTimeout(opening)
    end.abort()
  }
})
