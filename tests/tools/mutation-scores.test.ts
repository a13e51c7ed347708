import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOMS } from '#tests/mutation/rooms.ts'
import { readScores, type Score, staleIn, worse } from '#tests/mutation/scores.ts'

const scores = Object.entries(readScores())

test('every injected fault that no test notices has a documented reason', () => {
  const unexplained = scores.flatMap(([file, { missed }]) =>
    Object.keys(missed)
      .filter((words) => missed[words] === '')
      .map((words) => `${file}: ${words}`),
  )
  expect(unexplained).toEqual([])
})

test('every file into which faults are injected has a score', () => {
  const files = globSync(Object.values(ROOMS).flat()).sort()
  expect(
    scores.map(([file]) => file),
    'a new file needs a line in tests/mutation/scores.json: { "noticed": 0, "of": 0, "missed": {} }',
  ).toEqual(files)
})

test('the record of every missed fault quotes a line that is still in its file', () => {
  expect(scores.flatMap(([file, score]) => staleIn(file, score).map((words) => `${file}: ${words}`))).toEqual([])
})

test('the record of a missed fault is stale once its line has changed', () => {
  const missed = { "import { expect, test } from 'vitest' ⇒ CallExpression: ;": '', 'gone ⇒ CallExpression: ;': '' }
  expect(staleIn('tests/tools/mutation-scores.test.ts', { noticed: 0, of: 2, missed })).toEqual([
    'gone ⇒ CallExpression: ;',
  ])
})

const scoreOf = (noticed: number, of: number): Score => ({ noticed, of, missed: {} })

test.each([
  { before: scoreOf(0, 0), now: scoreOf(2, 3) },
  { before: scoreOf(3, 4), now: scoreOf(2, 3) },
  { before: scoreOf(1, 1), now: scoreOf(0, 1) },
])(
  'noticing $now.noticed of $now.of faults is worse than noticing $before.noticed of $before.of',
  ({ before, now }) => {
    expect(worse({ file: before }, { file: now })).toEqual([
      `file: ${now.noticed} of ${now.of} faults are noticed; before, it was ${before.noticed} of ${before.of}`,
    ])
  },
)

test.each([
  { before: scoreOf(0, 0), now: scoreOf(0, 0) },
  { before: scoreOf(0, 0), now: scoreOf(3, 3) },
  { before: scoreOf(2, 3), now: scoreOf(4, 6) },
  { before: scoreOf(2, 3), now: scoreOf(0, 0) },
])(
  'noticing $now.noticed of $now.of faults is not worse than noticing $before.noticed of $before.of',
  ({ before, now }) => {
    expect(worse({ file: before }, { file: now })).toEqual([])
  },
)
