import { expect, test } from 'vitest'
import { judgeStage, judgeTotal, lastLine, type Timed } from '#tests/run/judge.ts'

const timed = (change: Partial<Timed> = {}): Timed => ({
  ...{ name: 'screens', budget: 100, seconds: 100, factor: 1, isBusy: false },
  ...change,
})

test('a stage may exceed its budget by up to half', () => {
  expect(judgeStage(timed({ seconds: 150 }))).toBeNull()
})

test('a stage that exceeds its budget by more than half fails', () => {
  expect(judgeStage(timed({ seconds: 151 }))).toEqual({
    note: 'OVER BUDGET screens took 151 s, and may take 150 s here',
    isFailure: true,
  })
})

test('a stage may take longer on a slower machine', () => {
  expect(judgeStage(timed({ seconds: 300, factor: 2 }))).toBeNull()
  expect(judgeStage(timed({ seconds: 301, factor: 2 }))?.isFailure).toBe(true)
})

test('a slow stage on a busy machine is reported, but does not fail', () => {
  expect(judgeStage(timed({ seconds: 151, isBusy: true }))).toEqual({
    note: 'SLOW screens took 151 s, and may take 150 s here, but something else kept this machine busy during it',
    isFailure: false,
  })
})

test('a run may exceed its promised duration by up to a quarter', () => {
  expect(judgeTotal([timed({ seconds: 140 }), timed({ seconds: 60 })], 160)).toBeNull()
})

test('a run that exceeds its promised duration by more than a quarter fails', () => {
  expect(judgeTotal([timed({ seconds: 140 }), timed({ seconds: 61 })], 160)).toEqual({
    note: 'OVER BUDGET the whole run took 201 s, and may take 200 s here',
    isFailure: true,
  })
})

test('a run may take longer on a slower machine', () => {
  const stages = [timed({ seconds: 200, factor: 2 }), timed({ seconds: 200, factor: 1.5 })]
  expect(judgeTotal(stages, 160)).toBeNull()
  expect(judgeTotal(stages, 159)?.isFailure).toBe(true)
})

test('a slow run on a busy machine is reported with the stages that were slowed down, but does not fail', () => {
  const stages = [timed(), timed({ name: 'looks', seconds: 149, isBusy: true })]
  expect(judgeTotal(stages, 160)).toEqual({
    note: 'SLOW the whole run took 249 s, and may take 200 s here, but something else kept this machine busy during looks',
    isFailure: false,
  })
})

test('a slow run fails if it would have taken too long even on an idle machine', () => {
  expect(judgeTotal([timed({ seconds: 149 }), timed({ name: 'looks', isBusy: true })], 120)?.isFailure).toBe(true)
})

test('a run that skips all stages because they have passed before does not fail', () => {
  expect(judgeTotal([], 200)).toBeNull()
})

test('the last output line of a run states the duration and the limit of the run', () => {
  expect(lastLine(2_999, 1, 287.4, 300)).toBe('2999 passed, 1 failed; the whole run took 287 s, and its limit is 300 s')
})
