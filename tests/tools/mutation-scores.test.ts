import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOMS } from '#tests/mutation/rooms.ts'
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

test('every file into which faults are injected has a score', () => {
  const files = globSync(Object.values(ROOMS).flat()).sort()
  expect(scores.map(([file]) => file)).toEqual(files)
})
