import { type Model, PATH_KINDS, type Path } from './model.ts'
import { oneOf } from './one-of.ts'
import { leavesOf, nameOf, settledStates } from './states.ts'

/** Selects a machine's paths: by kind, up to a state, or one by its number. */
export type Choice = { kind: string; to?: string | undefined; path?: number | undefined }

/** The paths that manual testers and screen tests run. */
export const ALL: Choice = { kind: 'steps' }

/** The paths cut off at their first visit to a state, without duplicates. */
function upTo(name: string, { config: { machine } }: Model, paths: Path[]): Path[] {
  const state = oneOf('state', name, settledStates(machine).map(nameOf))
  const ways = paths.flatMap((path) => {
    const end = path.findIndex((step) => leavesOf(step.state).map(nameOf).includes(state))
    return end < 0 ? [] : [path.slice(0, end + 1)]
  })
  return [...new Map(ways.map((way) => [way.map(({ words }) => words).join('\n'), way])).values()]
}

/** The chosen paths by their numbers in the list. Throws a one-line error that lists the possible values. */
export function chosenPaths(model: Model, { kind, to, path }: Choice): Map<number, Path> {
  const all = model.paths(oneOf('kind', kind, PATH_KINDS))
  const paths = to === undefined ? all : upTo(to, model, all)
  const numbered = paths.map((each, at) => [at + 1, each] as const)
  if (path === undefined) return new Map(numbered)
  const found = numbered.filter(([number]) => number === path)
  if (found.length === 0) throw new Error(`No path ${path} of ${model.config.machine.id}. Choose 1 to ${paths.length}`)
  return new Map(found)
}
