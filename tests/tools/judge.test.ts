import { expect, test } from 'vitest'
import { judgeStage, type Timed } from '#tests/run/judge.ts'

const timed = (change: Partial<Timed> = {}): Timed => ({
  ...{ name: 'screens', budget: 100, seconds: 100, factor: 1, isBusy: false },
  ...change,
})

test('a stage may take half as long again as its budget', () => {
  expect(judgeStage(timed({ seconds: 150 }))).toBeNull()
})

test('a stage fails beyond that', () => {
  expect(judgeStage(timed({ seconds: 151 }))).toEqual({
    note: 'OVER BUDGET screens took 151 s, and may take 150 s here',
    isFailure: true,
  })
})

test('a stage may take longer on a slower machine', () => {
  expect(judgeStage(timed({ seconds: 300, factor: 2 }))).toBeNull()
  expect(judgeStage(timed({ seconds: 301, factor: 2 }))?.isFailure).toBe(true)
})

test('a stage on a busy machine is reported, and does not fail', () => {
  expect(judgeStage(timed({ seconds: 151, isBusy: true }))).toEqual({
    note: 'SLOW screens took 151 s, and may take 150 s here, but something else kept this machine busy during it',
    isFailure: false,
  })
})
