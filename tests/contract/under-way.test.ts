import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readable } from '#contract/rows.ts'
import { isUnderWay, UnderWayList } from '#contract/under-way.ts'
import { WalletOverview } from '#contract/wallet.ts'

const AT = '2026-01-02T03:00:00.000Z'
const wire = { kind: 'withdraw', status: 'PENDING', amount: 100.5, createdAt: AT }
const read = { kind: 'withdraw', status: 'PENDING', amount: 10_050, createdAt: AT }
const parse = (list: unknown) => readable(v.parse(UnderWayList, list))

describe('the list of pending payments', () => {
  it('is read with amounts in satang (R597)', () => {
    expect(parse([wire])).toEqual([read])
  })

  it.each([undefined, null, 'much', -1])('keeps a row without its amount if the amount is %j (R597)', (amount) => {
    const [row] = parse([{ ...wire, amount }])
    expect(row).toMatchObject({ kind: 'withdraw', createdAt: AT })
    expect(row?.amount).toBeUndefined()
  })

  it.each([
    ['kind', 'cheque'],
    ['status', 'LOST'],
    ['createdAt', 7],
  ])('leaves out a row whose %s is %j, and keeps the others (R302, R597)', (field, value) => {
    expect(parse([{ ...wire, [field]: value }, wire])).toEqual([read])
  })

  it.each([
    ['qr', 'SUCCESS', 0],
    ['held', 'FAILED', 0],
    ['qr', 'PENDING', 1],
    ['slip', 'FAILED', 1],
    ['withdraw', 'SUCCESS', 1],
  ])('keeps or drops a row by its kind and status: %s, %s → %i rows (R597)', (kind, status, count) => {
    expect(parse([{ ...wire, kind, status }])).toHaveLength(count)
  })

  it('includes the payment deadline of a QR code (R597)', () => {
    expect(parse([{ ...wire, kind: 'qr', expiresAt: AT }])).toEqual([{ ...read, kind: 'qr', expiresAt: AT }])
  })

  it.each([
    [undefined, undefined],
    [null, []],
    ['none', undefined],
    [[], []],
    [[wire], [read]],
  ])('sent as %j in a wallet reply is read as %j (R597)', (underWay, list) => {
    const overview = v.parse(WalletOverview, { wallet: { amount: 1 }, slots: [], underWay })
    expect(overview.underWay).toEqual(list)
  })
})

describe('a list of payments', () => {
  it.each([
    [undefined, false],
    [[], false],
    [['SUCCESS', 'FAILED'], false],
    [['SUCCESS', 'PENDING'], true],
  ] as const)('with the states %j counts as pending: %j (R598)', (states, expected) => {
    const list = states?.map((status) => ({ kind: 'slip' as const, status, createdAt: AT }))
    expect(isUnderWay(list)).toBe(expected)
  })
})
