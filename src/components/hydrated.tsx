import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Shows `children` at once in a page that was not prerendered, and else only after hydration. There they render in small
 * tasks, so that the page can answer a tap in between.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated) ? children : null
}
