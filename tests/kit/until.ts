import { vi } from 'vitest'

/** Waits until it holds, and gives what it gives: on a slow machine too, only a test that fails waits long. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 })
