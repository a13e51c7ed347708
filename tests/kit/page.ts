import { type AnyMachineSnapshot, type EventObject, getNextTransitions } from 'xstate'
import { citesOf } from './cites.ts'
import { shortest } from './graph.ts'
import type { Model } from './model.ts'
import { leavesOf, nameOf, nodesOf, where } from './states.ts'
import { linesOf, touchedLine } from './words.ts'

/** What can happen in a state and where it leads. Names what happened before if that makes a difference. */
export type Row = { from: string; words: string; to: string }

/** A row's state if the state stays the same. */
const STAYS = 'stays'
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

/** The leaf states that a step enters. */
function entered(before: AnyMachineSnapshot, after: AnyMachineSnapshot): string {
  const old = leavesOf(before).map(nameOf)
  const fresh = leavesOf(after).map(nameOf)
  return fresh.filter((name) => !old.includes(name)).join(' + ') || STAYS
}

/** Returns every different step of a model, in the order in which states and cases are written. */
export function rowsOf({ graph, words: written, config: { machine } }: Model): Row[] {
  const explored = graph()
  const ways = shortest(explored)
  const steps = explored.edges.map(({ from, before, step: { event, words, state } }) => {
    const way = ways.get(from)
    const after = way?.way.at(-1)?.step.words ?? way?.start.step.words ?? ''
    return { from: handlerOf(before, event), words, after, to: entered(before, state) }
  })
  const states = nodesOf(machine.root).map(nameOf)
  const place = ({ from }: Row) => states.indexOf(from.split(' + ')[0] ?? '')
  const groups = Map.groupBy(steps, ({ from, words }) => `${from}: ${words}`)
  const rows = [...groups.values()].flatMap((group) => {
    const isOne = new Set(group.map(({ to }) => to)).size === 1
    return group.map(({ from, words, after, to }) => ({
      from,
      words: isOne ? words : `${words} (after: ${after})`,
      to,
    }))
  })
  const order = ({ words }: Row) => written.findIndex((one) => words === one || words.startsWith(`${one} (after: `))
  const text = ({ from, words, to }: Row) => [from, words, to].join('\n')
  const begun = explored.starts.map(({ step }) => ({ from: START, words: step.words, to: where(step.state) }))
  const sorted = [...new Map(rows.map((row) => [text(row), row])).values()].sort(
    (a, b) =>
      place(a) - place(b) || a.from.localeCompare(b.from) || order(a) - order(b) || (text(a) < text(b) ? -1 : 1),
  )
  return [...begun, ...sorted]
}

const cell = (text: string) => text.replaceAll('|', '\\|')

/** The page of a machine that people review, in Markdown: a table for each state, then the stories. */
export function toPage(stem: string, model: Model): string {
  const { machine, stories = {} } = model.config
  const described = new Map(nodesOf(machine.root).map((node) => [nameOf(node), node.description ?? '']))
  const sees = (to: string) =>
    to === STAYS
      ? '–'
      : to
          .split(' + ')
          .map((name) => described.get(name))
          .filter(Boolean)
          .join(' ')
  const tables = [...Map.groupBy(rowsOf(model), ({ from }) => from)].flatMap(([from, rows]) => [
    '',
    `## ${from}`,
    '',
    ...(described.get(from) ? [described.get(from) ?? '', ''] : []),
    '| What can happen | Leads to | The player sees |',
    '| --- | --- | --- |',
    ...rows.map(({ words, to }) => `| ${cell(words)} | ${to} | ${cell(sees(to))} |`),
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
