import { vi } from 'vitest'

/**
 * Waits until the function returns a truthy value, and returns it. The limit suits a slow machine: only a failing
 * test waits so long.
 */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 })
