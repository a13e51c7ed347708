import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Shows `children` after the hydration of a prerendered page, in small tasks, so that the page can answer a tap in
 * between. On any other page it shows them immediately.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated) ? children : null
}
