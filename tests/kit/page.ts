import { dirname, relative } from 'node:path'
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  getNextTransitions,
  StateMachine,
} from 'xstate'
import { citesOf } from './cites.ts'
import type { Model, Step } from './model.ts'
import { filesOf, stems } from './models.ts'
import { actionNames, type Outcome, outcomesOf } from './outcome.ts'
import { isWithin, quoted, textsAlso, textsIn } from './page-texts.ts'
import { type Arrival, arrivalOf, type Seen } from './seen.ts'
import { nameOf, nodesOf, settledStates, where } from './states.ts'
import { titleOf } from './trace.ts'
import { factsOf, whyOf } from './why.ts'
import { linesOf, touchedLine } from './words.ts'

/**
 * A step in a state: its sentence with the deciding facts, its outcome, and the texts that the player sees besides
 * those of the state it leads to.
 */
type Row = Outcome & { from: string; words: string; sees: string }
/** A row before its texts are known. */
type Taken = Omit<Row, 'sees'> & { arrival: Arrival }

/** The stem of a machine by the name that its owner gives it. */
const stemOf = (src: string) => src.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** A link from the page of one flow to that of another. */
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

/**
 * Adds the deciding facts to the words of a step that has different outcomes; `shown` formats the texts that some steps
 * bring.
 */
function explained(
  group: readonly { facts: Record<string, string>; taken: Taken }[],
  shown: (taken: readonly Taken[]) => string,
): Taken[] {
  const cases = group.map(({ facts, taken }) => ({ facts, outcome: `${taken.to} ${taken.does}`, taken }))
  if (new Set(cases.map(({ outcome }) => outcome)).size === 1) return group.map(({ taken }) => taken)
  const why = whyOf(cases, (some) => shown(some.map(({ taken }) => taken)))
  return group.map(({ taken }, at) => ({ ...taken, words: `${taken.words} (${why[at]})` }))
}

/** Returns every different step of a model, in the order of states and cases in the source. */
function rowsOf(model: Model, seen: Seen): Row[] {
  const { graph, words: written, facts, config } = model
  const { machine, starts } = config
  const explored = graph()
  const outcomeOf = outcomesOf(machine, Object.values<unknown>(starts)[0])
  const steps = explored.edges.map(({ before, step: { event, words, state } }) => {
    const outcome = outcomeOf({ before, event, after: state })
    const arrival = arrivalOf(model, { words, state })
    const taken: Taken = { from: handlerOf(before, event), words, arrival, ...outcome }
    return { facts: factsOf(before, facts(before)), taken }
  })
  const begun = explored.starts.map(({ step: { words, state } }): Taken => {
    return { from: START, words, to: where(state), does: '', arrival: arrivalOf(model, { words, state }) }
  })
  const shown = (taken: readonly Taken[]) =>
    textsAlso(
      seen,
      taken.map(({ arrival }) => arrival),
    )
  const groups = Map.groupBy(steps, ({ taken: { from, words } }) => `${from}: ${words}`)
  const headings = inOrder(machine)
  const order = ({ words }: Taken) => written.findIndex((one) => words === one || words.startsWith(`${one} (`))
  const sorted = [...groups.values()]
    .flatMap((group) => explained(group, shown))
    .sort((a, b) => headings(a.from, b.from) || order(a) - order(b) || (textOf(a) < textOf(b) ? -1 : 1))
  return [...Map.groupBy([...begun, ...sorted], textOf).values()].flatMap((same) => {
    const [first] = same
    return first ? [{ from: first.from, words: first.words, to: first.to, does: first.does, sees: shown(same) }] : []
  })
}

/** Explains a page. */
function introduction(rows: readonly Row[]): string {
  const isCall = rows.some(({ words }) => /^(?!loading )[\w.]+ (answers|fails): /.test(words))
  return [
    'The tables list what can happen in each state, from `start`, which lists how the flow begins; `stays` means that the state does not change.',
    'Amounts, names and refusals are examples: others lead the same way, with their own texts.',
    '“On the screen” has the Thai headings, texts, fields, buttons and links that a state always shows, as the tests have seen them. “The player also sees” has those that a step adds: `–` if it adds nothing, `…` for a date or a time, and after `e.g.` those of one situation of several.',
    ...(isCall ? ['A name before `answers` or `fails` is that of a request to the server.'] : []),
    'Closing a dialog and following a link are possible in any state, and not listed; a request that was sent goes on.',
  ].join('\n')
}

/** The inner flows of a state, each with what it is and a link to its page; nothing without such a flow. */
function innerFlowsOf({ invoke, machine }: AnyStateNode, stem: string): string[] {
  return invoke.flatMap(({ src }) => {
    const flow = stemOf(String(src))
    const logic: unknown = machine.implementations.actors[String(src)]
    const description = logic instanceof StateMachine ? logic.root.description : undefined
    return stems.includes(flow)
      ? [`Inner flow: [${flow}](${linkTo(flow, stem)}), whose page has its steps. ${description ?? ''}`.trim()]
      : []
  })
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map(line)

/** The table of a state; without the column of texts if no step shows more of them. */
function tableOf(rows: readonly Row[]): string[] {
  const isSeen = rows.some(({ sees }) => sees !== '')
  return table(
    ['What can happen', 'Leads to', ...(isSeen ? ['The player also sees'] : [])],
    rows.map(({ words, to, sees }) => [cell(words), to, ...(isSeen ? [cell(sees) || '–'] : [])]),
  )
}

/** The paragraphs about a state: its description, its texts and its inner flows. */
function paragraphsOf(node: AnyStateNode | undefined, texts: readonly string[], stem: string): string[] {
  const screen = texts.length > 0 ? [`On the screen: ${quoted(texts)}`] : []
  const inside = node ? innerFlowsOf(node, stem) : []
  return [node?.description ?? '', ...screen, ...inside].filter(Boolean).flatMap((paragraph) => [paragraph, ''])
}

/** Returns the sentence of a section without a table: the flow ends there, or other sections list its steps. */
function withoutSteps(node: AnyStateNode, headings: readonly string[]): string {
  if (node.type === 'final') return 'The flow ends here.'
  const isOuter = (part: string) => part === EVERYWHERE || isWithin(nameOf(node), part)
  const outer = headings.filter(isOuter)
  if (outer.length > 0) return `Its steps are those of ${outer.map((heading) => `**${heading}**`).join(' and ')}.`
  const isShared = headings.some((heading) => heading.split(' + ').some(isOuter))
  return isShared
    ? 'Its steps are in the sections that name several states.'
    : 'No step leads on from here: the player can only close it, or follow a link.'
}

/** The sections of the states, in the order of the source: all that a player can be in or that handle something. */
function sectionsOf(stem: string, { machine }: Model['config'], rows: readonly Row[], seen: Seen): string[] {
  const byName = new Map(nodesOf(machine.root).map((node) => [nameOf(node), node]))
  const tables = Map.groupBy(rows, ({ from }) => from)
  const headings = [...tables.keys()]
  const idle = settledStates(machine).filter((node) => !tables.has(nameOf(node)))
  return [...headings, ...idle.map(nameOf)].sort(inOrder(machine)).flatMap((from) => {
    const [node, own] = [byName.get(from), tables.get(from)]
    const texts = from === START || from === EVERYWHERE ? [] : textsIn(seen, from.split(' + '))
    const steps = own ? tableOf(own) : node ? [withoutSteps(node, headings)] : []
    return ['', `## ${from}`, '', ...paragraphsOf(node, texts, stem), ...steps]
  })
}

/** The stories of a model, each with the requirements that it touches. */
function storiesOf(model: Model, seen: Seen): string[] {
  const told = model.stories()
  const shown = (step: Step) => textsAlso(seen, [arrivalOf(model, step)])
  return Object.keys(model.config.stories ?? {}).flatMap((name, at) => {
    const path = told[at] ?? []
    return [
      '',
      `## ${name}`,
      '',
      ...linesOf(path, shown).map((words, no) => `${no + 1}. ${words}`),
      ...touchedLine(citesOf(model, path)),
    ]
  })
}

/** The chapter about the requirements and decisions that the stories touch. */
function requirementsOf(model: Model): string[] {
  const ids = citesOf(model, model.stories().flat())
  return ids.length > 0 ? ['', '# Requirements', '', ...ids.map((id) => `* ${id}: ${titleOf(id)}`)] : []
}

/** The chapter for developers: the actions of each step, and those whenever a state is entered or left. */
function actionsOf({ machine }: Model['config'], rows: readonly Row[]): string[] {
  const hooks = nodesOf(machine.root).flatMap((node) =>
    (['entry', 'exit'] as const).flatMap((when) => {
      const names = actionNames(node[when]).join(', ')
      return names ? [[nameOf(node) || EVERYWHERE, `on ${when}`, names]] : []
    }),
  )
  const steps = rows.flatMap(({ from, words, does }) => (does ? [[from, cell(words), does]] : []))
  const all = [...hooks, ...steps]
  return all.length > 0 ? ['', '# Actions, for developers', '', ...table(['State', 'Step', 'Actions'], all)] : []
}

/** The page of a machine that people review, in Markdown: the states, the stories, and the actions. */
export function toPage(stem: string, model: Model, seen: Seen): string {
  const rows = rowsOf(model, seen)
  return [
    `# ${stem}`,
    '',
    model.config.machine.root.description ?? '',
    '',
    introduction(rows),
    ...sectionsOf(stem, model.config, rows, seen),
    '',
    '# Stories',
    '',
    'A story ends where its point is shown. It quotes only the texts of steps that stay in a state: the tables have the others.',
    ...storiesOf(model, seen),
    ...requirementsOf(model),
    ...actionsOf(model.config, rows),
    '',
  ].join('\n')
}
