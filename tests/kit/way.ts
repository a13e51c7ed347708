import type { Path } from './model.ts'
import { leavesOf, nameOf } from './states.ts'

/** The shortest prefix of a path that ends in the given state. Throws if no path leads there. */
export function wayTo(name: string, paths: Path[]): Path {
  const ways = paths.map((path) =>
    path.slice(0, 1 + path.findIndex(({ state }) => leavesOf(state).map(nameOf).includes(name))),
  )
  const [shortest] = ways.filter((way) => way.length > 0).sort((a, b) => a.length - b.length)
  if (!shortest) throw new Error(`no path leads to ${name}`)
  return shortest
}
