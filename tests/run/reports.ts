import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * A test runner's report: the number of passed and failed tests, and the duration of each file in ms. Skipped tests
 * count as failed.
 */
export type Report = { passed: number; failed: number; files: Map<string, number> }

type VitestFile = {
  name: string
  status: 'passed' | 'failed'
  startTime: number
  endTime: number
  assertionResults: { status: string }[]
}
type VitestJson = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}

/** True if a file failed without a failed test: it could not be loaded. */
const isBroken = ({ status, assertionResults }: VitestFile) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed')

/** Converts Vitest's JSON report. */
function readVitest(json: VitestJson): Report {
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests + json.testResults.filter(isBroken).length + json.numPendingTests,
    files: new Map(
      json.testResults.map(({ name, startTime, endTime }) => [relative('.', name), endTime - startTime] as const),
    ),
  }
}

type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs: { file: string; tests: { results: { duration: number }[] }[] }[]
}
type PlaywrightJson = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

/** Converts Playwright's JSON report; `maySkip`: tests may skip themselves. */
function readPlaywright({ stats, suites }: PlaywrightJson, maySkip: boolean): Report {
  const files = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf))
    for (const { duration } of tests.flatMap(({ results }) => results))
      files.set(file, (files.get(file) ?? 0) + duration)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + (maySkip ? 0 : stats.skipped), files }
}

/** The kinds of JSON report; with `playwright-may-skip`, a test may skip itself. */
export type ReportKind = 'vitest' | 'playwright' | 'playwright-may-skip'

/**
 * Reads the report of a stage that exited with `code`. A report counts as one failure if it is missing or empty, or if
 * it shows no failure although `code` does.
 */
export function readReport(kind: ReportKind, file: string, code: number): Report {
  try {
    const json = JSON.parse(readFileSync(file, 'utf8'))
    const report = kind === 'vitest' ? readVitest(json) : readPlaywright(json, kind === 'playwright-may-skip')
    const isSilent = report.passed + report.failed === 0 || (code !== 0 && report.failed === 0)
    return isSilent ? { ...report, failed: report.failed + 1 } : report
  } catch {
    return { passed: 0, failed: 1, files: new Map() }
  }
}
