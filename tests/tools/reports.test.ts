import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolder } from '#tests/kit/temp.ts'
import { readReport } from '#tests/run/reports.ts'

const place = join(tempFolder('reports'), 'report.json')

/** Reads a Vitest report about one file whose tests have these outcomes. */
function countOf(status: 'passed' | 'failed', outcomes: readonly string[], code: number) {
  const numberOf = (outcome: string) => outcomes.filter((each) => each === outcome).length
  const file = { name: 'a.test.ts', status, startTime: 0, endTime: 5 }
  const json = {
    numPassedTests: numberOf('passed'),
    numFailedTests: numberOf('failed'),
    // the file and each `describe` around a failed test count as suites
    numFailedTestSuites: 3,
    numPendingTests: numberOf('pending'),
    testResults: [{ ...file, assertionResults: outcomes.map((outcome) => ({ status: outcome })) }],
  }
  writeFileSync(place, JSON.stringify(json))
  return readReport('vitest', place, code)
}

it('counts a failed test once, even inside several suites', () => {
  expect(countOf('failed', ['passed', 'failed'], 1)).toMatchObject({ passed: 1, failed: 1 })
})

it('counts a file that could not be loaded as one failure', () => {
  expect(countOf('failed', [], 1)).toMatchObject({ passed: 0, failed: 1 })
})

it('counts a failed file whose tests all passed as one failure', () => {
  expect(countOf('failed', ['passed'], 1)).toMatchObject({ passed: 1, failed: 1 })
})

it('counts a skipped test as failed', () => {
  expect(countOf('passed', ['passed', 'pending'], 0)).toMatchObject({ passed: 1, failed: 1 })
})

it('counts a failure if the runner exits with an error but reports none', () => {
  expect(countOf('passed', ['passed'], 1)).toMatchObject({ passed: 1, failed: 1 })
})
