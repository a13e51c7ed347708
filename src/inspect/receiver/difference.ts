/**
 * One value that differs: its path, such as `overview.wallet.amount`, and both values as JSON. A missing value is null.
 */
export type Difference = { path: string; before: string | null; after: string | null }

const isTree = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && Object.keys(data).length > 0

const textOf = (data: unknown) => (data === undefined ? null : JSON.stringify(data))

/** Returns all values that differ between two plain values, in the order of their fields. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isTree(before) && isTree(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differences(before[name], after[name], path ? `${path}.${name}` : name),
    )
  const [from, to] = [textOf(before), textOf(after)]
  return from === to ? [] : [{ path, before: from, after: to }]
}
