import { type Failure, leavesDoubt } from '#contract/failure.ts'

/**
 * The keys of changes that this page has sent and that are not answered. Not in a machine, because another actor may
 * check a change again, for example after its dialog was closed.
 */
const keys = new Set<string>()

/**
 * Returns the failure of the change with this key. A refusal that came before the change was examined, such as too many
 * requests, does not answer an earlier request with the same key, which may still arrive. Source: R385.
 */
export function failureOfKey(key: string, failure: Failure): Failure {
  if (!leavesDoubt(failure, keys.has(key))) return failure
  keys.add(key)
  return { ...failure, kind: 'unknown' }
}

/** Forgets the key of an answered change. */
export const clearUnanswered = (key: string): void => void keys.delete(key)
