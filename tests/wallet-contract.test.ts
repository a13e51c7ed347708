import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { creditOf, SHELVES, shelfOf, totalOf } from '#contract/wallet.ts'
import { overview, slot } from './models/fixtures/wallet.ts'

const isOverview = (value: unknown) => v.is(calls['wallet.get'].reply, value)

const wire = {
  ...overview,
  wallet: { amount: 1500.5 },
  slots: [
    { ...slot('pg'), amount: 820.25 },
    { ...slot('lotto'), amount: 0, web: 'https://example.com', android: 'a', ios: 'i' },
  ],
}
const without = (path: string[], from: object): object =>
  Object.fromEntries(
    Object.entries(from).flatMap(([key, value]) =>
      key !== path[0] ? [[key, value]] : path.length === 1 ? [] : [[key, without(path.slice(1), value)]],
    ),
  )

test('R156 R159 R326 comes in baht and is kept in satang', () => {
  const parsed = v.parse(calls['wallet.get'].reply, wire)
  expect(parsed.wallet.amount).toBe(150_050)
  expect(parsed.slots.map(({ amount }) => amount)).toEqual([82_025, 0])
  expect(totalOf(parsed)).toBe(232_075)
})

test.each([
  'profile.name',
  'profile._id',
  'profile.createdAt',
  'profile.username',
  'profile.coin',
  'bankAccount.bankAccountName',
  'bankAccount.bankAccountNo',
  'bankAccount.bank.nameTH',
  'wallet.amount',
  'invite.amount',
  'invite.success',
  'invite.fail',
  'slots',
])('R157 R158 R159 R160 R161 needs %s', (path) => {
  expect(isOverview(wire)).toBe(true)
  expect(isOverview(without(path.split('.'), wire))).toBe(false)
})

test.each([
  'code',
  'name',
  'category',
  'logo',
  'background',
  'isActive',
  'amount',
  'ftWalletSlot',
  'web',
  'android',
  'ios',
])('R161 R162 a game account needs %s', (part) => {
  expect(isOverview({ ...wire, slots: [without([part], wire.slots[0] ?? {})] })).toBe(false)
})

test('R95 R161 D-44 three shelves: slot; sport and casino; lotto', () => {
  expect(SHELVES).toEqual(['slot', 'sport', 'lotto'])
  const at = (category: string) => shelfOf({ category })
  expect(['slot', 'sport', 'casino', 'lotto', 'something new'].map(at)).toEqual([
    'slot',
    'sport',
    'sport',
    'lotto',
    'slot',
  ])
})

test.each([
  [82_025, 10, 820_250],
  [82_025, 0.5, 41_013],
  [82_025, 1, 82_025],
  [1, 100, 100],
  [0, 10, 0],
  [4_575, 0.1, 458],
])('R96 %i satang times %d is %i', (amount, ftWalletSlot, credit) => {
  expect(creditOf({ amount, ftWalletSlot })).toBe(credit)
})

test('R158 D-43 the bank may say its code, and need not', () => {
  const at = (bank: object) => isOverview({ ...wire, bankAccount: { ...wire.bankAccount, bank } })
  expect([{ code: 'KTB', nameTH: 'กรุงไทย' }, { nameTH: 'กรุงไทย' }, { code: 'KTB' }].map(at)).toEqual([
    true,
    true,
    false,
  ])
})

test('R82 the total counts every game account, the inactive ones too', () => {
  const slots = [
    slot('a', { amount: 1 }),
    slot('b', { amount: 20, isActive: false }),
    slot('c', { amount: 300, category: 'x' }),
  ]
  expect(totalOf({ wallet: { amount: 4_000 }, slots })).toBe(4_321)
})
