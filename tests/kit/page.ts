import { dirname, relative } from 'node:path'
import { type AnyStateNode, StateMachine } from 'xstate'
import { namesCall } from './answered.ts'
import { citesOf } from './cites.ts'
import type { Model } from './model.ts'
import { filesOf, stems } from './models.ts'
import { actionNames } from './outcome.ts'
import { EVERYWHERE, inOrder, type Row, rowsOf, START } from './page-rows.ts'
import { storiesOf } from './page-stories.ts'
import { isWithin, quoted, textsIn } from './page-texts.ts'
import type { Seen } from './seen.ts'
import { nameOf, nodesOf, settledStates } from './states.ts'
import { titleOf } from './trace.ts'

/** Derives the stem of a machine from the name under which its owner invokes it. */
export const stemOf = (src: string) => src.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** A link from one flow's page to another's. */
const linkTo = (flow: string, from: string) => relative(dirname(filesOf(from).paths), filesOf(flow).paths)

const OF_STORIES =
  'A story leaves out the beginning that it shares with an earlier one. A step shows what it adds to the screen; a step without an arrow does not change the state.'
/** Explains how to read a page. */
const INTRODUCTION = [
  'The screen is in Thai: “a text”, [a button or a link]; “(off)” marks what cannot be used now.',
  'Amounts, names and refusals are examples; ‹time› is a date and a time.',
].join('\n')

/** Explains the tables of a page. */
function explanation(rows: readonly Row[]): string {
  const isCall = rows.some(({ words }) => namesCall(words))
  return [
    'A table lists everything that can happen in a state; `start` lists how the flow begins. `stays` means that the state does not change.',
    '“A field: ___” is a text field. “On the screen” lists what a state always shows, “The player also sees” what the step adds; “e.g.” marks texts that appear only in some cases.',
    ...(isCall ? ['A name before `answers` or `fails` is the name of a request to the server.'] : []),
    'In any state the player can close the dialog or follow a link; a request already sent continues.',
  ].join('\n')
}

/** The inner flows of a state, each with a link to its page and its description. Empty if there are none. */
function innerFlowsOf({ invoke, machine }: AnyStateNode, stem: string): string[] {
  return invoke.flatMap(({ src }) => {
    const flow = stemOf(String(src))
    const logic: unknown = machine.implementations.actors[String(src)]
    const description = logic instanceof StateMachine ? logic.root.description : undefined
    return stems.includes(flow)
      ? [`Inner flow [${flow}](${linkTo(flow, stem)}); its steps are on that page. ${description ?? ''}`.trim()]
      : []
  })
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map(line)

/** The table of a state's steps. It has a column of texts only if a step adds texts. */
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

/** Returns the sentence for a section without a table: either the flow ends there, or other sections list its steps. */
function withoutSteps(node: AnyStateNode, headings: readonly string[]): string {
  if (node.type === 'final') return 'The flow ends here.'
  const isOuter = (part: string) => part === EVERYWHERE || isWithin(nameOf(node), part)
  const outer = headings.filter(isOuter)
  if (outer.length > 0) return `It has the same steps as ${outer.map((heading) => `**${heading}**`).join(' and ')}.`
  const isShared = headings.some((heading) => heading.split(' + ').some(isOuter))
  return isShared
    ? 'The sections for several states list its steps.'
    : 'No step leads on from here: the player can only close the dialog or follow a link.'
}

/** The sections of all states that a player can be in or that handle an event, in source order. */
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

/** The chapter on the requirements and decisions that the stories cover. */
function requirementsOf(model: Model): string[] {
  const ids = citesOf(model, model.stories().flat())
  return ids.length > 0 ? ['', '# Requirements', '', ...ids.map((id) => `* ${id}: ${titleOf(id)}`)] : []
}

/**
 * The chapter for developers: the actions of each step, and the actions that run whenever a state is entered or left.
 */
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

/** The Markdown page of a machine, for reviewers: the stories, every step, the requirements and the actions. */
export function toPage(stem: string, model: Model, seen: Seen): string {
  const rows = rowsOf(model, seen)
  const stories = storiesOf(model, seen)
  return [
    `# ${stem}`,
    '',
    model.config.machine.root.description ?? '',
    '',
    ...(stories.length > 0 ? [OF_STORIES] : []),
    INTRODUCTION,
    ...(stories.length > 0 ? ['', '# Stories', ...stories] : []),
    '',
    '# Every step',
    '',
    explanation(rows),
    ...sectionsOf(stem, model.config, rows, seen),
    ...requirementsOf(model),
    ...actionsOf(model.config, rows),
    '',
  ].join('\n')
}
