import { store, stored } from './storage.ts'

const NAME = 'unkeyed'
/** The keys stored by this page, also kept in memory in case the browser has no storage. */
const own = new Set<string>()
const all = () => new Set([...own, ...(stored(NAME, 'sessionStorage')?.split(' ') ?? [])])

/**
 * True if the change with this key was sent without the Idempotency-Key header, even before a reload, and its outcome
 * is not known yet.
 */
export const isUnkeyed = (key: string): boolean => all().has(key)

/** Stores the key of a change that is sent without the Idempotency-Key header. */
export function storeUnkeyed(key: string) {
  own.add(key)
  store(NAME, [...all()].join(' '), 'sessionStorage')
}

/** Removes the key of a change whose outcome is now known. */
export function clearUnkeyed(key: string) {
  if (!isUnkeyed(key)) return
  own.delete(key)
  const rest = [...all()].filter((each) => each !== key)
  store(NAME, rest.join(' ') || null, 'sessionStorage')
}
