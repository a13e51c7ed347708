import { useEffect, useRef } from 'react'
import { watchFocus } from '#src/components/watch-focus.ts'

/** The page, which takes the focus when what held it there is gone: a form in whose place something else stands. */
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
      // not when the player left the page for the menu by themselves
      if (held instanceof Node && !held.isConnected) element.focus({ preventScroll: true })
    })
    return () => {
      endWatch()
      element.removeEventListener('focusin', hold)
    }
  }, [])
  return page
}
