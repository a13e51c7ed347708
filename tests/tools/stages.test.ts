import { expect, it } from 'vitest'
import { lackOf, type Need, PROMISES, promiseOf, SHARDS, SIZES, type Stage, stagesOf } from '#tests/run/stages.ts'

const budgetOf = (stages: readonly Stage[]) => stages.reduce((sum, { budget }) => sum + budget, 0)

it.each(['test', 'full'] as const)('the stage budgets of a %s run do not exceed its promised duration', (size) => {
  expect(budgetOf(stagesOf(size, 1, 1))).toBeLessThanOrEqual(PROMISES[size])
})

it.each([1, 2, 4, 8, 16])(
  'with %i nightly shards, the stage budgets of each shard add up to no more than its promised duration',
  (of) => {
    for (let at = 1; at <= of; at++)
      expect(budgetOf(stagesOf('night', at, of)), `shard ${at}`).toBeLessThanOrEqual(promiseOf('night', of))
  },
)

it.each(SIZES)('the shards of a %s run together run every stage', (size) => {
  const names = (of: number) =>
    new Set(Array.from({ length: of }, (_, at) => stagesOf(size, at + 1, of).map(({ name }) => name)).flat())
  expect(names(SHARDS)).toEqual(names(1))
})

const missing = new Map<Need, string>([['postgres', 'install it']])

it('a stage that needs PostgreSQL is skipped without it', () => {
  const stage = { name: 'kills', sizes: ['full'], budget: 1, lines: [], needs: ['postgres'] } satisfies Stage
  expect(lackOf(stage, missing)).toEqual({ note: 'NOT TESTED kills: install it', isSkipped: true })
})

it('a stage that needs PostgreSQL only for some tests runs without it, and the run reports which tests are left out', () => {
  const calls = stagesOf('test', 1, 1).find(({ name }) => name === 'client and server')
  if (!calls) throw new Error('there is no such stage')
  expect(lackOf(calls, missing)).toEqual({
    note: 'NOT TESTED with postgres: client and server (install it)',
    isSkipped: false,
  })
  expect(lackOf(calls, new Map())).toBeNull()
})
