/** Returns the entry with that name. Throws a one-line error that lists the possible names. */
export function oneOf<T extends string>(what: string, name: string, all: readonly T[]): T {
  const found = all.find((each) => each === name)
  if (found === undefined) throw new Error(`No ${what} "${name}". Choose one of: ${all.join(', ')}`)
  return found
}
