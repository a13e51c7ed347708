import * as v from 'valibot'
import { expect, test } from 'vitest'
import { minutesIn, timeCheckCalls } from '#contract/time-check.ts'

test.each([
  ['30', 30],
  ['60', 60],
  ['120', 120],
  ['0', null],
  ['45', null],
  ['', null],
  ['60.0', null],
])(
  'the header %j is read as the reminder interval %j (in minutes, null for no reminders) (R590)',
  (header, minutes) => {
    expect(minutesIn(header)).toBe(minutes)
  },
)

test('the time-check calls need a backend that offers them, and setting the interval is repeatable (R595)', () => {
  const { 'timeCheck.set': set, 'timeCheck.visit': visit } = timeCheckCalls
  expect([set.needs, visit.needs, set.repeatable]).toEqual(['timeCheck', 'timeCheck', true])
})

test.each(['0', '1767225600000', '9999999999999'])('the visit call accepts %s as its start (R591)', (since) => {
  expect(v.is(timeCheckCalls['timeCheck.visit'].input, { since })).toBe(true)
})

test.each(['', '-1', '1.5', 'now', '10000000000000'])('the visit call rejects %j as its start (R591)', (since) => {
  expect(v.is(timeCheckCalls['timeCheck.visit'].input, { since })).toBe(false)
})
