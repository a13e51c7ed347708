import { vi } from 'vitest'

/**
 * Waits until the function returns a truthy value, and returns that value. The timeout is long enough for a slow
 * machine, and only a failing test waits that long.
 */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 })
