import { describe, expect, it, test } from 'vitest'
import { accountName, accountNoOf, canBeNamed, isEnglishName } from '#contract/bank.ts'
import { CURRENCIES } from '#contract/money.ts'
import { bankProblem, passwordProblem, phoneOf, phoneProblem, profileProblem } from '#contract/register.ts'
import en from '#locales/en.json'
import { PASSWORD, typed } from '#tests/kit/samples/register.ts'
import { RULES } from '#tests/kit/samples/settings.ts'

describe('the phone number', () => {
  test.each([
    ['0812345678', null],
    ['081-234-5678', null],
    [' 081 234\u00a05678 ', null],
    ['๐๘๑๒๓๔๕๖๗๘', null],
    ['໐໘໑໒໓໔໕໖໗໘', null],
    ['\u200e0812345678\u202c', null],
    ['08\u200b1234\ufeff5678', null],
    ['', 'empty'],
    [' \t', 'empty'],
    ['-', 'phone'],
    ['081234567', 'phone'],
    ['08123456789', 'phone'],
    ['+66812345678', 'phone'],
    ['(081)2345678', 'phone'],
    ['08123 456x', 'phone'],
    ['๐๘๑๒๓๔๕๖๗', 'phone'],
    ['081234567x', 'digits'],
    ['0812.34567', 'digits'],
    ['０８１２３４５６７８', 'digits'],
    ['٠٨١٢٣٤٥٦٧٨', 'digits'],
    ['😀😀😀😀😀', 'digits'],
  ] as const)('%j is reported as %s, where null means valid (R251)', (text, problem) => {
    expect(phoneProblem(text, false)).toBe(problem)
  })

  test.each([
    ['1', null],
    ['20555', null],
    ['+856 20 5551 2345', null],
    ['໒໐໕໕໕', null],
    ['1'.repeat(20), null],
    ['1'.repeat(21), 'digits'],
    ['20x', 'digits'],
    ['😀', 'digits'],
    ['  ', 'empty'],
    ['1+2', 'digits'],
  ] as const)('%j in Laos is reported as %s, where null means valid (R253)', (text, problem) => {
    expect(phoneProblem(text, true)).toBe(problem)
  })

  test.each([
    ['081-234-5678', '0812345678'],
    ['๐๘๑ ๒๓๔ ๕๖๗๘', '0812345678'],
    ['+856\u00a020', '85620'],
  ])('%j is sent as %s (R141)', (text, digits) => expect(phoneOf(text)).toBe(digits))
})

describe('the passwords', () => {
  test.each([
    ['1234567', '1234567', 'short'],
    ['1234567', '12345678', 'short'],
    ['12345678', '12345678', null],
    ['12345678', '12345679', 'passwords'],
    ['Demo1234', 'demo1234', 'passwords'],
    ['demo1234', 'demo1234 ', 'passwords'],
    ['รหัสผ่านยาว', 'รหัสผ่านยาว', null],
  ])('%j with the confirmation %j are reported as %s, where null means valid (R256)', (password, confirm, problem) => {
    expect(passwordProblem(password, confirm, RULES.passwordMin)).toBe(problem)
  })
})

it('the registration applies length and digit rules only if the operator has set them (R254, R255)', () => {
  const passwords = { password: 'a', confirm: 'a' }
  expect(profileProblem(typed, passwords, {})).toBeNull()
  expect(profileProblem(typed, passwords, RULES)).toBe('short')
  expect(bankProblem({ ...typed, accountNo: 'LA-12' }, {})).toBeNull()
  expect(bankProblem({ ...typed, accountNo: ' - ' }, {})).toBe('empty')
})

it('a bank’s own rule for account numbers takes precedence over the general rule (R255)', () => {
  const settings = { ...RULES, bankDigits: { KBANK: { min: 10, max: 10 } } }
  const nine = { ...typed, accountNo: '123456789' }
  expect(bankProblem({ ...nine, bankCode: 'KBANK' }, settings)).toBe('account')
  expect(bankProblem({ ...nine, bankCode: 'KTB' }, settings)).toBeNull()
})

describe('required fields of step 3 and step 4', () => {
  const ok = { ...typed, password: PASSWORD, confirm: PASSWORD }
  const profile = (more: Partial<typeof ok>) => {
    const { password, confirm, ...rest } = { ...ok, ...more }
    return profileProblem(rest, { password, confirm }, RULES)
  }
  test.each(['name', 'sourceCode', 'password', 'confirm'] as const)('%s must not be empty (R254, D-38)', (field) => {
    for (const text of ['', ' ', '\u00a0\t']) expect(profile({ [field]: text }), text).toBe('empty')
  })

  test('empty fields are reported before invalid ones, and only the optional invite code may be empty (R254, R256, D-38)', () => {
    expect(profile({ inviteCode: '' })).toBeNull()
    expect(profile({ password: 'short', confirm: 'other', name: '' })).toBe('empty')
    expect(profile({ password: 'short' })).toBe('short')
    expect(profile({ confirm: `${PASSWORD}5` })).toBe('passwords')
  })

  test.each(['bankCode', 'accountNo', 'firstName', 'lastName'] as const)(
    '%s must not be empty (R255, D-38)',
    (field) => {
      for (const text of ['', ' ', '\u00a0\t'])
        expect(bankProblem({ ...typed, [field]: text }, RULES), text).toBe('empty')
    },
  )

  test('empty fields are reported first, then the account number, then the name (R255, R257)', () => {
    const wrong = { ...typed, accountNo: '12345', firstName: 'สมใจ' }
    expect(bankProblem({ ...wrong, lastName: '' }, RULES)).toBe('empty')
    expect(bankProblem(wrong, RULES)).toBe('account')
    expect(bankProblem({ ...wrong, accountNo: '123456' }, RULES)).toBe('name')
    expect(bankProblem({ ...wrong, accountNo: '123456', bankCode: 'KBANK' }, RULES)).toBeNull()
    expect(bankProblem(typed, RULES)).toBeNull()
  })

  test('in Laos, the currencies are LAK (the default) and BAHT (R49, R143, R510)', () =>
    expect(CURRENCIES).toEqual(['LAK', 'BAHT']))
})

describe('the account name', () => {
  test.each([
    ['somjai', 'dee', 'SOMJAI DEE'],
    ['  Anna\u00a0 Maria ', '\tdee ', 'ANNA MARIA DEE'],
    ['สมใจ', 'ดี', 'สมใจ ดี'],
    ['ສົມໃຈ', 'ດີ', 'ສົມໃຈ ດີ'],
    ['rene\u0301', 'dee', 'REN\u00c9 DEE'],
    ['somjai dee', '', 'SOMJAI DEE'],
  ])('combines %j and %j into %j (R142, R258, R259)', (first, last, name) =>
    expect(accountName(first, last)).toBe(name),
  )

  test.each(['SOMJAI', 'somjai dee', 'A B C', ' A '])('counts as English if it is %j (R257, R261)', (name) =>
    expect(isEnglishName(name)).toBe(true),
  )

  test.each([
    '',
    ' ',
    'สมใจ',
    'ສົມໃຈ',
    'SOMJAIดี',
    'SOMJAI2',
    'ANNE-MARIE',
    "O'NEIL",
    'SOMJAI.',
    'REN\u00c9',
    'ＳＯＭ',
    'SOM\tJAI',
    'SOM\u00a0JAI',
    'SOM\u200bJAI',
    '\u202eSOM',
    'SOM😀',
    'SOM\n',
  ])('does not count as English if it is %j (R257, R261)', (name) => expect(isEnglishName(name)).toBe(false))

  test.each(['KTB', 'TMB', 'BBL'])('must be in English for the bank %s (R257, R511)', (code) => {
    expect(canBeNamed(code, 'SOMJAI DEE')).toBe(true)
    expect(canBeNamed(code, 'สมใจ ดี')).toBe(false)
  })

  test.each(['KBANK', 'SCB', 'TTB', 'BCEL', 'ktb'])('may be in Thai for the bank %s (R511)', (code) =>
    expect(canBeNamed(code, 'สมใจ ดี')).toBe(true),
  )
})

test.each([
  ['1234567890', '1234567890'],
  ['123-4-56789-0', '1234567890'],
  [' 123 456\u00a0', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['໑໒໓໔໕໖', '123456'],
  ['\u2066123456\u2069', '123456'],
  ['1'.repeat(20), '1'.repeat(20)],
  ['1'.repeat(21), null],
  ['12345', null],
  ['', null],
  ['123456x', null],
  ['+123456', null],
  ['123.456', null],
  ['１２３４５６', null],
  ['😀123456', null],
])('the account number %j is parsed as %s (R47, R141)', (text, digits) =>
  expect(accountNoOf(text, RULES.accountDigits)).toBe(digits),
)

test('the error texts match the specified wording (R252, R256, R257)', () => {
  expect(en.register.phoneLength).toBe('The phone number must support 10 digits')
  expect(en.password.differ).toBe("Passwords don't match")
  expect(en.errorMsg.BANK_ACCOUNT_NAME_ENG).toBe('Bank account name must be in English only')
})
