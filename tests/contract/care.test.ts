import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BREAK_LENGTHS, Care, excludes } from '#contract/care.ts'

test('a break of six months or more is a self-exclusion (R574, R578)', () => {
  expect(BREAK_LENGTHS.filter(excludes)).toEqual(['halfYear', 'year', 'fiveYears'])
})

test('a reply offers the known lengths, the shortest first (R576)', () => {
  const none = { deposited: 0, withdrawn: 0, won: 0, lost: 0 }
  const reply = {
    breakUntil: null,
    lengths: ['year', 'decade', 'day', 7, null],
    positions: { day: none, week: none, month: none, all: { ...none, won: 1.5 } },
  }
  const { lengths, positions } = v.parse(Care, reply)
  expect([lengths, positions.all.won]).toEqual([['day', 'year'], 150])
})
