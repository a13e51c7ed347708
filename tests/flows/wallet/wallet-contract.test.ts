import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { satang } from '#contract/money.ts'
import {
  balanceOf,
  creditOf,
  fullestGame,
  SHELVES,
  type Slot,
  shelfOf,
  totalOf,
  type UnreadSlot,
  WalletOverview,
} from '#contract/wallet.ts'
import { overview, slot, unreadSlot } from '#tests/kit/samples/wallet.ts'

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

test('money is in baht in the API and in satang in the client (R156, R159, R326)', () => {
  const parsed = v.parse(calls['wallet.get'].reply, wire)
  expect(parsed.wallet.amount).toBe(150_050)
  expect(parsed.slots.map(({ amount }) => amount)).toEqual([82_025, 0])
  expect(totalOf(parsed)).toBe(232_075)
})

test.each(['wallet.amount', 'slots'])('the overview requires %s (R157, R159, R161)', (path) => {
  expect(isOverview(wire)).toBe(true)
  expect(isOverview(without(path.split('.'), wire))).toBe(false)
})

const texts = ({ profile, bankAccount }: v.InferOutput<typeof WalletOverview>) => ({
  ...{ name: profile.name, _id: profile._id, createdAt: profile.createdAt, username: profile.username },
  ...{ bankAccountName: bankAccount.bankAccountName, bankAccountNo: bankAccount.bankAccountNo },
  nameTH: bankAccount.bank.nameTH,
})
const read = texts(v.parse(WalletOverview, wire))
const { profile, bankAccount: account } = wire

it.each([
  [{ name: '' }, { profile: { ...profile, name: null } }],
  [{ _id: '' }, { profile: without(['_id'], profile) }],
  [{ createdAt: '' }, { profile: { ...profile, createdAt: 1_763_712_120_000 } }],
  [{ username: '' }, { profile: { ...profile, username: 66 } }],
  [{ _id: '42' }, { profile: { ...profile, _id: 42 } }],
  [{ name: '', _id: '', createdAt: '', username: '' }, { profile: null }],
  [{ name: '', _id: '', createdAt: '', username: '' }, { profile: undefined }],
  [{ bankAccountName: '' }, { bankAccount: { ...account, bankAccountName: null } }],
  [{ bankAccountNo: '' }, { bankAccount: { ...account, bankAccountNo: 1234567890 } }],
  [{ nameTH: '' }, { bankAccount: { ...account, bank: {} } }],
  [{ nameTH: '' }, { bankAccount: { ...account, bank: null } }],
  [{ bankAccountName: '', bankAccountNo: '', nameTH: '' }, { bankAccount: null }],
  [{ bankAccountName: '', bankAccountNo: '', nameTH: '' }, { bankAccount: undefined }],
])('the client keeps the balances of a wallet with unreadable strings: %j (R157, R158)', (empty, odd) => {
  const parsed = v.parse(WalletOverview, { ...wire, ...odd })
  expect(texts(parsed)).toEqual({ ...read, ...empty })
  expect(totalOf(parsed)).toBe(232_075)
})

it.each([
  ['LAK', 'LAK'],
  ['BAHT', 'BAHT'],
  ['USD', undefined],
  [7, undefined],
  [null, undefined],
])('the client parses the currency %j as %s, and keeps the rest of the wallet (R510)', (currency, expected) => {
  const parsed = v.parse(WalletOverview, { ...wire, bankAccount: { ...wire.bankAccount, currency } })
  expect(parsed.bankAccount.currency).toBe(expected)
  expect(parsed.wallet.amount).toBe(150_050)
})

it.each([
  ['coin', { profile: { ...wire.profile, coin: 2.5 } }],
  ['coin', { profile: { ...wire.profile, coin: '3' } }],
  ['coin', { profile: { ...wire.profile, coin: undefined } }],
  ['invite.amount', { invite: { amount: '5', success: 1, fail: 2 } }],
  ['invite.success', { invite: { amount: 5, success: '1', fail: 2 } }],
  ['invite.fail', { invite: { amount: 5, success: 1 } }],
  ['invite', { invite: 'none' }],
  ['invite', { invite: undefined }],
])('the client reads the wallet even if its %s is unreadable: %j (R157, R160)', (_, odd) => {
  const parsed = v.parse(WalletOverview, { ...wire, ...odd })
  const { coin } = parsed.profile
  expect([coin, ...Object.values(parsed.invite)]).toContain(null)
  expect(parsed.wallet.amount).toBe(150_050)
  expect(parsed.slots).toHaveLength(2)
})

it('the client keeps every readable field of the invite bonus (R160)', () => {
  const { invite } = v.parse(WalletOverview, { ...wire, invite: { amount: 5.5, success: 'x', fail: 2 } })
  expect(invite).toEqual({ amount: 550, success: null, fail: 2 })
})

/** Parses an overview whose first game account is `raw`. The result contains the parsed account as `first`. */
const first = (raw: object) => {
  const parsed = v.parse(WalletOverview, { ...wire, slots: [raw, wire.slots[1]] })
  return { ...parsed, first: parsed.slots.find(({ code }) => code !== 'lotto') }
}
const [pg = {}] = wire.slots

it.each(['code', 'name'])(
  'the client leaves out a game account without %s, and counts the account as unreadable (R161, R162)',
  (part) => {
    const parsed = first(without([part], pg))
    expect(parsed.first).toBeUndefined()
    expect(parsed.unread).toBe(1)
  },
)

it.each([
  ['category', null, ''],
  ['logo', undefined, ''],
  ['background', 7, ''],
  ['web', undefined, null],
  ['android', 7, null],
  ['ios', undefined, null],
])('the client keeps the balance of a game account whose %s is %j (R161, R162)', (part, odd, shown) => {
  const parsed = first({ ...pg, [part]: odd })
  expect(parsed.first).toMatchObject({ amount: 82_025, [part]: shown })
  expect(parsed.unread).toBe(0)
})

it.each(['isActive', 'amount', 'ftWalletSlot'])(
  'the client shows no balance for a game account without %s, and counts the account as unreadable (R161, R162)',
  (part) => {
    const parsed = first(without([part], pg))
    expect(parsed.first).toMatchObject({ code: 'pg', name: 'pg', amount: null })
    expect(parsed.unread).toBe(1)
  },
)

it.each([
  ['a negative balance', { amount: -5 }],
  ['a negative balance of one satang', { amount: -0.01 }],
  ['a balance that is text', { amount: '820.25' }],
  ['no balance', { amount: null }],
  ['a balance that is too large', { amount: 1e12 + 1 }],
  ['a negative factor', { ftWalletSlot: -1 }],
])(
  'the client shows no balance for a game account with %s, and leaves the account out of the total (R161, R162)',
  (_, odd) => {
    const parsed = first({ ...pg, ...odd })
    expect(parsed.first).toMatchObject({ code: 'pg', amount: null })
    expect(parsed.unread).toBe(1)
    expect(totalOf(parsed)).toBe(150_050)
  },
)

it.each([
  ['an empty name', { name: '' }],
  ['a name that is a number', { name: 7 }],
  ['an empty code', { code: '' }],
])('the client leaves out a game account with %s, and counts it as unreadable (R161, R162)', (_, odd) => {
  const parsed = first({ ...pg, ...odd })
  expect(parsed.first).toBeUndefined()
  expect(parsed.unread).toBe(1)
})

it('the client keeps the category and pictures of a game account whose balance is unreadable (R161)', () => {
  const { category, logo, background } = wire.slots[0] ?? {}
  expect(first({ ...pg, amount: -5 }).first).toEqual({
    code: 'pg',
    name: 'pg',
    category,
    logo,
    background,
    amount: null,
  })
})

it.each([
  ['a third decimal', 12.345, 1_235],
  ['float noise', 0.30000000000000004, 30],
  ['float noise below zero', -1e-17, 0],
])('the client rounds a balance with %s to whole satang (R161, D-46)', (_, amount, satang) => {
  const parsed = v.parse(WalletOverview, { ...wire, wallet: { amount }, slots: [{ ...wire.slots[0], amount }] })
  expect(parsed.wallet.amount).toBe(satang)
  expect(parsed.slots.map((slot) => slot.amount)).toEqual([satang])
  expect(parsed.unread).toBe(0)
})

it.each([null, 7, 'pg', [[]], {}])(
  'the client leaves out a game account that is %j, and counts it as unreadable (R161)',
  (row) => {
    const parsed = v.parse(WalletOverview, { ...wire, slots: [row, ...wire.slots, row] })
    expect(parsed.slots.map(({ code }) => code)).toEqual(['pg', 'lotto'])
    expect(parsed.unread).toBe(2)
  },
)

it('the client keeps the first of two game accounts with the same code, and counts the other as unreadable (R161)', () => {
  const [pg, lotto] = wire.slots
  const parsed = v.parse(WalletOverview, { ...wire, slots: [pg, lotto, { ...pg, amount: 1 }] })
  expect(parsed.slots.map(({ code, amount }) => [code, amount])).toEqual([
    ['pg', 82_025],
    ['lotto', 0],
  ])
  expect(parsed.unread).toBe(1)
})

it('the client counts no unreadable accounts if all can be read (R161)', () => {
  expect(v.parse(WalletOverview, wire).unread).toBe(0)
  expect(v.parse(WalletOverview, { ...wire, slots: [] }).unread).toBe(0)
})

it('the client counts a null list of game accounts as one unreadable account (R161)', () => {
  expect(v.parse(WalletOverview, { ...wire, slots: null })).toEqual({
    ...v.parse(WalletOverview, { ...wire, slots: [] }),
    unread: 1,
  })
})

it.each([{}, 'slots', 3])('the client rejects an overview whose list of game accounts is %j (R161)', (slots) => {
  expect(isOverview({ ...wire, slots })).toBe(false)
})

it.each([-5, -0.01, '5', null, Number.NaN])(
  'the client rejects an overview whose main wallet has the balance %j (R159)',
  (amount) => {
    expect(isOverview({ ...wire, wallet: { amount } })).toBe(false)
  },
)

test('game accounts are shown on three shelves: slots, sport with casino, and lotto (R95, R161, D-44)', () => {
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
])('the credit for %i satang with the factor %d is %i (R96)', (amount, ftWalletSlot, credit) => {
  expect(creditOf({ amount: satang(amount), ftWalletSlot })).toBe(credit)
})

test('the bank code in the overview is optional (R158, D-43)', () => {
  const codeIn = (bank: object) =>
    v.parse(WalletOverview, { ...wire, bankAccount: { ...account, bank } }).bankAccount.bank.code
  expect([{ code: 'KTB', nameTH: 'กรุงไทย' }, { nameTH: 'กรุงไทย' }].map(codeIn)).toEqual(['KTB', undefined])
})

test('the total includes every game account, even inactive ones (R82)', () => {
  const slots = [
    slot('a', { amount: satang(1) }),
    slot('b', { amount: satang(20), isActive: false }),
    slot('c', { amount: satang(300), category: 'x' }),
  ]
  expect(totalOf({ wallet: { amount: satang(4_000) }, slots })).toBe(4_321)
})

test('fullestGame returns the open account with the highest balance, or the first of them in a tie (R599)', () => {
  const fullest = (...slots: (Slot | UnreadSlot)[]) => fullestGame({ slots }, satang(2))?.code
  const game = (code: string, amount: number, more: Partial<Slot> = {}) =>
    slot(code, { amount: satang(amount), ...more })
  expect(fullest()).toBeUndefined()
  expect(fullest(game('a', 1))).toBeUndefined()
  expect(fullest(game('a', 1), game('b', 3), game('c', 2))).toBe('b')
  expect(fullest(game('a', 2), game('b', 2))).toBe('a')
  expect(fullest(game('a', 2), game('b', 3))).toBe('b')
  expect(fullest(game('a', 9, { isActive: false }), game('b', 2))).toBe('b')
  expect(fullest(unreadSlot('a'), game('b', 2))).toBe('b')
})

test('the balance stored for the next visit contains the name, the main wallet, the games’ total and the number of missing accounts (D-60)', () => {
  const slots = [slot('a', { amount: satang(20) }), slot('b', { amount: satang(5) })]
  expect(balanceOf({ ...overview, wallet: { amount: satang(100) }, slots, unread: 2 })).toEqual({
    name: overview.profile.name,
    main: 100,
    games: 25,
    unread: 2,
  })
})
