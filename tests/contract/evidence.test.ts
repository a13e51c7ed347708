import { describe, expect, it } from 'vitest'
import { evidenceOf, type Reading } from '#contract/evidence.ts'
import { satang } from '#contract/money.ts'
import { type Slip, slipConclusion } from '#contract/slip.ts'
import { fillEffect, transferEffect, WALLET } from '#contract/transfer.ts'
import { withdrawEffect } from '#contract/withdraw.ts'
import { MOVED, ONCE, UNCHANGED, WITHDRAWN } from '#tests/kit/samples/attempt.ts'

const conclusionOf = (now: Reading, before = ONCE.before) => evidenceOf(before, now).conclusion
const [row] = MOVED.newest
if (!row) throw new Error('no row')
const withRow = (more: Partial<typeof row>): Reading => ({ ...MOVED, newest: [{ ...row, ...more }] })

describe('the evidence about a change whose outcome is unknown', () => {
  it('leads to “the change was made” if exactly the expected effect is visible (R385)', () => {
    expect(conclusionOf(MOVED)).toBe('done')
    expect(conclusionOf({ ...WITHDRAWN, effect: withdrawEffect({ amount: satang(10_000) }) })).toBe('done')
    const back = {
      ...MOVED,
      main: satang(UNCHANGED.main + 10_000),
      games: satang(10_000),
      effect: { main: satang(10_000), games: satang(-10_000), statementType: 'transfer' },
    }
    expect(conclusionOf(back)).toBe('done')
  })

  it('leads to “the change never arrived” if nothing has changed (R385)', () => {
    expect(conclusionOf(UNCHANGED)).toBe('missing')
  })

  it.each<[string, Reading]>([
    ['another amount has left the wallet', { ...MOVED, main: satang(MOVED.main - 1) }],
    ['another amount has reached the games', { ...MOVED, games: satang(30_001) }],
    ['the row has another amount', withRow({ amount: satang(9_999) })],
    ['the row is of another type', withRow({ statementType: 'withdraw' })],
    ['the row says that it failed', withRow({ status: 'FAILED' })],
    ['there are two rows', { ...MOVED, rows: 5, newest: [row, row] }],
    ['the row cannot be read', { ...MOVED, newest: [null] }],
    ['there is no row', { ...MOVED, rows: 3 }],
    ['there is a row and the money has not moved', { ...MOVED, main: UNCHANGED.main, games: UNCHANGED.games }],
    ['only the games have changed', { ...UNCHANGED, games: satang(20_001) }],
    [
      'a game cannot be read and another amount has left the wallet',
      { ...MOVED, main: satang(MOVED.main - 1), games: null },
    ],
    ['a game cannot be read and the wallet has changed without a row', { ...MOVED, games: null, rows: 3 }],
    ['the number of rows is unknown', { ...MOVED, rows: null }],
    ['the number of rows is unknown and nothing has changed', { ...UNCHANGED, rows: null }],
    ['the effect is unknown', { ...MOVED, effect: null }],
    ['the effect is unknown and nothing has changed', { ...UNCHANGED, effect: null }],
  ])('is unclear if %s (R385)', (_, now) => {
    expect(conclusionOf(now)).toBe('unclear')
  })

  it('is unclear if the balances and rows before the change are partly or wholly unknown (R385)', () => {
    const { before } = ONCE
    for (const known of [null, before && { ...before, rows: null }]) expect(conclusionOf(MOVED, known)).toBe('unclear')
  })

  it('depends only on the main wallet and the statement if a game is unreadable (R385)', () => {
    const { before } = ONCE
    expect(conclusionOf({ ...MOVED, games: null })).toBe('done')
    expect(conclusionOf({ ...UNCHANGED, games: null })).toBe('missing')
    expect(conclusionOf(MOVED, before && { ...before, games: null })).toBe('done')
  })

  it('leaves the net change in the games unknown if a game was unreadable before or after the change (R385)', () => {
    const { before } = ONCE
    expect(evidenceOf(before, { ...UNCHANGED, games: null }).change).toEqual({ main: 0, games: null })
    expect(evidenceOf(before && { ...before, games: null }, UNCHANGED).change).toEqual({ main: 0, games: null })
  })

  it('includes the newest rows if the number of rows before or after the change is unknown (R385)', () => {
    const { before } = ONCE
    expect(evidenceOf(before && { ...before, rows: null }, MOVED).rows).toEqual(MOVED.newest)
    expect(evidenceOf(before, { ...MOVED, rows: null }).rows).toEqual(MOVED.newest)
  })
})

it('the expected effect is known for a transfer between the wallet and a game, but not for one between two games (R385)', () => {
  expect(transferEffect({ from: WALLET, to: 'pg', amount: satang(10_000) })).toEqual(MOVED.effect)
  expect(transferEffect({ from: 'pg', to: WALLET, amount: satang(50) })).toMatchObject({ main: 50, games: -50 })
  expect(transferEffect({ from: 'pg', to: 'joker', amount: satang(10_000) })).toBeNull()
})

it('moving the whole main wallet into a game changes both sums by its balance, or is unknown without it', () => {
  const main = satang(10_000)
  const moved = { main: satang(-10_000), games: main, statementType: 'transfer' }
  expect(fillEffect({ main, games: satang(50), rows: 0 })).toEqual(moved)
  expect(fillEffect(null)).toBeNull()
})

describe('the conclusion about a slip whose outcome is unknown', () => {
  const SENT = Date.UTC(2026, 10, 21, 8)
  const at = (seconds: number, zone = 'Z'): Slip => ({
    createdAt: new Date(SENT + seconds * 1000).toISOString().replace('Z', zone),
    amount: satang(0),
    status: 'PENDING',
  })
  it.each([
    { case: 'one slip sent 3 s later', slips: [at(3), at(-3600)], conclusion: 'done' },
    { case: 'only older slips', slips: [at(-3600)], conclusion: 'missing' },
    { case: 'no slips', slips: [], conclusion: 'missing' },
    { case: 'two slips sent within the next minute', slips: [at(60), at(3)], conclusion: 'unclear' },
    { case: 'one slip sent a minute earlier', slips: [at(-60)], conclusion: 'unclear' },
    { case: 'one slip sent an hour later', slips: [at(3600)], conclusion: 'unclear' },
    { case: 'one unreadable slip', slips: [null], conclusion: 'unclear' },
    { case: 'one slip without a time zone', slips: [at(3, '')], conclusion: 'unclear' },
  ])('is “$conclusion” if the list has $case (R336)', ({ slips, conclusion }) => {
    expect(slipConclusion(slips, SENT)).toBe(conclusion)
  })

  it('is “unclear” if the time at which the slip was sent is unknown (R336)', () => {
    expect(slipConclusion([], 0)).toBe('unclear')
  })
})
