import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false while a prerendered page is rendered and hydrated, and true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
