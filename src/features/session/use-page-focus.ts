import { useEffect, useRef } from 'react'
import { watchFocus } from '#src/components/watch-focus.ts'

/** Moves the focus to the page when the focused element is gone, such as a form that was replaced. */
export function usePageFocus() {
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = page.current
    if (!element) return
    let held: EventTarget | null = null
    const hold = ({ target }: FocusEvent) => {
      held = target
    }
    element.addEventListener('focusin', hold)
    const endWatch = watchFocus(element, () => {
      // does nothing if the player moved the focus to the menu
      if (held instanceof Node && !held.isConnected) element.focus({ preventScroll: true })
    })
    return () => {
      endWatch()
      element.removeEventListener('focusin', hold)
    }
  }, [])
  return page
}
