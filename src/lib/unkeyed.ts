import { store, stored } from './storage.ts'

const NAME = 'unkeyed'
/** The keys of this page are kept in memory too, in case the browser has no storage. */
const own = new Set<string>()
const all = () => new Set([...own, ...(stored(NAME, 'sessionStorage')?.split(' ') ?? [])])

/** Returns true if the change with this key was sent without the header and is not answered, also before a reload. */
export const isUnkeyed = (key: string): boolean => all().has(key)

/** Stores the key of a change that is sent without the header. */
export function storeUnkeyed(key: string) {
  own.add(key)
  store(NAME, [...all()].join(' '), 'sessionStorage')
}

/** Removes the key of an answered change. */
export function clearUnkeyed(key: string) {
  if (!isUnkeyed(key)) return
  own.delete(key)
  const rest = [...all()].filter((each) => each !== key)
  store(NAME, rest.join(' ') || null, 'sessionStorage')
}
