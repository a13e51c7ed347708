import { fromCallback } from 'xstate'
import { PRESS_TIME } from '#contract/limits.ts'
import type { PressQuestion } from '#machines/home.machine.ts'

/** Replies to `press.ask` with `page.still` once no mouse button or finger has been down for {@link PRESS_TIME}. */
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
    }, PRESS_TIME)
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
