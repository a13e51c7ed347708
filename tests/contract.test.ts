import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { asFailure, IDENTITY_TEXT, verdictOf } from '#contract/failure.ts'
import { isGone, lookupCalls, SiteActive } from '#contract/lookup.ts'
import { creditOf, SHELVES, shelfOf, totalOf } from '#contract/wallet.ts'
import { ways } from './models/fixtures/deposit.ts'
import { refused } from './models/fixtures/failures.ts'
import { overview, slot } from './models/fixtures/wallet.ts'

const reply = (name: keyof typeof calls, value: unknown) => v.is(calls[name].reply, value)

describe('what a reply means for the session', () => {
  test.each([
    { message: 'gone' },
    { code: 'gone' },
    { code: 'UNAUTHORIZED', message: 'gone' },
    { code: 'gone', message: 'invalid-token' },
  ])('R386 R391 %o is gone first of all, for a login too', (fields) => {
    expect(verdictOf(fields, false)).toBe('gone')
    expect(verdictOf(fields, true)).toBe('gone')
  })

  test.each([
    { message: 'invalid-token' },
    { code: 'MONEY_NOT_ENOUGH', message: 'invalid-token' },
    { code: 'UNAUTHORIZED' },
    { code: 'EXPIRED_AUTH_TOKEN' },
    { message: 'ไม่สามารถยืนยันตัวตนได้' },
    { code: 'NO_USER', message: 'ไม่สามารถยืนยันตัวตนได้' },
  ])('R387 R390 D-32 %o signs out, but stays inline as the answer to a login', (fields) => {
    expect(verdictOf(fields, false)).toBe('signedOut')
    expect(verdictOf(fields, true)).toBeNull()
  })

  test.each([
    {},
    { code: 'MONEY_NOT_ENOUGH', message: 'MONEY_NOT_ENOUGH' },
    { message: 'Gone' },
    { message: 'the site is gone' },
    { message: `${IDENTITY_TEXT} 1` },
    { code: 401, message: 5 },
    { code: 'WRONG_CREDENTIAL' },
    { code: 'INACTIVE_USER' },
  ])('R388 R389 %o says nothing about the session', (fields) => expect(verdictOf(fields, false)).toBeNull())

  test('R508 what is no failure of ours counts as unknown', () => {
    expect(asFailure(refused('NO_DATA'))).toEqual(refused('NO_DATA'))
    for (const error of [new Error('refused'), null, 'refused', { kind: 'refused' }, { ...refused('X'), kind: 'x' }])
      expect(asFailure(error)).toMatchObject({ kind: 'unknown' })
  })
})

describe('lookups', () => {
  test.each([
    ['gone', true],
    ['', false],
    ['GONE', false],
    [null, false],
    [undefined, false],
  ])('R76 R314 terminated %j: %s', (terminated, expected) => {
    expect(isGone(v.parse(SiteActive, { terminated }))).toBe(expected)
  })

  test.each(['registerOTP', 'enableChatWidget'] as const)('R151 R152 R315 R316 D-29 %s in its three shapes', (name) => {
    const parse = (value: unknown) => v.parse(lookupCalls[`lookup.${name}`].reply, value)
    for (const flag of [true, false])
      for (const shape of [flag, { [name]: flag }, { active: flag }]) expect(parse(shape)).toBe(flag)
    for (const shape of [null, 'true', 1, {}, { [name]: 'true' }, { active: 1 }, { other: true }])
      expect(() => parse(shape)).toThrow()
  })

  test('R148 R308 info has name and website', () => {
    expect(reply('lookup.info', { name: 'krapao', website: 'https://example.com' })).toBe(true)
    expect(reply('lookup.info', { name: 'krapao' })).toBe(false)
    expect(reply('lookup.info', { website: 'https://example.com' })).toBe(false)
  })

  test('R150 R153 R306 R307 conditions and agreements are lists of texts', () => {
    for (const name of ['lookup.conditions', 'lookup.agreements'] as const) {
      expect(reply(name, [])).toBe(true)
      expect(reply(name, ['<p>1</p>', ''])).toBe(true)
      for (const wrong of ['<p>1</p>', [1], { list: [] }, null]) expect(reply(name, wrong)).toBe(false)
    }
  })

  test('R305 R164 R165 R166 D-13 the ways to deposit', () => {
    const { qr: _, ...plain } = ways
    const bank = { ...plain.banks[0], currency: 'LAK' }
    const full = { ...plain, banks: [bank], wallets: [{ walletAccountName: 'A', mode: 'AUTO' }] }
    expect(reply('lookup.deposit', full)).toBe(true)
    expect(v.parse(calls['lookup.deposit'].reply, { ...full, qr: { minimum: 10, minutes: 15 } })).toMatchObject({
      qr: { minimum: 1_000, minutes: 15 },
    })
    for (const part of ['banks', 'wallets', 'isManual'])
      expect(reply('lookup.deposit', { ...full, [part]: undefined })).toBe(false)
    for (const part of Object.keys(bank).filter((key) => key !== 'currency'))
      expect(reply('lookup.deposit', { ...full, banks: [{ ...bank, [part]: undefined }] }), part).toBe(false)
  })
})

describe('login', () => {
  test('R317 takes phone, password and remember, and answers a token', () => {
    const { input } = calls['account.login']
    expect(v.parse(input, { username: '0812345678', password: 'x' })).toMatchObject({ remember: false })
    expect(v.is(input, { username: '0812345678', password: 'x', remember: true })).toBe(true)
    for (const wrong of [{ username: '1' }, { password: '1' }, { username: 1, password: '1' }])
      expect(v.is(input, wrong)).toBe(false)
    expect(reply('account.login', { token: 't' })).toBe(true)
    for (const wrong of [{}, { token: '' }, { token: null }, 't']) expect(reply('account.login', wrong)).toBe(false)
    expect(calls['account.login'].secret).toBe(true)
  })

  test('R292 R294 a visitor may only log in and look things up', () => {
    const open = Object.entries(calls)
      .filter(([, call]) => call.access === 'anyone')
      .map(([name]) => name)
    expect(open.sort()).toEqual([
      'account.login',
      'lookup.active',
      'lookup.conditions',
      'lookup.enableChatWidget',
      'lookup.info',
      'lookup.registerOTP',
    ])
  })
})

describe('the wallet', () => {
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
    expect(reply('wallet.get', wire)).toBe(true)
    expect(reply('wallet.get', without(path.split('.'), wire))).toBe(false)
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
    expect(reply('wallet.get', { ...wire, slots: [without([part], wire.slots[0] ?? {})] })).toBe(false)
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

  test('R82 the total counts every game account, the inactive ones too', () => {
    const slots = [
      slot('a', { amount: 1 }),
      slot('b', { amount: 20, isActive: false }),
      slot('c', { amount: 300, category: 'x' }),
    ]
    expect(totalOf({ wallet: { amount: 4_000 }, slots })).toBe(4_321)
  })
})
