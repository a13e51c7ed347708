import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Shows `children` after hydration on a prerendered page, and immediately on any other page. After hydration, they are
 * rendered in small tasks, so that the page can respond to taps in between.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated) ? children : null
}
