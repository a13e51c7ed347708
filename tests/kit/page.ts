import { dirname, relative } from 'node:path'
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  getNextTransitions,
} from 'xstate'
import { citesOf } from './cites.ts'
import type { Model } from './model.ts'
import { filesOf, stems } from './models.ts'
import { actionNames, type Outcome, outcomesOf } from './outcome.ts'
import { isWithin, quoted, type SeenStep, textsAlso, textsIn } from './page-texts.ts'
import type { Seen } from './seen.ts'
import { nameOf, nodesOf, settledStates, where } from './states.ts'
import { factsOf, whyOf } from './why.ts'
import { linesOf, touchedLine } from './words.ts'

/**
 * A step in a state: its sentence with the deciding facts, its outcome, and the texts that the player sees besides
 * those of the state it leads to.
 */
type Row = Outcome & { from: string; words: string; sees: string }
/** A row before its texts are known: `step` as the paths take it. */
type Taken = Omit<Row, 'sees'> & { step: SeenStep }

/** The stem of a machine by the name that its owner gives it. */
const stemOf = (src: string) => src.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const linkTo = (flow: string, from: string) => relative(dirname(filesOf(from).paths), filesOf(flow).paths)

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

/** Returns a comparison of headings: the start, every state, then the states in the order of the source. */
function inOrder(machine: AnyStateMachine) {
  const names = [START, EVERYWHERE, ...nodesOf(machine.root).map(nameOf)]
  const place = (heading: string) => names.indexOf(heading.split(' + ')[0] ?? '')
  return (a: string, b: string) => place(a) - place(b) || a.localeCompare(b)
}

const textOf = ({ from, words, to, does }: Taken) => [from, words, to, does].join('\n')

/** Adds the deciding facts to the words of a step that has different outcomes. */
function explained(group: readonly { facts: Record<string, string>; taken: Taken }[]): Taken[] {
  const cases = group.map(({ facts, taken: { to, does } }) => ({ facts, outcome: `${to} ${does}` }))
  if (new Set(cases.map(({ outcome }) => outcome)).size === 1) return group.map(({ taken }) => taken)
  const why = whyOf(cases)
  return group.map(({ taken }, at) => ({ ...taken, words: `${taken.words} (${why[at]})` }))
}

/** Returns every different step of a model, in the order of states and cases in the source. */
function rowsOf({ graph, words: written, facts, config: { machine, starts } }: Model, seen: Seen): Row[] {
  const explored = graph()
  const outcomeOf = outcomesOf(machine, Object.values<unknown>(starts)[0])
  const steps = explored.edges.map(({ before, step: { event, words, state } }) => {
    const step = { words, after: state }
    const taken: Taken = { from: handlerOf(before, event), words, step, ...outcomeOf({ before, event, after: state }) }
    return { facts: factsOf(before, facts(before)), taken }
  })
  const begun = explored.starts.map(({ step: { words, state } }): Taken => {
    return { from: START, words, to: where(state), does: '', step: { words, after: state } }
  })
  const groups = Map.groupBy(steps, ({ taken: { from, words } }) => `${from}: ${words}`)
  const headings = inOrder(machine)
  const order = ({ words }: Taken) => written.findIndex((one) => words === one || words.startsWith(`${one} (`))
  const sorted = [...groups.values()]
    .flatMap(explained)
    .sort((a, b) => headings(a.from, b.from) || order(a) - order(b) || (textOf(a) < textOf(b) ? -1 : 1))
  return [...Map.groupBy([...begun, ...sorted], textOf).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { step, ...row } = first
    const sees = quoted(textsAlso(seen, [step, ...others.map((other) => other.step)]))
    // the texts are recorded by the words of the step, without the facts that decide
    const isExample = sees !== '' && others.length > 0 && row.words !== step.words
    return { ...row, sees: isExample ? `e.g. ${sees}` : sees }
  })
}

const INTRODUCTION = [
  '`start` lists how the flow begins; `stays` means that the state does not change.',
  '`… answers:` and `… fails:` say what came of a call of that name, or of an inner flow.',
  'Quoted texts are those of the Thai screen, as the tests have seen them.',
  'Actions, for developers, are what the machine does besides.',
].join(' ')

/** The inner flows of a state, each a link to its page, one line; nothing without such a flow. */
function innerFlowsOf(node: AnyStateNode, stem: string): string[] {
  const flows = node.invoke.map(({ src }) => stemOf(String(src))).filter((flow) => stems.includes(flow))
  const links = flows.map((flow) => `[${flow}](${linkTo(flow, stem)})`)
  return links.length > 0 ? [`Inner flow: ${links.join(', ')}.`] : []
}

/** The actions that run whenever a state is entered or left, one line each. */
const hooksOf = ({ entry, exit }: AnyStateNode): string[] =>
  (
    [
      ['Actions on entry', actionNames(entry)],
      ['Actions on exit', actionNames(exit)],
    ] as const
  )
    .filter(([, names]) => names.length > 0)
    .map(([when, names]) => `${when}: ${names.join(', ')}.`)

const cell = (text: string) => text.replaceAll('|', '\\|')
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The table of a state; without the column of texts if no step shows more of them. */
function tableOf(rows: readonly Row[]): string[] {
  const isSeen = rows.some(({ sees }) => sees !== '')
  const head = ['What can happen', 'Leads to', ...(isSeen ? ['The player also sees'] : []), 'Actions']
  const cells = rows.map(({ words, to, sees, does }) => [
    cell(words),
    to,
    ...(isSeen ? [cell(sees) || '–'] : []),
    does || '–',
  ])
  return [head, head.map(() => '---'), ...cells].map(line)
}

/** The paragraphs about a state: its description, its texts, its inner flows, and its actions on entry and exit. */
function paragraphsOf(node: AnyStateNode | undefined, texts: readonly string[], stem: string): string[] {
  const screen = texts.length > 0 ? [`On the screen: ${quoted(texts)}`] : []
  const inside = node ? [...innerFlowsOf(node, stem), ...hooksOf(node)] : []
  return [node?.description ?? '', ...screen, ...inside].filter(Boolean).flatMap((paragraph) => [paragraph, ''])
}

/** Returns the sentence of a section without a table: the flow ends there, or other sections list its steps. */
function withoutSteps(node: AnyStateNode, headings: readonly string[]): string {
  if (node.type === 'final') return 'The flow ends here.'
  const isOuter = (part: string) => part === EVERYWHERE || isWithin(nameOf(node), part)
  const outer = headings.filter(isOuter)
  if (outer.length > 0) return `Its steps are those of ${outer.map((heading) => `**${heading}**`).join(' and ')}.`
  const isShared = headings.some((heading) => heading.split(' + ').some(isOuter))
  return isShared ? 'Its steps are in the sections that name several states.' : 'No step leads on from here.'
}

/** The sections of the states, in the order of the source: all that a player can be in or that handle something. */
function sectionsOf(stem: string, model: Model, seen: Seen): string[] {
  const { machine } = model.config
  const byName = new Map(nodesOf(machine.root).map((node) => [nameOf(node), node]))
  const tables = Map.groupBy(rowsOf(model, seen), ({ from }) => from)
  const headings = [...tables.keys()]
  const idle = settledStates(machine).filter((node) => !tables.has(nameOf(node)))
  return [...headings, ...idle.map(nameOf)].sort(inOrder(machine)).flatMap((from) => {
    const [node, rows] = [byName.get(from), tables.get(from)]
    const texts = from === START || from === EVERYWHERE ? [] : textsIn(seen, from.split(' + '))
    const steps = rows ? tableOf(rows) : node ? [withoutSteps(node, headings)] : []
    return ['', `## ${from}`, '', ...paragraphsOf(node, texts, stem), ...steps]
  })
}

/** The stories of a model, each with the requirements that it touches. */
function storiesOf(model: Model): string[] {
  const told = model.stories()
  return Object.keys(model.config.stories ?? {}).flatMap((name, at) => {
    const path = told[at] ?? []
    return [
      '',
      `## ${name}`,
      '',
      ...linesOf(path).map((words, no) => `${no + 1}. ${words}`),
      ...touchedLine(citesOf(model, path)),
    ]
  })
}

/** The page of a machine that people review, in Markdown: a section for each state, then the stories. */
export const toPage = (stem: string, model: Model, seen: Seen): string =>
  [
    `# ${stem}`,
    '',
    model.config.machine.root.description ?? '',
    '',
    INTRODUCTION,
    ...sectionsOf(stem, model, seen),
    '',
    '# Stories',
    ...storiesOf(model),
    '',
  ].join('\n')
