import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { asFailure, IDENTITY_TEXT, verdictOf } from '#contract/failure.ts'
import { isGone, SiteActive } from '#contract/lookup.ts'
import { unreadRows } from '#contract/rows.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { refused } from '#tests/kit/samples/failures.ts'

/** Returns true if a reply is fully readable, including every row of its list. */
function reply(name: keyof typeof calls, value: unknown): boolean {
  const { success, output } = v.safeParse(calls[name].reply, value)
  return success && unreadRows(output).length === 0
}

describe('the meaning of a reply', () => {
  test.each([
    { message: 'gone' },
    { code: 'gone' },
    { code: 'UNAUTHORIZED', message: 'gone' },
    { code: 'gone', message: 'invalid-token' },
  ])('is “the site has shut down” for %o, even in reply to a login (R386, R391)', (fields) => {
    expect(verdictOf(fields, { isError: true, isLogin: false })).toBe('gone')
    expect(verdictOf(fields, { isError: true, isLogin: true })).toBe('gone')
  })

  test.each([
    { message: 'invalid-token' },
    { code: 'MONEY_NOT_ENOUGH', message: 'invalid-token' },
    { code: 'UNAUTHORIZED' },
    { code: 'EXPIRED_AUTH_TOKEN' },
    { message: 'ไม่สามารถยืนยันตัวตนได้' },
    { code: 'NO_USER', message: 'ไม่สามารถยืนยันตัวตนได้' },
  ])(
    'is “the session has ended” for %o, except in reply to a login, because the login page shows the failure inline (R387, R390, D-32)',
    (fields) => {
      expect(verdictOf(fields, { isError: true, isLogin: false })).toBe('signedOut')
      expect(verdictOf(fields, { isError: true, isLogin: true })).toBeNull()
    },
  )

  test.each([
    {},
    { code: 'MONEY_NOT_ENOUGH', message: 'MONEY_NOT_ENOUGH' },
    { message: 'Gone' },
    { message: 'the site is gone' },
    { message: `${IDENTITY_TEXT} 1` },
    { code: 401, message: 5 },
    { code: 'WRONG_CREDENTIAL' },
    { code: 'INACTIVE_USER' },
  ])('is neither “the site has shut down” nor “the session has ended” for %o (R388, R389)', (fields) =>
    expect(verdictOf(fields, { isError: true, isLogin: false })).toBeNull(),
  )

  test('is “the outcome is unknown” for an error that is not a valid failure object (R508)', () => {
    expect(asFailure(refused('NO_DATA'))).toEqual(refused('NO_DATA'))
    for (const error of [new Error('refused'), null, 'refused', { kind: 'refused' }, { ...refused('X'), kind: 'x' }])
      expect(asFailure(error)).toMatchObject({ kind: 'unknown' })
  })
})

describe('the contract for lookups', () => {
  test.each([
    ['gone', true],
    ['', false],
    ['GONE', false],
    [null, false],
    [undefined, false],
  ])('treats a site status with `terminated` %j as shut down: %s (R76, R314)', (terminated, expected) => {
    expect(isGone(v.parse(SiteActive, { terminated }))).toBe(expected)
  })

  test.each(['registerOTP', 'enableChatWidget'] as const)(
    'accepts any of three shapes for the flag %s (R151, R152, R315, R316, D-29)',
    (name) => {
      const parse = (value: unknown) => v.parse(calls[`lookup.${name}`].reply, value)
      for (const flag of [true, false])
        for (const shape of [flag, { [name]: flag }, { active: flag }]) expect(parse(shape)).toBe(flag)
      for (const shape of [null, 'true', 1, {}, { [name]: 'true' }, { active: 1 }, { other: true }])
        expect(() => parse(shape)).toThrow()
    },
  )

  test('requires a name in lookup.info and accepts a website (R148, R308)', () => {
    expect(reply('lookup.info', { name: 'krapao', website: 'https://example.com' })).toBe(true)
    expect(reply('lookup.info', { website: 'https://example.com' })).toBe(false)
  })

  test('accepts a contact even if any of its three LINE fields is missing (R149, R310)', () => {
    const line = { lineLink: 'https://example.com', lineName: '@a', lineQR: '/a.svg' }
    expect(reply('lookup.contact', { contactText: '<p>1</p>', ...line })).toBe(true)
    for (const part of ['lineLink', 'lineName', 'lineQR'] as const)
      for (const none of [null, undefined])
        expect(reply('lookup.contact', { contactText: '', ...line, [part]: none }), part).toBe(true)
    for (const wrong of [null, 'text']) expect(reply('lookup.contact', wrong)).toBe(false)
  })

  test('requires the bonus notice to be a string (R154, R309)', () => {
    expect(reply('lookup.notice', '{{percentFail}}')).toBe(true)
    for (const wrong of [null, 1, { notice: '' }, ['']]) expect(reply('lookup.notice', wrong)).toBe(false)
  })

  test('requires code and nameTH in a bank, and code and description in a referral source (R144, R145, R304, R313)', () => {
    for (const [name, part] of [
      ['lookup.banks', 'nameTH'],
      ['lookup.sources', 'description'],
    ] as const) {
      expect(reply(name, [])).toBe(true)
      expect(reply(name, [{ code: 'A', [part]: 'ก' }])).toBe(true)
      for (const wrong of [[{ code: 'A' }], [{ [part]: 'ก' }], [{ code: 1, [part]: 'ก' }], {}])
        expect(reply(name, wrong), name).toBe(false)
    }
  })

  test('requires conditions and agreements to be lists of strings (R150, R153, R306, R307)', () => {
    for (const name of ['lookup.conditions', 'lookup.agreements'] as const) {
      expect(reply(name, [])).toBe(true)
      expect(reply(name, ['<p>1</p>', ''])).toBe(true)
      for (const wrong of ['<p>1</p>', [1], { list: [] }]) expect(reply(name, wrong)).toBe(false)
    }
  })

  test('requires banks, wallets and the flag `isManual` in the deposit methods, and converts the QR minimum to satang (R305, R164, R165, R166, D-13)', () => {
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

describe('the contract for registration and profile', () => {
  const person = { name: 'A', username: '0812345678', password: 'x', sourceCode: 'line' }
  const bank = { bankCode: 'SCB', bankAccountName: 'A B', bankAccountNo: '1234567890' }
  const takes = (name: keyof typeof calls, value: unknown) => v.is(calls[name].input, value)

  test('requires the personal data and a bank account in a registration, and accepts an invite code and a currency (R141, R143, R319)', () => {
    const full = { ...person, ...bank }
    expect(v.parse(calls['account.create'].input, full)).toEqual({ ...full, inviteCode: '' })
    for (const currency of ['LAK', 'BAHT']) expect(takes('account.create', { ...full, currency })).toBe(true)
    expect(takes('account.create', { ...full, inviteCode: 'PRabc' })).toBe(true)
    for (const part of Object.keys(full))
      expect(takes('account.create', { ...full, [part]: undefined }), part).toBe(false)
    for (const wrong of [{ currency: 'USD' }, { inviteCode: null }, { coin: 5 }, { name: 1 }])
      expect(takes('account.create', { ...full, ...wrong })).toBe(false)
    expect(reply('account.create', {})).toBe(true)
  })

  test('accepts the personal data for the preliminary check, with or without the bank account, but rejects a currency (R263, R318, D-39)', () => {
    expect(takes('account.validate', person)).toBe(true)
    expect(takes('account.validate', { ...person, ...bank, inviteCode: 'PRabc' })).toBe(true)
    expect(takes('account.validate', { ...person, currency: 'LAK' })).toBe(false)
    for (const part of Object.keys(person))
      expect(takes('account.validate', { ...person, [part]: undefined }), part).toBe(false)
    expect(calls['account.validate'].kind).toBe('read')
  })

  test('requires a phone number to request an SMS code, and a token and the code to verify the phone (R147, R206, R324, R325)', () => {
    expect(takes('otp.send', { phoneNumber: '0812345678' })).toBe(true)
    expect(takes('otp.send', { phoneNumber: 812345678 })).toBe(false)
    expect(reply('otp.send', { otpRef: 'AB3D', otpToken: 't' })).toBe(true)
    expect(reply('otp.send', { code: 'OTP_VERIFIED' })).toBe(true)
    expect(reply('otp.send', { otpToken: 5 })).toBe(false)
    expect(takes('otp.verify', { otpToken: 't', otpCode: '123456' })).toBe(true)
    for (const wrong of [{ otpToken: 't' }, { otpCode: '1' }, { otpToken: 't', otpCode: 123456 }])
      expect(takes('otp.verify', wrong)).toBe(false)
    for (const right of [{}, { code: null }, { code: 'OTP_VERIFIED' }]) expect(reply('otp.verify', right)).toBe(true)
  })

  test('requires all fields of the profile and of the three calls that change it (R146, R320, R321, R322, R323)', () => {
    const profile = { _id: 'a', name: 'A', username: '0812345678' }
    expect(reply('account.profile', profile)).toBe(true)
    expect(reply('account.profile', { ...profile, _id: undefined })).toBe(false)
    const inputs = {
      'account.update': { name: 'A', ...bank },
      'account.rename': { bankCode: 'SCB', bankAccountName: 'A B' },
      'account.password': { oldPassword: 'x', newPassword: 'y' },
    } as const
    for (const [name, input] of Object.entries(inputs) as [keyof typeof inputs, object][]) {
      expect(takes(name, input), name).toBe(true)
      expect(takes(name, { ...input, username: '1' }), name).toBe(false)
      for (const part of Object.keys(input)) expect(takes(name, { ...input, [part]: undefined }), part).toBe(false)
    }
  })
})

describe('the contract for logging in', () => {
  test('accepts a phone number, a password and an optional remember flag, and requires a token in the reply (R317)', () => {
    const { input } = calls['account.login']
    expect(v.parse(input, { username: '0812345678', password: 'x' })).toMatchObject({ remember: false })
    expect(v.is(input, { username: '0812345678', password: 'x', remember: true })).toBe(true)
    for (const wrong of [{ username: '1' }, { password: '1' }, { username: 1, password: '1' }])
      expect(v.is(input, wrong)).toBe(false)
    expect(reply('account.login', { token: 't' })).toBe(true)
    for (const wrong of [{}, { token: '' }, { token: null }, 't']) expect(reply('account.login', wrong)).toBe(false)
    expect(calls['account.login'].secret).toBe(true)
  })

  test('lets a visitor only log in or out, register, reset a forgotten password and use lookups (R292, R294)', () => {
    const open = Object.entries(calls)
      .filter(([, call]) => call.access === 'anyone')
      .map(([name]) => name)
    expect(open.sort()).toEqual([
      'account.create',
      'account.login',
      'account.logout',
      'account.passkey',
      'account.validate',
      'lookup.active',
      'lookup.banks',
      'lookup.conditions',
      'lookup.contact',
      'lookup.enableChatWidget',
      'lookup.info',
      'lookup.registerOTP',
      'lookup.sources',
      'otp.send',
      'otp.verify',
      'passkey.challenge',
      'recover.password',
      'recover.send',
      'recover.verify',
    ])
  })
})
