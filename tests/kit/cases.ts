import { createHash } from 'node:crypto'
import type { EventObject } from 'xstate'
import th from '#locales/th.json' with { type: 'json' }
import { citesOf } from './cites.ts'
import type { Model, Path } from './model.ts'
import { quoted } from './page-texts.ts'
import { arrivalOf, type Seen, textsAfter } from './seen.ts'
import { leavesOf } from './states.ts'

/**
 * One step of a case. `data` is the input, empty if the step has none. `expected` is the state. `shows` lists the texts
 * on the screen.
 */
type CaseStep = { action: string; data: string; expected: string; shows: string[] }
/** One test case, as a test management tool imports it. */
type Case = { title: string; requirements: string; steps: CaseStep[] }

const texts: Readonly<Record<string, string>> = th.errorMsg

/**
 * Formats a value as a person enters or sees it. An object is represented by its code or name, or by an empty string if
 * it has neither.
 */
function textOf(name: string, value: unknown): string {
  if (name === 'now') return new Date(Number(value)).toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok' })
  if (name === 'balance') return `${(Number(value) / 100).toFixed(2)} baht`
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  if ('code' in value) return codeText(String(value.code))
  return 'name' in value ? String(value.name) : ''
}

/** A failure code with its Thai text. */
const codeText = (code: string) => (texts[code] ? `${code} (th: ${texts[code]})` : code)

/** The event's payload, or the failure code of an actor's result. Empty for all other internal events. */
function dataOf({ type, ...payload }: EventObject): string {
  const { error, output } = payload as { error?: { code: string }; output?: { failure?: { code: string } } | null }
  const failure = error ?? output?.failure
  if (type.startsWith('xstate.') && failure) return `code: ${codeText(failure.code)}`
  if (type.startsWith('xstate.')) return ''
  return Object.entries(payload)
    .map(([name, value]) => [name, textOf(name, value)] as const)
    .flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}`]))
    .join('; ')
}

/**
 * The name of the story that the path follows. Any other path is titled by its first and last step, with a hash of the
 * whole path because several paths share both steps.
 *
 * The title must not depend on the other paths, because a test management tool identifies a case by its title.
 */
function titleOf({ config: { stories = {} } }: Model, path: Path): string {
  const words = path.map((step) => step.words)
  const story = Object.entries(stories).find(([, told]) => told.join('\n') === words.join('\n'))
  if (story) return story[0]
  const hash = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 6)
  return `${words[0]} … ${words.at(-1)} [${hash}]`
}

const casesOf = (stem: string, model: Model, paths: Map<number, Path>, seen: Seen): Case[] =>
  [...paths.values()].map((path) => ({
    title: `${stem}: ${titleOf(model, path)}`,
    requirements: citesOf(model, path).join(', '),
    steps: path.map(({ words, event, state }) => ({
      action: words,
      data: dataOf(event),
      expected: leavesOf(state)
        .map(({ description }) => description ?? '')
        .filter(Boolean)
        .join(' '),
      shows: textsAfter(seen, arrivalOf(model, { words, state })),
    })),
  }))

const listed = (shows: string[]) => quoted(shows, ', ')
/** The expected result, as the text of one cell. */
const resultOf = ({ expected, shows }: CaseStep) =>
  [expected, ...(shows.length > 0 ? [`The screen shows ${listed(shows)}.`] : [])].join(' ')

const csvCell = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** Formats test cases as CSV (RFC 4180), one line per step. */
function toCsv(cases: Case[]): string {
  const rows = cases.flatMap(({ title, requirements, steps }) =>
    steps.map((step, at) => [title, requirements, String(at + 1), step.action, step.data, resultOf(step)]),
  )
  return [['Title', 'Requirements', 'Step', 'Action', 'Data', 'Expected result'], ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
}

/** Formats test cases as a Gherkin feature. */
function toGherkin(cases: Case[], feature: string): string {
  const scenarios = cases.flatMap(({ title, requirements, steps }) => [
    '',
    ...(requirements ? [`  # ${requirements}`] : []),
    `  Scenario: ${title}`,
    ...steps.flatMap(({ action, data, expected, shows }, at) => [
      `    ${at === 0 ? 'Given' : 'When'} ${action}${data ? ` (${data})` : ''}`,
      `    Then the state is: ${expected}`,
      ...(shows.length > 0 ? [`    And the screen shows ${listed(shows)}`] : []),
    ]),
  ])
  return [`Feature: ${feature}`, ...scenarios].join('\n')
}

/** Formats test cases as Markdown tables. */
function toTables(cases: Case[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return cases
    .flatMap(({ title, requirements, steps }) => [
      `## ${title}`,
      '',
      ...(requirements ? [`Requirements: ${requirements}.`, ''] : []),
      '| step | action | data | expected result |',
      '| --- | --- | --- | --- |',
      ...steps.map((step, at) => `| ${at + 1} | ${cell(step.action)} | ${cell(step.data)} | ${cell(resultOf(step))} |`),
      '',
    ])
    .join('\n')
}

/** The formats of {@link toCases}. */
export const FORMATS = ['markdown', 'csv', 'gherkin'] as const

/** Formats paths as test cases. Each step lists the data to enter, and the expected state and texts. */
export function toCases(
  format: (typeof FORMATS)[number],
  stem: string,
  model: Model,
  paths: Map<number, Path>,
  seen: Seen,
): string {
  const cases = casesOf(stem, model, paths, seen)
  if (format === 'csv') return toCsv(cases)
  if (format === 'gherkin') return toGherkin(cases, model.config.machine.root.description ?? stem)
  return toTables(cases)
}
