import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * The report of a runner: how many tests passed and failed, and the ms of each file. A skipped test counts as failed.
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

/** True if a file failed, and none of its tests: it could not be loaded. */
const isBroken = ({ status, assertionResults }: VitestFile) =>
  status === 'failed' && assertionResults.every((test) => test.status !== 'failed')

/** Reads the JSON report of Vitest. */
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

/** Reads the JSON report of Playwright; `maySkip`: tests may skip themselves. */
function readPlaywright({ stats, suites }: PlaywrightJson, maySkip: boolean): Report {
  const files = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf))
    for (const { duration } of tests.flatMap(({ results }) => results))
      files.set(file, (files.get(file) ?? 0) + duration)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + (maySkip ? 0 : stats.skipped), files }
}

/** The kinds of JSON report; in `playwright-may-skip` a test may skip itself. */
export type ReportKind = 'vitest' | 'playwright' | 'playwright-may-skip'

/** Reads the report of a stage that ended with `code`. A report that is missing or empty, or denies a failure, counts as one failure. */
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
