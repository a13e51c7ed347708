import { expect, it } from 'vitest'
import { bankName } from '#src/lib/bank-name.ts'

const both = { nameTH: 'กสิกรไทย', nameEN: 'Kasikornbank' }

it.each([
  ['en', both, 'Kasikornbank'],
  ['th', both, 'กสิกรไทย'],
  ['la', both, 'กสิกรไทย'],
  ['en', { nameTH: 'กสิกรไทย' }, 'กสิกรไทย'],
  ['en', { nameTH: 'กสิกรไทย', nameEN: '' }, 'กสิกรไทย'],
])('a page in the language %s shows the bank %j as %s (R144, R165)', (language, bank, name) => {
  expect(bankName(bank, language)).toBe(name)
})
