import type { AnyStateMachine } from 'xstate'
import { citesOf } from './cites.ts'
import type { Model, Path } from './model.ts'
import { nameOf, settledStates, transitionsOf, where } from './states.ts'

/** A path as text: its start, then each event and the resulting state. */
export function linesOf(path: Path): string[] {
  const [start, ...steps] = path
  if (!start) return []
  let at = where(start.state)
  const told = steps.map(({ words, state }) => {
    const to = where(state)
    const line = `${words} → ${to === at ? 'stays in ' : ''}**${to}**`
    at = to
    return line
  })
  return [`${start.words} → **${where(start.state)}**`, ...told]
}

/** The size of a machine and of its path list. */
export function sizeOf(machine: AnyStateMachine, paths: Path[]) {
  const steps = paths.reduce((sum, path) => sum + path.length - 1, 0)
  return {
    states: settledStates(machine).length,
    transitions: transitionsOf(machine).length,
    paths: paths.length,
    steps,
  }
}

/** Paths as JSON, with the event and the resulting state of each step. */
export const toJson = (stem: string, model: Model, paths: Map<number, Path>): string =>
  JSON.stringify(
    {
      machine: stem,
      paths: [...paths].map(([number, path]) => ({
        number,
        cites: citesOf(model, path),
        steps: path.map(({ words, event: { type }, state }) => ({ words, event: type, state: where(state) })),
      })),
    },
    null,
    2,
  )

/** The requirements that a path covers, as Markdown lines. Empty if it covers none. */
export const touchedLine = (cites: string[]) => (cites.length > 0 ? ['', `Requirements: ${cites.join(', ')}.`] : [])

/** The path list of a machine as Markdown, for people to read. `isAll`: the paths together take every transition. */
export function toMarkdown(stem: string, model: Model, paths: Map<number, Path>, isAll = true): string {
  const { machine } = model.config
  const { states, transitions, steps } = sizeOf(machine, [...paths.values()])
  const count = `${paths.size} ${paths.size === 1 ? 'path' : 'paths'} with ${steps} steps`
  return [
    `# ${stem}`,
    '',
    `${machine.root.description ?? ''} ${states} states, ${transitions} transitions; ${isAll ? `${count} take them all` : `here ${count}`}.`,
    '',
    '| state | what it means |',
    '| --- | --- |',
    ...settledStates(machine).map((node) => `| ${nameOf(node)} | ${node.description ?? ''} |`),
    ...[...paths].flatMap(([number, path]) => [
      '',
      `## ${number}`,
      '',
      ...linesOf(path).map((line, at) => `${at + 1}. ${line}`),
      ...touchedLine(citesOf(model, path)),
    ]),
    '',
  ].join('\n')
}
