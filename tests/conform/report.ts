import type { Call } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import type { Result } from './examine.ts'
import type { Level } from './kit.ts'

/** `meets`: nothing failed; `fails`: a check failed; `not examined`: no check ran. */
export type Grade = 'meets' | 'fails' | 'not examined'
export type Row = { call: CallName; line: string; grade: Grade; passed: number; failed: number; skipped: number }

const lineOf = ({ method, path }: Call) => `${method} ${path}`
const count = (results: readonly Result[], wanted: Result['outcome']) =>
  results.filter(({ outcome }) => outcome === wanted).length

function gradeOf(passed: number, failed: number): Grade {
  if (failed > 0) return 'fails'
  return passed > 0 ? 'meets' : 'not examined'
}

/** Returns the grade of every call in the contract, in order. */
export const grades = (results: readonly Result[]): Row[] =>
  (Object.keys(calls) as CallName[]).map((call) => {
    const own = results.filter((result) => result.call === call)
    const [passed, failed, skipped] = [count(own, 'passed'), count(own, 'failed'), count(own, 'skipped')]
    return { call, line: lineOf(calls[call]), grade: gradeOf(passed, failed), passed, failed, skipped }
  })

/** Escapes a text for a cell of a Markdown table. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The minimum number of results of the same kind that are grouped into one entry. */
const MANY = 4

type Group = { kind: string; first: Result; group: readonly Result[] }

/** Splits off groups of at least {@link MANY} results of the same kind. Results without a kind are not grouped. */
function groupsOf(results: readonly Result[], kindOf: (result: Result) => string | undefined) {
  const groups = [...Map.groupBy(results, kindOf)].flatMap(([kind, group]): Group[] => {
    const [first] = group
    return kind && first && group.length >= MANY ? [{ kind, first, group }] : []
  })
  const grouped = new Set(groups.flatMap(({ group }) => group))
  return { groups, rest: results.filter((result) => !grouped.has(result)) }
}

/** Returns the cause of a failure, which is the text before the colon. The backend's reply comes after it. */
const causeOf = ({ why }: Result) => /^(.*?): /.exec(why)?.[1]

const callsOf = (results: readonly Result[]) =>
  [...new Set(results.map(({ call }) => `\`${lineOf(calls[call])}\``))].join(', ')
const entry = ({ call, name, why }: Result) => `\`${lineOf(calls[call])}\`: ${name}. ${cell(why)}`
const groupEntry = ({ kind, group }: Group) => `${group.length} checks: ${cell(kind)}, at ${callsOf(group)}`

/**
 * Returns the entries for failed checks. Failures with the same cause share an entry if there are at least {@link MANY}
 * of them. The remaining failures are grouped by name in the same way.
 */
function failures(failed: readonly Result[]): string[] {
  const causes = groupsOf(failed, causeOf)
  const names = groupsOf(causes.rest, ({ name }) => name)
  const groups = [...causes.groups, ...names.groups]
  return [...groups.map((each) => `${groupEntry(each)}. The first: ${entry(each.first)}`), ...names.rest.map(entry)]
}

/** Returns the entries for skipped checks. Many skips with the same reason share an entry. */
function skips(skipped: readonly Result[]): string[] {
  const { groups, rest } = groupsOf(skipped, ({ why }) => why)
  return [...groups.map(groupEntry), ...rest.map(entry)]
}

const section = (title: string, entries: readonly string[]) =>
  entries.length === 0 ? [] : ['', `## ${title}`, '', ...entries.map((each) => `- ${each}`)]

/** Returns the report in Markdown: the grade of each call, the failures, and the skipped checks with reasons. */
export function toMarkdown(results: readonly Result[], level: Level): string {
  const rows = grades(results)
  const sum = (grade: Grade) => rows.filter((row) => row.grade === grade).length
  return [
    `# Conformance, level ${level}`,
    '',
    `${sum('meets')} calls meet the level, ${sum('fails')} fail it, ${sum('not examined')} were not examined. ` +
      `${count(results, 'passed')} checks passed, ${count(results, 'failed')} failed, ${count(results, 'skipped')} were skipped.`,
    '',
    '| call | grade | passed | failed | skipped |',
    '| --- | --- | ---: | ---: | ---: |',
    ...rows.map(
      ({ line, grade, passed, failed, skipped }) =>
        `| \`${line}\` | ${grade === 'fails' ? '**fails**' : grade} | ${passed} | ${failed} | ${skipped} |`,
    ),
    ...section('Failed', failures(results.filter(({ outcome }) => outcome === 'failed'))),
    ...section('Noted', results.filter(({ outcome, why }) => outcome === 'passed' && why !== '').map(entry)),
    ...section('Skipped', skips(results.filter(({ outcome }) => outcome === 'skipped'))),
    '',
  ].join('\n')
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 does not allow these characters
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')

function caseOf({ name, outcome, why, ms }: Result, line: string) {
  const open = `    <testcase classname="${escaped(line)}" name="${escaped(name)}" time="${ms / 1000}"`
  if (outcome === 'passed') return `${open}/>`
  const kind = outcome === 'failed' ? 'failure' : 'skipped'
  return `${open}><${kind} message="${escaped(why)}"/></testcase>`
}

/** Returns the report as JUnit XML, with one suite per call. */
export function toJUnit(results: readonly Result[]): string {
  const suites = grades(results).map(({ call, line, passed, failed, skipped }) => {
    const own = results.filter((result) => result.call === call)
    const numbers = `tests="${passed + failed + skipped}" failures="${failed}" skipped="${skipped}"`
    return [
      `  <testsuite name="${escaped(line)}" ${numbers}>`,
      ...own.map((result) => caseOf(result, line)),
      '  </testsuite>',
    ]
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="conform">',
    ...suites.flat(),
    '</testsuites>',
    '',
  ].join('\n')
}

/** Returns the report as JSON. */
export const toJson = (results: readonly Result[], level: Level): string =>
  `${JSON.stringify({ level, calls: grades(results), checks: results }, null, 2)}\n`
