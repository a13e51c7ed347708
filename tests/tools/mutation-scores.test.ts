import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readScores } from '#tests/mutation/scores.ts'

const scores = Object.entries(readScores())

test('every fault that no test notices has a reason', () => {
  const unexplained = scores.flatMap(([file, { missed }]) =>
    Object.keys(missed)
      .filter((words) => missed[words] === '')
      .map((words) => `${file}: ${words}`),
  )
  expect(unexplained).toEqual([])
})

test('every file of the contract and every machine has a score', () => {
  const files = globSync(['contract/*.ts', 'machines/*.ts', 'machines/lib/*.ts']).sort()
  expect(scores.map(([file]) => file).filter((file) => !file.startsWith('server/'))).toEqual(files)
})
