import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FirstRun } from '#tests/mutation/first-run.ts'

let lines: string[]
let run: FirstRun
beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  lines = []
  run = new FirstRun((line) => void lines.push(line))
  run.start('1 of 2', ['machines/spin.machine.ts'])
})

test('a batch of mutation tests reports which files it tests, and warns that its first run may take minutes', () => {
  expect(lines).toEqual([
    'Batch 1 of 2: machines/spin.machine.ts',
    'First all tests that load these files run without a fault. For files of the server that takes minutes.',
  ])
})

test('the first run of a mutation test batch reports its duration every 30 seconds', () => {
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual(['The run without a fault has taken 30 s.', 'The run without a fault has taken 60 s.'])
})

test('the first run of a mutation test batch reports that it has finished, and nothing after that', () => {
  run.onDryRunCompleted({ result: { tests: [{}, {}] } })
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(2)).toEqual(['2 tests have passed without a fault. Now the faults are injected.'])
})

test('a failed first run of a mutation test batch reports nothing more', () => {
  run.stop()
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(2)
})
