import { expect, test } from 'vitest'
import { ERROR_CODES } from '#contract/codes.ts'
import en from '#locales/en.json' with { type: 'json' }
import th from '#locales/th.json' with { type: 'json' }
import { failureText } from '#src/lib/failure-text.ts'
import { translate } from '#src/lib/i18n.ts'

const t = translate(th)
const say = (code: string, message: string) => failureText(t, { kind: 'refused', code, message })

test.each(['th', 'en'] as const)(
  'a failure with a catalogue code is shown with the text of that code in the language %s, whatever its message (R388, R418–R489)',
  (language) => {
    const texts = { th, en }[language]
    const known: Record<string, string> = texts.errorMsg
    for (const code of ERROR_CODES)
      expect(failureText(translate(texts), { kind: 'refused', code, message: 'raw' })).toBe(known[code])
  },
)

test.each(['NEW_CODE', '', 'errorMsg', 'constructor', 'NO_USER ', 'no_user', 'NO_USER:x'])(
  'a failure with the unknown code %j is shown with its raw message (R389, R508, D-31)',
  (code) => {
    for (const raw of ['ยอดไม่พอ: ขาด 10.50 บาท', 'a.b:c {{x}} $t(errorMsg.NO_USER)', 'NO_USER'])
      expect(say(code, raw)).toBe(raw)
  },
)

test('the failure `gone` is shown with the text for a site that has shut down (R386)', () => {
  expect(say('gone', 'gone')).toBe(th.page.terminated)
})

test.each([
  ['NO_BANK', `${th.errorMsg.NO_BANK} (อ้างอิง\u00a00123f4f1c20a)`],
  ['WRONG_PASSWORD', th.errorMsg.WRONG_PASSWORD],
])(
  'the last characters of the request id follow a failure text only if the text refers to support: %s (R584)',
  (code, text) => {
    const failure = { kind: 'refused' as const, code, message: code }
    expect(failureText(t, { ...failure, reference: '019ad1c2-aaaa-7bbb-8ccc-0123f4f1c20a' })).toBe(text)
    expect(failureText(t, failure)).toBe(text.split(' (')[0])
  },
)
