import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'
import { type ReportKind, readReport } from '#tests/run/reports.ts'

const place = join(tempFolder('reports'), 'report.json')

/** Reads a Vitest report about one file whose tests have these outcomes. */
function readTests(status: 'passed' | 'failed', outcomes: readonly string[], code: number) {
  const file = { name: 'a.test.ts', status, startTime: 0, endTime: 5 }
  const tests = outcomes.map((outcome) => ({ status: outcome, fullName: `a test that ${outcome}` }))
  const json = {
    numPassedTests: outcomes.filter((each) => each === 'passed').length,
    testResults: [{ ...file, assertionResults: tests }],
  }
  writeFileSync(place, JSON.stringify(json))
  return readReport('vitest', place, code)
}

/** Reads a Playwright report about one test with this outcome. */
function playwrightOf(kind: ReportKind, status: string, code: number) {
  const spec = { file: 'a.spec.ts', line: 3, title: 'a test', tests: [{ status, results: [{ duration: 5 }] }] }
  const json = { stats: { expected: status === 'expected' ? 1 : 0 }, suites: [{ file: 'a.spec.ts', specs: [spec] }] }
  writeFileSync(place, JSON.stringify(json))
  return readReport(kind, place, code)
}

it('the test report names a failed test', () => {
  const failures = ['a.test.ts › a test that failed (failed)']
  expect(readTests('failed', ['passed', 'failed'], 1)).toMatchObject({ passed: 1, failures })
})

it('the test report names a file that could not be loaded', () => {
  expect(readTests('failed', [], 1)).toMatchObject({ passed: 0, failures: ['a.test.ts (could not be loaded)'] })
})

it('the test report names a failed file even if all its tests passed', () => {
  const failures = ['a.test.ts (could not be loaded)']
  expect(readTests('failed', ['passed'], 1)).toMatchObject({ passed: 1, failures })
})

it.each(['pending', 'skipped', 'todo'])('the test report counts a test that is %s as failed', (status) => {
  const failures = [`a.test.ts › a test that ${status} (${status})`]
  expect(readTests('passed', ['passed', status], 0)).toMatchObject({ passed: 1, failures })
})

it('the test report counts a failure if the runner exits with an error but reports no failure', () => {
  const failures = ['exited with 1 and reported no failure']
  expect(readTests('passed', ['passed'], 1)).toMatchObject({ passed: 1, failures })
})

it('the test report counts a failure if the runner writes no report', () => {
  expect(readReport('vitest', '/no/such/report.json', 0)).toMatchObject({ passed: 0, failures: ['wrote no report'] })
})

it.each(['unexpected', 'flaky', 'skipped'])('the test report lists a browser test that is %s as failed', (status) => {
  expect(playwrightOf('playwright', status, 1)).toMatchObject({
    passed: 0,
    failures: [`a.spec.ts:3 › a test (${status})`],
  })
})

it('the test report accepts a skipped browser test where skipping is allowed', () => {
  expect(playwrightOf('playwright', 'expected', 0)).toMatchObject({ passed: 1, failures: [] })
  expect(playwrightOf('playwright-may-skip', 'skipped', 0).failures).not.toContain('a.spec.ts:3 › a test (skipped)')
})
