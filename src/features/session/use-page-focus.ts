import { useEffect, useRef } from 'react'
import { watchFocus } from '#src/components/watch-focus.ts'

/**
 * Focuses the page when the focused element is removed, for example because a form was replaced. Returns the page's
 * ref.
 */
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
      // leave the focus alone if the player has moved it to the navigation
      if (held instanceof Node && !held.isConnected) element.focus({ preventScroll: true })
    })
    return () => {
      endWatch()
      element.removeEventListener('focusin', hold)
    }
  }, [])
  return page
}
