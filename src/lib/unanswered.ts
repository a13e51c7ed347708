import { type Failure, leavesDoubt } from '#contract/failure.ts'

/**
 * The idempotency keys of this page's changes whose outcome is still unknown. They are stored outside the machines,
 * because another actor may check the same change again, for example after its dialog was closed.
 */
const keys = new Set<string>()

/**
 * Returns the failure to report for the change with this key. The server may refuse a request before it examines the
 * change, for example because of too many requests. If an earlier request with the same key may still arrive, the
 * outcome then stays unknown. Source: R385.
 */
export function failureOfKey(key: string, failure: Failure): Failure {
  if (!leavesDoubt(failure, keys.has(key))) return failure
  keys.add(key)
  return { ...failure, kind: 'unknown' }
}

/** Removes the key of a change whose outcome is now known. */
export const clearUnanswered = (key: string): void => void keys.delete(key)
