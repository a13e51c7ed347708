import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { giftWallet } from '#contract/gift-link.ts'
import { readable, rows, unreadRows } from '#contract/rows.ts'
import { slices } from '#tests/kit/samples/spin.ts'
import { slipOf, statementRow } from '#tests/kit/samples/statement.ts'

const AT = '2026-01-02T03:04:05.000Z'
const deposit = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'ก', nameEN: 'k' },
  bankAccountName: 'A',
  bankAccountNo: '1234567890',
}
const bonus = { code: 'A', type: 'day', percentFail: 50, banners: [] }
const coupon = { prize: { name: 'w', slice: { ...slices[0] } }, amount: 2 }
/** The contract's lists: a valid row, the path to the list in the reply, and a function that wraps a list in a reply. */
const LISTS: [CallName, object, string, (list: unknown[]) => unknown][] = [
  ['statement.list', { ...statementRow(), amount: 1 }, 'statements', (statements) => ({ total: 3, statements })],
  ['statement.slips', { ...slipOf(), amount: 1 }, 'slips', (slips) => ({ slips })],
  ['invite.list', { from: { name: 'n' }, amount: 1, createdAt: AT }, 'invites', (invites) => ({ invites })],
  ['refund.list', { refundAmount: 1, createdAt: AT }, 'refunds', (refunds) => ({ refunds })],
  ['refund.list', { refundAmount: 1, createdAt: AT }, 'refunds', (refunds) => refunds],
  ['bonus.list', bonus, '', (list) => list],
  ['spin.coupons', coupon, '', (list) => list],
  ['lookup.banks', { code: 'KBANK', nameTH: 'ก' }, '', (list) => list],
  ['lookup.sources', { code: 'FB', description: 'x' }, '', (list) => list],
  ['lookup.deposit', deposit, 'banks', (banks) => ({ banks, wallets: [], isManual: true })],
  [
    'lookup.deposit',
    { walletAccountName: 'w', mode: 'AUTO' },
    'wallets',
    (wallets) => ({ banks: [], wallets, isManual: true }),
  ],
  ['invite.banners', { image: 'a', html: 'b' }, '', (list) => list],
]

describe.each(LISTS)('a list of %s', (name, good, field, around) => {
  const listOf = (list: unknown[]) => {
    const reply: unknown = v.parse(calls[name].reply, around(list))
    return { reply, list: (field ? (reply as Record<string, unknown>)[field] : reply) as unknown[] }
  }

  it.each([null, 7, 'text', [], {}])('keeps the readable rows if one row is %j (R302)', (bad) => {
    const { reply, list } = listOf([good, bad, good])
    expect(list.map((row) => row === null)).toEqual([false, true, false])
    expect(unreadRows(reply)).toEqual([field ? `${field}.1` : '1'])
  })

  it('has no entry in the report of unreadable rows if every row is valid (R302)', () => {
    expect(unreadRows(listOf([good, good]).reply)).toEqual([])
    expect(unreadRows(listOf([]).reply)).toEqual([])
  })

  it('is read as empty if it is null (R302)', () => {
    expect(v.parse(calls[name].reply, around(null as never))).toEqual(v.parse(calls[name].reply, around([])))
  })

  it.each([7, 'text', {}])('is refused if it is %j (R302)', (list) => {
    expect(v.is(calls[name].reply, around(list as never))).toBe(false)
  })
})

describe.each([
  ['statement.list', { ...statementRow() }, 'amount', (row: unknown) => ({ total: 1, statements: [row] })],
  ['statement.slips', { ...slipOf() }, 'amount', (row: unknown) => ({ slips: [row] })],
  ['invite.list', { from: { name: 'n' }, createdAt: AT }, 'amount', (row: unknown) => ({ invites: [row] })],
  ['refund.list', { createdAt: AT }, 'refundAmount', (row: unknown) => ({ refunds: [row] })],
] as const)('an amount in a row of %s', (name, row, field, around) => {
  const read = (amount: unknown) => {
    const [list] = Object.values(v.parse(calls[name].reply, around({ ...row, [field]: amount }))).filter(Array.isArray)
    return list?.[0] as Record<string, unknown> | null | undefined
  }

  it.each([
    [12.345, 1_235],
    [0.30000000000000004, 30],
    [-1e-17, 0],
  ])('is rounded to whole satang if it is %d baht (D-46)', (amount, satang) => {
    expect(read(amount)?.[field]).toBe(satang)
  })

  it.each([-5, -0.01, '12.00', null, undefined, 1e13, '1e3'])(
    'makes the row unreadable if it is %j (D-46)',
    (amount) => {
      expect(read(amount)).toBeNull()
    },
  )
})

it('`readable` returns the readable rows in order', () => {
  const list = v.parse(rows(v.number()), [1, 'x', 2])
  expect(list).toEqual([1, null, 2])
  expect(readable(list)).toEqual([1, 2])
})

it('a gift link is not sent to any wallet if an unreadable wallet may be the automatic one (D-42)', () => {
  const wallet = (name: string, mode: string) => ({ walletAccountName: name, mode })
  expect(giftWallet({ wallets: [null, wallet('a', 'SMS'), wallet('b', 'AUTO')] })).toBe('b')
  expect(giftWallet({ wallets: [wallet('a', 'SMS'), wallet('b', 'SMS')] })).toBe('a')
  expect(giftWallet({ wallets: [wallet('a', 'SMS'), null] })).toBeNull()
  expect(giftWallet({ wallets: [] })).toBeNull()
})

it('the contract reads the deposit methods even if the QR rule is unreadable (D-13)', () => {
  const ways = v.parse(calls['lookup.deposit'].reply, { banks: [], wallets: [], isManual: true, qr: { minimum: 'x' } })
  expect(ways.qr).toBeUndefined()
})
