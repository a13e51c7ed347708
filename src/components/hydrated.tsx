import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * On a prerendered page, shows `children` after hydration, in small tasks between which the page can react to a tap. On
 * any other page, shows them immediately.
 */
export function Hydrated({ children }: { children: ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return useDeferredValue(isHydrated) ? children : null
}
