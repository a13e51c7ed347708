import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Shows `children` only once a prerendered page is hydrated, and in a page that was not prerendered at once. They render
 * in small tasks, so that the page hears taps in between.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated) ? children : null
}
