import { type AnyMachineSnapshot, type AnyStateNode, type EventObject, getNextTransitions } from 'xstate'
import { citesOf } from './cites.ts'
import type { Model } from './model.ts'
import { actionNames, type Outcome, outcomesOf } from './outcome.ts'
import { nameOf, nodesOf, where } from './states.ts'
import { factsOf, whyOf } from './why.ts'
import { linesOf, touchedLine } from './words.ts'

/** A step in a state: its sentence with the deciding facts, and its outcome. */
type Row = Outcome & { from: string; words: string }

const START = 'start'
const EVERYWHERE = 'every state'

/** The state, or states of several regions, that handle an event. */
function handlerOf(snapshot: AnyMachineSnapshot, { type }: EventObject): string {
  const sources = getNextTransitions(snapshot).flatMap(({ eventType, source }) => (eventType === type ? [source] : []))
  const inner = new Set(
    sources.filter((one) => !sources.some((other) => other !== one && other.id.startsWith(`${one.id}.`))).map(nameOf),
  )
  return [...inner].join(' + ') || EVERYWHERE
}

/** Returns every different step of a model, in the order of states and cases in the source. */
function rowsOf({ graph, words: written, facts, config: { machine, starts } }: Model): Row[] {
  const explored = graph()
  const outcomeOf = outcomesOf(machine, Object.values<unknown>(starts)[0])
  const steps = explored.edges.map(({ before, step: { event, words, state } }) => {
    const row: Row = { from: handlerOf(before, event), words, ...outcomeOf({ before, event, after: state }) }
    return { facts: factsOf(before, facts(before)), row, outcome: `${row.to} ${row.does}` }
  })
  const states = nodesOf(machine.root).map(nameOf)
  const place = ({ from }: Row) => states.indexOf(from.split(' + ')[0] ?? '')
  const groups = Map.groupBy(steps, ({ row: { from, words } }) => `${from}: ${words}`)
  const rows = [...groups.values()].flatMap((group) => {
    const isOne = new Set(group.map(({ outcome }) => outcome)).size === 1
    const why = isOne ? [] : whyOf(group)
    return group.map(({ row }, at) => (isOne ? row : { ...row, words: `${row.words} (${why[at]})` }))
  })
  const order = ({ words }: Row) => written.findIndex((one) => words === one || words.startsWith(`${one} (`))
  const text = ({ from, words, to, does }: Row) => [from, words, to, does].join('\n')
  const begun = explored.starts.map(({ step }) => ({ from: START, words: step.words, to: where(step.state), does: '' }))
  const sorted = [...new Map(rows.map((row) => [text(row), row])).values()].sort(
    (a, b) =>
      place(a) - place(b) || a.from.localeCompare(b.from) || order(a) - order(b) || (text(a) < text(b) ? -1 : 1),
  )
  return [...begun, ...sorted]
}

/** The actions of a state whenever it is entered or left. */
const hooksOf = ({ entry, exit }: AnyStateNode): string =>
  (
    [
      ['On entry', actionNames(entry)],
      ['On exit', actionNames(exit)],
    ] as const
  )
    .filter(([, names]) => names.length > 0)
    .map(([when, names]) => `${when}: ${names.join(', ')}.`)
    .join(' ')

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The page of a machine that people review, in Markdown: a table for each state, then the stories. */
export function toPage(stem: string, model: Model): string {
  const { machine, stories = {} } = model.config
  const described = new Map(
    nodesOf(machine.root).map((node) => [nameOf(node), [node.description, hooksOf(node)].filter(Boolean).join(' ')]),
  )
  const tables = [...Map.groupBy(rowsOf(model), ({ from }) => from)].flatMap(([from, rows]) => [
    '',
    `## ${from}`,
    '',
    ...(described.get(from) ? [described.get(from) ?? '', ''] : []),
    '| What can happen | Leads to | Actions |',
    '| --- | --- | --- |',
    ...rows.map(({ words, to, does }) => `| ${cell(words)} | ${to} | ${does || '–'} |`),
  ])
  const told = model.stories()
  return [
    `# ${stem}`,
    '',
    machine.root.description ?? '',
    ...tables,
    '',
    '# Stories',
    ...Object.keys(stories).flatMap((name, at) => {
      const path = told[at] ?? []
      return [
        '',
        `## ${name}`,
        '',
        ...linesOf(path).map((line, no) => `${no + 1}. ${line}`),
        ...touchedLine(citesOf(model, path)),
      ]
    }),
    '',
  ].join('\n')
}
