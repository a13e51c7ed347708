import { beforeEach, expect, test, vi } from 'vitest'
import { addTexts, nowSpoken, speak, type TextKey, textOr, translate } from '#src/lib/i18n.ts'

const t = translate({ login: { submit: 'Log in' }, unread: { entry: '{{n}} of {{all}}, {{n}}' } })

beforeEach(() => speak('en', { login: { title: 'Welcome' } }))

test('translation finds a text by its key (D-75)', () => {
  expect(t('login.submit')).toBe('Log in')
})

test('translation replaces every occurrence of a placeholder with its value', () => {
  expect(t('unread.entry', { n: 1, all: 'two' })).toBe('1 of two, 1')
})

test('translation removes placeholders that have no value', () => {
  expect(t('unread.entry', { n: undefined })).toBe(' of , ')
})

test('translation does not replace placeholders inside a value', () => {
  expect(t('unread.entry', { n: '{{all}}', all: '$&' })).toBe('{{all}} of $&, {{all}}')
})

test.each(['login.title', 'login', 'login.submit.toString', 'constructor', 'login.__proto__'])(
  'translation returns a key that has no text unchanged: %s',
  (key) => {
    expect(t(key as TextKey)).toBe(key)
  },
)

test('textOr returns the fallback text for a key that has no text', () => {
  expect(textOr(t, 'login.submit', 'other')).toBe('Log in')
  expect(textOr(t, 'login.toString', 'other')).toBe('other')
})

test('added texts are merged into the existing texts of their area', () => {
  addTexts({ en: { login: { submit: 'Log in' }, wallet: { title: 'Wallet' } } })
  expect(nowSpoken().texts).toEqual({ login: { title: 'Welcome', submit: 'Log in' }, wallet: { title: 'Wallet' } })
  expect(nowSpoken().t('login.submit')).toBe('Log in')
})

test('adding texts for another language leaves the page unchanged until that language is selected', () => {
  const before = nowSpoken()
  addTexts({ la: { login: { submit: 'ເຂົ້າສູ່ລະບົບ' } } })
  expect(nowSpoken()).toBe(before)
  speak('la')
  expect(nowSpoken().t('login.submit')).toBe('ເຂົ້າສູ່ລະບົບ')
})

test('the remaining texts are requested again after a failure, but not after a success', async () => {
  vi.resetModules()
  const rest = vi.fn(async () => ({ default: { wallet: { title: 'Wallet' } } }))
  rest.mockRejectedValueOnce(new Error('no connection'))
  const files = { start: rest, rest }
  vi.doMock('#src/lib/text-files.ts', () => ({ textFiles: { th: files, la: files, en: files } }))
  const own = await import('#src/lib/i18n.ts')
  await expect(own.allTexts()).rejects.toThrow('no connection')
  await own.allTexts()
  await own.allTexts()
  expect(rest).toHaveBeenCalledTimes(2)
  vi.doUnmock('#src/lib/text-files.ts')
})
