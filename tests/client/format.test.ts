import { expect, test } from 'vitest'
import type { Failure } from '#contract/failure.ts'
import { satang } from '#contract/money.ts'
import th from '#locales/th.json' with { type: 'json' }
import { failureText } from '#src/lib/failure-text.ts'
import {
  formatAccountNo,
  formatAmount,
  formatCount,
  formatCountdown,
  formatDate,
  splitAmount,
  timeAgo,
} from '#src/lib/format.ts'
import { translate } from '#src/lib/i18n.ts'
import { safeUrl } from '#src/lib/safe-url.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [99, '0.99'],
  [100, '1.00'],
  [99_999, '999.99'],
  [100_000, '1,000.00'],
  [150_050, '1,500.50'],
  [123_456_789_01, '123,456,789.01'],
  [100_000_000_000, '1,000,000,000.00'],
  [-150_050, '−1,500.50'],
  [-5, '−0.05'],
])('%i satang are shown as %s (R550, D-46)', (amount, text) => {
  expect(formatAmount(satang(amount))).toBe(text)
  const { whole, decimals } = splitAmount(satang(amount))
  expect(whole + decimals).toBe(text)
})

test.each([
  [0, '0'],
  [5, '0.05'],
  [100_000, '1,000'],
  [150_050, '1,500.50'],
  [-150_000, '−1,500'],
])('%i hundredths of a kip are shown as %s (R510, D-46)', (amount, text) =>
  expect(formatAmount(satang(amount), true)).toBe(text),
)

test('times are shown in Bangkok time and the Gregorian calendar, whatever the machine’s settings (R549, D-47)', () => {
  expect(formatDate(0)).toBe('01/01/1970 07:00:00')
  expect(formatDate('2026-11-21T17:00:01.900Z')).toBe('22/11/2026 00:00:01')
  expect(formatDate('2026-11-21T12:14:05+07:00')).toBe('21/11/2026 12:14:05')
  expect(formatDate('tomorrow')).toBe('')
})

test.each([
  [900_000, '15:00'],
  [871_001, '14:32'],
  [872_000, '14:32'],
  [1, '00:01'],
  [0, '00:00'],
  [-5_000, '00:00'],
  [6_000_000, '100:00'],
])('a remaining time of %i ms is shown as %s (R215, R525)', (ms, text) => expect(formatCountdown(ms)).toBe(text))

const DAY = 86_400
test.each([
  [0, 'second', 0],
  [59, 'second', 59],
  [60, 'minute', 1],
  [119, 'minute', 1],
  [3_599, 'minute', 59],
  [3_600, 'hour', 1],
  [DAY - 1, 'hour', 23],
  [DAY, 'day', 1],
  [30 * DAY - 1, 'day', 29],
  [30 * DAY, 'month', 1],
  [365 * DAY - 1, 'month', 12],
  [365 * DAY, 'year', 1],
  [2 * 365 * DAY - 1, 'year', 1],
  [2 * 365 * DAY, 'year', 2],
  [-5, 'second', 0],
])('timeAgo converts %i s to the unit %s and the number %i (R551)', (seconds, unit, n) => {
  const now = Date.UTC(2026, 0, 2)
  expect(timeAgo(now - seconds * 1000, now)).toEqual({ unit, n })
  // fractions of a second are ignored
  if (seconds >= 0) expect(timeAgo(now - seconds * 1000 - 999, now)).toEqual({ unit, n })
})

test('account numbers with ten digits are shown in groups, and longer ones unchanged', () => {
  expect(formatAccountNo('1234567890')).toBe('123-456-7890')
  expect(formatAccountNo('123456789012')).toBe('123456789012')
})

const general = th.errorMsg.INTERNAL_SERVER_ERROR
const said = 'ยอดไม่พอ: ขาด 10.50 บาท {{amount}} $t(errorMsg.NO_USER)'

test.each<[Partial<Failure>, string]>([
  [{ code: 'MONEY_NOT_ENOUGH', message: 'x' }, th.errorMsg.MONEY_NOT_ENOUGH],
  [{ code: 'NO_CONNECTION' }, th.failure.noConnection],
  [{ code: 'SOMETHING_NEW', message: said }, said],
  [{ code: '', message: said }, said],
  [{ code: '', message: 'errorMsg.NO_USER' }, 'errorMsg.NO_USER'],
  [{ code: 'constructor', message: said }, said],
  [{ code: '__proto__', message: said }, said],
  [{ code: 'toString', message: '' }, general],
  [{ code: '__PROTO__', message: '' }, general],
  [{ code: '' }, general],
])('the failure %o is shown with the text %s', (failure, text) => {
  expect(failureText(translate(th), { kind: 'refused', code: '', message: '', ...failure })).toBe(text)
})

test.each([
  ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
  ['  https://example.com ', 'https://example.com/'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['http://127.0.0.1/x', 'http://127.0.0.1/x'],
  ['/user/home?dialog=deposit', '/user/home?dialog=deposit'],
  ['/', '/'],
])('%s is a safe URL', (raw, url) => expect(safeUrl(raw)).toBe(url))

test.each([
  '',
  'home',
  'example.com',
  'http://example.com',
  'http://localhost.evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/x/..//evil.example',
  'https:\\\\evil.example',
  'https://me:secret@example.com',
  'https://me@example.com',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'blob:https://example.com/1',
  'vbscript:x',
  'file:///etc/passwd',
  'tel:0812345678',
  'mailto:a@example.com',
  'intent://x#Intent;end',
])('%j is not a safe URL', (raw) => expect(safeUrl(raw)).toBeNull())

test('if hosts are listed, only URLs on those hosts and on this site are safe', () => {
  const hosts = ['gift.truemoney.com']
  expect(safeUrl('https://gift.truemoney.com/campaign/?v=1', { hosts })).toBe(
    'https://gift.truemoney.com/campaign/?v=1',
  )
  expect(safeUrl('/campaign', { hosts })).toBe('/campaign')
  for (const raw of ['https://evil.gift.truemoney.com', 'https://gift.truemoney.com.evil.example', '//evil.example'])
    expect(safeUrl(raw, { hosts })).toBeNull()
})

test('a count is shown with thousands separators and no decimals', () => {
  expect([0, 999, 1_234, 1_234_567].map(formatCount)).toEqual(['0', '999', '1,234', '1,234,567'])
})
