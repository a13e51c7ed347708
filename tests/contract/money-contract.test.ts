import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { unreadRows } from '#contract/rows.ts'

/** Returns true if a reply is fully readable, including every row of its list. */
function reply(name: keyof typeof calls, value: unknown): boolean {
  const { success, output } = v.safeParse(calls[name].reply, value)
  return success && unreadRows(output).length === 0
}
const takes = (name: keyof typeof calls, value: unknown) => v.is(calls[name].input, value)
const NO_AMOUNTS = [0, -1, 0.001, 1_000_000_000.01, '5', null, undefined, Number.NaN]

test('a transfer needs a source, a target and an amount, but a transfer of the whole wallet needs only a target (R332, R333)', () => {
  expect(v.parse(calls['wallet.transfer'].input, { from: 'WALLET', to: 'pg', amount: 0.29 })).toMatchObject({
    amount: 29,
  })
  for (const amount of NO_AMOUNTS) expect(takes('wallet.transfer', { from: 'WALLET', to: 'pg', amount })).toBe(false)
  for (const to of ['', 5, null, undefined, 'x'.repeat(65)]) {
    expect(takes('wallet.transfer', { from: 'WALLET', to, amount: 1 })).toBe(false)
    expect(takes('wallet.transfer', { from: to, to: 'WALLET', amount: 1 })).toBe(false)
    expect(takes('wallet.transferAll', { to })).toBe(false)
  }
  expect(takes('wallet.transferAll', { to: 'pg', amount: 5 })).toBe(false)
  expect(reply('wallet.transfer', {})).toBe(true)
  expect(v.parse(calls['wallet.transferAll'].reply, { amount: 0.29 })).toEqual({ amount: 29 })
  expect(reply('wallet.transferAll', {})).toBe(true)
})

test('the two withdrawal calls and wallet.add accept only an amount, and lookup.withdraw requires both limits (R168, R311, R331, R334, R335, D-19, D-20)', () => {
  for (const name of ['wallet.withdraw', 'wallet.withdrawAll', 'wallet.add'] as const) {
    expect(v.parse(calls[name].input, { amount: 100.5 })).toEqual({ amount: 10_050 })
    for (const amount of NO_AMOUNTS) expect(takes(name, { amount }), `${name} ${amount}`).toBe(false)
    expect(takes(name, { amount: 1, to: 'pg' })).toBe(false)
  }
  const limits = { withdrawMin: 100, withdrawMax: 50_000 }
  expect(v.parse(calls['lookup.withdraw'].reply, limits)).toEqual({ withdrawMin: 10_000, withdrawMax: 5_000_000 })
  for (const part of Object.keys(limits)) expect(reply('lookup.withdraw', { ...limits, [part]: null })).toBe(false)
})

test('the statement is requested by page and limit, and its rows have amounts in satang (R175, R176, R177, R359, D-33)', () => {
  expect(takes('statement.list', { page: 1, limit: 10 })).toBe(true)
  for (const wrong of [0, -1, 1.5, 1e308, '1', null, undefined]) {
    expect(takes('statement.list', { page: wrong, limit: 10 })).toBe(false)
    expect(takes('statement.list', { page: 1, limit: wrong })).toBe(false)
  }
  expect(takes('statement.list', { page: 1, limit: 101 })).toBe(false)
  const row = { statementType: 'transfer', status: 'NEW', from: 'WALLET', to: 'A', amount: 0.29, createdAt: 'now' }
  const page = (item: object) => ({ total: 1, statements: [item] })
  expect(v.parse(calls['statement.list'].reply, page(row))).toEqual(page({ ...row, amount: 29 }))
  for (const link of ['bonus', 'promotion', 'invite', 'refund', 'luckydraw']) {
    for (const none of [null, undefined, { description: '' }])
      expect(reply('statement.list', page({ ...row, [link]: none })), link).toBe(true)
    for (const wrong of [{}, '', { description: null }])
      expect(reply('statement.list', page({ ...row, [link]: wrong })), link).toBe(false)
  }
  for (const part of Object.keys(row))
    expect(reply('statement.list', page({ ...row, [part]: undefined })), part).toBe(false)
  for (const total of [-1, 1.5, '3', null, undefined])
    expect(v.parse(calls['statement.list'].reply, { total, statements: [] })).toEqual({ total: null, statements: [] })
  expect(calls['statement.list'].kind).toBe('read')
})
