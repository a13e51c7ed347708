import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A test runner's report: the number of passed tests, the names of failed ones, and the duration of each file in ms.
 * Skipped tests count as failed.
 */
export type Report = { passed: number; failures: string[]; files: Map<string, number> }

type VitestFile = {
  name: string
  status: 'passed' | 'failed'
  startTime: number
  endTime: number
  assertionResults: { status: string; fullName: string }[]
}
type VitestJson = { numPassedTests: number; testResults: VitestFile[] }

/** Returns true if a file failed although none of its tests did, which means that the file could not be loaded. */
const isBroken = ({ status, assertionResults }: VitestFile) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed')

function failuresOf(file: VitestFile): string[] {
  const name = relative('.', file.name)
  const failed = file.assertionResults.filter(({ status }) => status !== 'passed')
  const failures = failed.map(({ status, fullName }) => `${name} › ${fullName} (${status})`)
  return isBroken(file) ? [`${name} (could not be loaded)`, ...failures] : failures
}

/** Converts Vitest's JSON report. */
function readVitest(json: VitestJson): Report {
  return {
    passed: json.numPassedTests,
    failures: json.testResults.flatMap(failuresOf),
    files: new Map(
      json.testResults.map(({ name, startTime, endTime }) => [relative('.', name), endTime - startTime] as const),
    ),
  }
}

type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { duration: number }[] }[]
  }[]
}
type PlaywrightJson = { stats: { expected: number }; suites: PlaywrightSuite[] }
const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** Converts Playwright's JSON report. With `maySkip`, a skipped test does not count as failed. */
function readPlaywright({ stats, suites }: PlaywrightJson, maySkip: boolean): Report {
  const files = new Map<string, number>()
  const failures: string[] = []
  for (const { file, line, title, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests) {
      for (const { duration } of results) files.set(file, (files.get(file) ?? 0) + duration)
      const passes = status === 'expected' || (maySkip && status === 'skipped')
      if (!passes) failures.push(`${file}:${line} › ${title} (${status})`)
    }
  return { passed: stats.expected, failures, files }
}

/** The kinds of JSON report. With `playwright-may-skip`, a skipped test does not count as failed. */
export type ReportKind = 'vitest' | 'playwright' | 'playwright-may-skip'

/**
 * Reads the report of a stage that exited with `code`. A report that is missing or empty counts as one failure, and so
 * does a report without failures if `code` is not 0.
 */
export function readReport(kind: ReportKind, file: string, code: number): Report {
  try {
    const json = JSON.parse(readFileSync(file, 'utf8'))
    const report = kind === 'vitest' ? readVitest(json) : readPlaywright(json, kind === 'playwright-may-skip')
    const isSilent = report.passed + report.failures.length === 0 || (code !== 0 && report.failures.length === 0)
    return isSilent ? { ...report, failures: [`exited with ${code} and reported no failure`] } : report
  } catch {
    return { passed: 0, failures: ['wrote no report'], files: new Map() }
  }
}
