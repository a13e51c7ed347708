import { expect, it } from 'vitest'
import { DAY } from '#contract/limits.ts'
import { type LimitHistory, WITHIN_LIMITS } from './limits.ts'

const limit = (at: number, amount: number | null, isConfirmed = false) => ({
  at,
  request: { kind: 'deposit' as const, period: 'day' as const, amount, isConfirmed },
})
const credit = (at: number, credit: number) => ({ at, credit })
const holds = (...history: LimitHistory) => WITHIN_LIMITS.holds(history)

it('deposits may use up a limit, but not exceed it (R586)', () => {
  expect(holds(limit(0, 500), credit(1, 300), credit(2, 200))).toBe(true)
  expect(holds(limit(0, 500), credit(1, 300), credit(2, 201))).toBe(false)
})

it('a deposit counts towards the daily limit for 24 hours, even across midnight (R586)', () => {
  expect(holds(limit(0, 500), credit(1, 500), credit(DAY, 1))).toBe(false)
  expect(holds(limit(0, 500), credit(1, 500), credit(DAY + 1, 500))).toBe(true)
})

it('a deposit counts even if the clock of the server that credited it is ahead (R586)', () => {
  expect(holds(limit(0, 500), credit(2_000, 300), credit(1_000, 201))).toBe(false)
})

it('a limit may be lowered below the amount already credited, but then nothing more may be credited (R586)', () => {
  expect(holds(credit(0, 900), limit(1, 500))).toBe(true)
  expect(holds(credit(0, 900), limit(1, 500), credit(2, 1))).toBe(false)
})

it.each([
  ['24 hours later', [limit(DAY, 900, true)]],
  ['almost 8 days later', [limit(8 * DAY - 1, 900, true)]],
])('a requested higher limit takes effect if it is confirmed %s (R587)', (_, requests) => {
  expect(holds(limit(0, 500), limit(0, 900), ...requests, credit(9 * DAY, 900))).toBe(true)
})

it.each([
  ['too early', [limit(DAY - 1, 900, true)]],
  ['8 days later', [limit(8 * DAY, 900, true)]],
  ['without a confirmation', [limit(DAY, 900)]],
  ['after a request for another amount', [limit(1, 901), limit(DAY, 900, true)]],
  ['after a request for the present amount', [limit(1, 500), limit(DAY, 900, true)]],
])('a requested higher limit does not take effect if it is requested again %s (R587)', (_, requests) => {
  expect(holds(limit(0, 500), limit(0, 900), ...requests, credit(9 * DAY, 900))).toBe(false)
})

it('a limit stays in force until its removal is confirmed (R587)', () => {
  expect(holds(limit(0, 500), limit(0, null), credit(DAY, 501))).toBe(false)
  expect(holds(limit(0, 500), limit(0, null), limit(DAY, null, true), credit(DAY, 501))).toBe(true)
})
