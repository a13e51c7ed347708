import AES from 'crypto-js/aes.js'
import utf8 from 'crypto-js/enc-utf8.js'
import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type BankAccount, type DepositWays, needsEnglishName } from '#contract/deposit.ts'
import { Credentials, canPlay, PASSWORD_LOGINS, passwordLogin, USER_LOGINS, userLogin } from '#contract/game.ts'
import { GIFT_KEY, giftCalls, giftWallet } from '#contract/gift-link.ts'
import en from '#locales/en.json'
import la from '#locales/la.json'
import th from '#locales/th.json'
import { openGift } from '#server/domain/gift-link.ts'
import { clearCredentials, credentialsFor, holdCredentials } from '#src/lib/game-secret.ts'
import { sealGift } from '#src/lib/seal-gift.ts'
import { thaiOwn } from '#tests/kit/samples/deposit.ts'
import { GIFT } from '#tests/kit/samples/gift.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  clearCredentials()
})

describe('the warning to use an English account name', () => {
  const own = (code: string | undefined, bankAccountName: string): BankAccount => ({
    ...thaiOwn,
    bankAccountName,
    bank: { ...(code !== undefined && { code }), nameTH: '' },
  })
  const to = (bankCode = 'KBANK', mode = 'AUTO') => ({ bankCode, mode })

  test.each(['KTB', 'TMB', 'BBL'])('is shown for a transfer from %s to KBANK in AUTO mode (R111, D-43)', (code) => {
    expect(needsEnglishName(to(), own(code, 'ใจดี มีสุข'))).toBe(true)
    expect(needsEnglishName(to(), own(code, 'JAIDEE มีสุข'))).toBe(true)
    expect(needsEnglishName(to(), own(code, ''))).toBe(true)
    expect(needsEnglishName(to(), own(code, 'Jaidee Meesuk'))).toBe(false)
  })

  test.each([
    ['a member with an account at another bank', to(), own('SCB', 'ใจดี')],
    ['a member whose bank is unknown', to(), own(undefined, 'ใจดี')],
    ['a member whose account is unknown', to(), null],
    ['a transfer to another bank', to('SCB'), thaiOwn],
    ['a transfer that is not recognised automatically', to('KBANK', 'SMS'), thaiOwn],
  ])('is not shown for %s (R111)', (_, bank, account) => expect(needsEnglishName(bank, account)).toBe(false))
})

describe('a gift link', () => {
  const wallets = (...all: [string, string][]): Pick<DepositWays, 'wallets'> => ({
    wallets: all.map(([walletAccountName, mode]) => ({ walletAccountName, mode })),
  })

  test('is sent with the name of the first wallet in AUTO mode, or of the first wallet if none is in that mode (R166, D-42)', () => {
    expect(giftWallet(wallets(['A', 'SMS'], ['B', 'AUTO'], ['C', 'AUTO']))).toBe('B')
    expect(giftWallet(wallets(['A', 'SMS'], ['B', 'SMS']))).toBe('A')
    expect(giftWallet(wallets())).toBeNull()
  })

  test('is sent as "link::account", encrypted with a passphrase and encoded in base64 (R339, D-42)', () => {
    const sealed = sealGift(GIFT, 'KRAPAO ฿')
    expect(Buffer.from(sealed, 'base64').subarray(0, 8).toString()).toBe('Salted__')
    expect(AES.decrypt(sealed, GIFT_KEY).toString(utf8)).toBe(`${GIFT}::KRAPAO ฿`)
    expect(sealed).not.toBe(sealGift(GIFT, 'KRAPAO ฿'))
  })

  test('can be decrypted only with the build’s key (R339, D-42, D-51)', () => {
    vi.stubEnv('VITE_TRUELINK_KEY', 'another')
    expect(openGift(sealGift(GIFT, 'A::B'), 'another').account).toBe('B')
    expect(() => openGift(sealGift(GIFT, 'A'), GIFT_KEY)).toThrow('TRUELINK_INVALID')
  })

  test('has its amount converted from baht to satang when the reply is parsed (R338, R515)', () => {
    const { input, reply } = giftCalls['wallet.truelink']
    expect(v.parse(reply, { amount: 2.5 })).toEqual({ amount: 250 })
    expect(v.is(reply, {})).toBe(true)
    for (const link of ['', null, 5, 'x'.repeat(4001)]) expect(v.is(input, { link })).toBe(false)
  })
})

test.each([
  ['th', th],
  ['la', la],
  ['en', en],
])(
  'the %s texts request a slip within 1 hour and promise the credit within 1 minute (R20, R21, R516, R517)',
  (_, texts) => {
    const numbers = [texts.slip.within, texts.qr.creditTime].map((text) => text.match(/\d+/g))
    expect(numbers).toEqual([['1'], ['1']])
  },
)

describe('the ways to open a game', () => {
  test('include an automatic login at eleven providers, six of them with a password (R357, R358)', () => {
    expect(USER_LOGINS).toEqual(['pg', 'betflix', 'areaslot', 'joker2', 'huayhd'])
    expect(PASSWORD_LOGINS).toEqual(['askmebet', 'imi', 'usun', 'circus', 'slotracha', 'pgslot'])
    for (const code of USER_LOGINS) expect([userLogin(code), passwordLogin(code)]).toEqual([code, undefined])
    for (const code of PASSWORD_LOGINS) expect([userLogin(code), passwordLogin(code)]).toEqual([undefined, code])
    for (const code of ['', 'PG', 'lotto', 'toString']) expect(userLogin(code) ?? passwordLogin(code)).toBeUndefined()
  })

  test('are a form, an automatic login or a web address, and a game with none of them cannot be played (R119, D-27)', () => {
    expect(canPlay({ code: 'lotto', web: null }, false)).toBe(false)
    expect(canPlay({ code: 'lotto', web: null }, true)).toBe(true)
    expect(canPlay({ code: 'lotto', web: 'https://game.example' }, false)).toBe(true)
    for (const code of ['pg', 'askmebet']) expect(canPlay({ code, web: null }, false)).toBe(true)
  })

  test('require a username and a password, while the form is optional and is ignored if it is malformed (R163, D-26)', () => {
    const both = { username: 'u', password: 'p' }
    const event = { action: 'https://game.example', method: 'POST', fields: { a: 'b' } }
    for (const more of [{}, { event: null }, { event }]) expect(v.is(Credentials, { ...both, ...more })).toBe(true)
    expect(v.is(Credentials, { ...both, password: null })).toBe(false)
    const odd = { ...both, event: { ...event, fields: { a: 1 } } }
    expect(v.parse(Credentials, odd)).toEqual({ ...both, event: null })
  })
})

describe('the game credentials that the page keeps in memory', () => {
  const credentials = { username: 'u', password: 'p' }

  test('belong only to the open game (R117)', () => {
    expect(credentialsFor('pg')).toEqual({ username: '', password: '' })
    holdCredentials('pg', credentials)
    expect([credentialsFor('pg'), credentialsFor('imi').password]).toEqual([credentials, ''])
    holdCredentials('imi', { ...credentials, password: 'q' })
    expect([credentialsFor('pg').password, credentialsFor('imi').password]).toEqual(['', 'q'])
  })

  test('are removed when the game closes (R117)', () => {
    holdCredentials('pg', credentials)
    clearCredentials()
    expect(credentialsFor('pg').password).toBe('')
  })
})
