import { type Failure, leavesDoubt } from '#contract/failure.ts'

/**
 * The keys of the changes that this page has sent and that are still unanswered. They are stored outside the machines,
 * because another actor may check the same change again, for example after its dialog was closed.
 */
const keys = new Set<string>()

/**
 * Returns the failure to report for the change with this key. If the server refused a request before it examined the
 * change, for example because of too many requests, an earlier request with the same key may still arrive. The outcome
 * then stays unknown. Source: R385.
 */
export function failureOfKey(key: string, failure: Failure): Failure {
  if (!leavesDoubt(failure, keys.has(key))) return failure
  keys.add(key)
  return { ...failure, kind: 'unknown' }
}

/** Forgets the key of a change that has been answered. */
export const clearUnanswered = (key: string): void => void keys.delete(key)
