import { describe, expect, it } from 'vitest'
import { evidenceOf, type Reading } from '#contract/evidence.ts'

const row = (amount: number) => ({
  statementType: 'transfer',
  status: 'SUCCESS',
  from: 'WALLET',
  to: 'pg',
  amount,
  createdAt: '2026-11-21T08:02:00.000Z',
})
const newest = [row(3), row(2), row(1)]
const now = (rows: number): Reading => ({ main: 900, games: 300, rows, newest })
const before = { main: 1_000, games: 200, rows: 10 }

describe('what can be seen of a change without an answer', () => {
  it('has the differences of the main wallet and the games, in satang (R385)', () => {
    expect(evidenceOf(before, now(10)).change).toEqual({ main: -100, games: 100 })
  })

  it.each([
    [10, []],
    [11, [row(3)]],
    [12, [row(3), row(2)]],
    [40, newest],
    // rows may go, where a backend keeps only the last ones
    [9, []],
  ])('has the rows of the statement since then: %i rows in all (R385)', (rows, expected) => {
    expect(evidenceOf(before, now(rows)).rows).toEqual(expected)
  })

  it('has no differences and the newest rows if nothing is known from before (R385)', () => {
    expect(evidenceOf(null, now(11))).toEqual({ main: 900, change: null, rows: newest, own: null })
  })

  it('has what the flow reads itself (R385)', () => {
    const own = { of: 'refund', amount: 500 } as const
    expect(evidenceOf(before, { ...now(10), own }).own).toEqual(own)
  })
})
