import { store, stored } from './storage.ts'

const NAME = 'unkeyed'
/** Keys of changes that were sent without the header and are not answered, of this tab: also from before a reload. */
const keys = new Set(stored(NAME, 'sessionStorage')?.split(' '))
const keep = () => store(NAME, [...keys].join(' ') || null, 'sessionStorage')

/** Returns true if the change with this key was sent without the header and is not answered. */
export const isUnkeyed = (key: string): boolean => keys.has(key)

/** Keeps the key of a change that is sent without the header. */
export function keepUnkeyed(key: string) {
  keys.add(key)
  keep()
}

/** Forgets the key of a change that is answered. */
export function dropUnkeyed(key: string) {
  if (keys.delete(key)) keep()
}
