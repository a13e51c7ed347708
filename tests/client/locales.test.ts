import { expect, test } from 'vitest'
import { ERROR_CODES, SLIP_REASONS, SPIN_CODES } from '#contract/codes.ts'
import { IDENTITY_TEXT } from '#contract/failure.ts'
import en from '#locales/en.json' with { type: 'json' }
import la from '#locales/la.json' with { type: 'json' }
import th from '#locales/th.json' with { type: 'json' }
import { DEPOSIT_LIMIT, LOSS_LIMIT, TIME_LIMIT } from '#server/domain/operator.ts'

const texts = (o: object, at = ''): [string, string][] =>
  Object.entries(o).flatMap(([key, value]) =>
    typeof value === 'string' ? [[at + key, value] as [string, string]] : texts(value, `${at}${key}.`),
  )
const all = { th: texts(th), la: texts(la), en: texts(en) }
const keys = (list: [string, string][]) => list.map(([key]) => key)

/**
 * Returns every text of a language that matches `pattern`, with its key, except for the keys in `but`. Tests expect
 * none.
 */
const hits = (language: keyof typeof all, pattern: RegExp, but: string[] = []) =>
  all[language].filter(([key, text]) => pattern.test(text) && !but.includes(key))

test('all languages have the same keys, in the same order, and no empty text', () => {
  expect(keys(all.la)).toEqual(keys(all.th))
  expect(keys(all.en)).toEqual(keys(all.th))
  for (const language of ['th', 'la', 'en'] as const) expect(hits(language, /^\s*$/)).toEqual([])
})

test('the texts of a key have the same placeholders in all languages', () => {
  const holes = (list: [string, string][]) =>
    list.map(([key, text]) => [key, [...text.matchAll(/\{\{.*?\}\}/g)].map(([hole]) => hole).sort()])
  expect(holes(all.la)).toEqual(holes(all.th))
  expect(holes(all.en)).toEqual(holes(all.th))
})

test.each(['th', 'la', 'en'] as const)(
  'the language %s has a text for every known code and for no other code',
  (language) => {
    const { errorMsg, spin, slip } = { th, la, en }[language]
    expect(Object.keys(errorMsg).sort()).toEqual([...ERROR_CODES].sort())
    expect(Object.keys(spin.error).sort()).toEqual([...SPIN_CODES].sort())
    expect(Object.keys(slip.reason).sort()).toEqual([...SLIP_REASONS].sort())
  },
)

test('only UNAUTHORIZED has the text that means "cannot verify identity"', () => {
  expect(th.errorMsg.UNAUTHORIZED).toBe(IDENTITY_TEXT)
  const same = Object.values(all).flatMap((list) => list.filter(([, text]) => text.includes(IDENTITY_TEXT)))
  expect(same).toEqual([['errorMsg.UNAUTHORIZED', IDENTITY_TEXT]])
})

test('the phrase that becomes a support link occurs under the same keys in every language (R584)', () => {
  const asking = (language: keyof typeof all) => {
    const { phrase } = { th, la, en }[language].support
    return all[language].filter(([, text]) => text.toLowerCase().includes(phrase)).map(([key]) => key)
  }
  expect(asking('th').length).toBeGreaterThan(20)
  expect(asking('la')).toEqual(asking('th'))
  expect(asking('en')).toEqual(asking('th'))
})

/** Words that refer to something by its position, colour or shape. */
const POINTS = {
  th: /ด้านล่าง|ด้านบน|ข้างล่าง|ข้างบน|ทางซ้าย|ทางขวา|มุม|(?<!เ)สี(แดง|เขียว|เหลือง|ทอง|ฟ้า|เทา|ขาว|ดำ)/,
  la: /ລຸ່ມ|ເທິງ|ຊ້າຍ|ຂວາ|ມຸມ|ສີ(ແດງ|ຂຽວ|ເຫຼືອງ|ຄຳ|ຟ້າ|ຂາວ|ດຳ)/,
  en: /\b(below|on the (left|right)|at the (top|bottom)|corner|green|red|yellow|gold|grey|blue)\b/i,
}
/** Texts that match {@link POINTS} but also name what they refer to. */
const NAMED = ['bonus.nowActive']

test('no text refers to a control only by its position, colour or shape (WCAG 1.3.3)', () => {
  for (const language of ['th', 'la', 'en'] as const) {
    expect(hits(language, POINTS[language], NAMED)).toEqual([])
    expect(hits(language, POINTS[language]).map(([key]) => key)).toEqual(NAMED)
  }
})

test('Thai texts contain no words or spellings that players would not use', () => {
  const bad = /โปรด|ครับ|ค่ะ|นะคะ|ทำการ|แน่ใจ|ล้มเหลว|คลิก|คลิ๊ก|อัพ|ลิ้งค์|เกมส์|แชต|เซสชัน|(?<!เ)ท่าน|ตกลง(?!$)|อุ๊ปส์|เวอร์ชั่น|ล๊อก|อีเมล์/
  expect(hits('th', bad)).toEqual([])
  expect(hits('th', /กรุณา[^ ]*กรุณา|โอน.*โยก|โยก.*โอน/)).toEqual([])
})

test('Lao texts contain no words or spellings that players would not use', () => {
  const bad = /ຫນ|ຫມ|ຫລ|ໂປດ|ສັກຄູ່|ເຈົ້າ|ລົ້ມເຫຼວ|ທຳການ|ແນ່ໃຈ|ຄລິກ|ຄັບ|ກະລຸນນາ/
  expect(hits('la', bad)).toEqual([])
  expect(hits('la', /ໂອນ.*ຍ້າຍ|ຍ້າຍ.*ໂອນ/)).toEqual([])
})

test('English texts that members see outside the limits dialog say “deposit limit”, not just “limit”', () => {
  const { held, notice } = en.care.limit
  const { title, setOf, of } = en.care.limit.deposit
  for (const text of [title, setOf, of, held, notice, en.deposit.held, DEPOSIT_LIMIT.en('1'), DEPOSIT_LIMIT.en(null)])
    expect(text.match(/(\w+) limit/i)?.[1]?.toLowerCase(), text).toBe('deposit')
})

/** The names of the deposit limit and the loss limit. */
const LIMIT_NAMES = {
  th: { deposit: /วงเงินฝาก/, loss: /วงเงินเล่นเสีย/ },
  la: { deposit: /ວົງເງິນຝາກ/, loss: /ວົງເງິນຫຼິ້ນເສຍ/ },
  en: { deposit: /deposit limit/i, loss: /loss limit/i },
}
const LANGUAGES = ['th', 'la', 'en'] as const

test.each(LANGUAGES)(
  'in the language %s, every text about deposit limits uses their name, and no text about another limit does (R585)',
  (language) => {
    const { care, deposit } = { th, la, en }[language]
    const { title, setOf, of } = care.limit.deposit
    const { title: question, other, more, periods } = care.prompt
    const refusals = [DEPOSIT_LIMIT[language]('1'), DEPOSIT_LIMIT[language](null)]
    const name = LIMIT_NAMES[language].deposit
    for (const text of [title, setOf, of, question, other, more, periods, deposit.limits, ...refusals])
      expect(text).toMatch(name)
    const { loss, time } = care.limit
    const others = [LOSS_LIMIT[language]('1'), LOSS_LIMIT[language](null), TIME_LIMIT[language](new Date(0))]
    for (const text of [...Object.values(loss), ...Object.values(time), ...others]) expect(text).not.toMatch(name)
  },
)

test.each(LANGUAGES)(
  'the question about a deposit limit mentions loss limits in the language %s (R632)',
  (language) => {
    const { care } = { th, la, en }[language]
    const name = LIMIT_NAMES[language].loss
    expect(care.limit.loss.title).toMatch(name)
    expect(care.prompt.more).toMatch(name)
  },
)

test('English texts avoid words such as “please” and “sorry”, except where the wording is prescribed (R290–R291)', () => {
  expect(hits('en', /please|kindly|sorry|oops|\bOK\b/i, ['chat.tooLarge'])).toEqual([])
})

test('every text is in the script of its language, except that the chat bubble is always Thai (R61, D-52)', () => {
  const bubble = ['chat.bubble']
  expect(new Set([th, la, en].map(({ chat }) => chat.bubble)).size).toBe(1)
  expect(hits('th', /\p{Script=Lao}/u)).toEqual([])
  expect(hits('la', /\p{Script=Thai}/u, bubble)).toEqual([])
  expect(hits('en', /\p{Script=Thai}|\p{Script=Lao}/u, bubble)).toEqual([])
  const foreign = ['page.notFound', ...bubble]
  expect(hits('th', /^[^\u0E00-\u0E7F]+$/, foreign)).toEqual(hits('en', /^(QR|OTP)$/))
  expect(hits('la', /^[^\u0E80-\u0EFF]+$/, foreign)).toEqual(hits('en', /^(QR|OTP)$/))
})

test.each(['th', 'la', 'en'] as const)('texts in the language %s have no typos, extra spaces or emoji', (language) => {
  expect(all[language].filter(([, text]) => text !== text.normalize('NFC'))).toEqual([])
  // misspellings that NFC does not correct: ํา for ำ, ໍາ for ຳ, two เ for แ, and a tone mark before its vowel
  expect(hits(language, /\u0E4D[\u0E48-\u0E4B]?\u0E32|\u0ECD[\u0EC8-\u0ECB]?\u0EB2|เเ|ເເ/)).toEqual([])
  expect(
    hits(language, /[\u0E48-\u0E4B][\u0E31\u0E34-\u0E3A\u0E47]|[\u0EC8-\u0ECB][\u0EB1\u0EB4-\u0EBC\u0ECD]/),
  ).toEqual([])
  expect(hits(language, /\u200B|\u00AD|[\u2060-\u2064]|\uFEFF/)).toEqual([])
  expect(hits(language, / {2}|^\s|\s$|\.\.\.|[๐-๙໐-໙]/)).toEqual([])
  expect(hits(language, /\p{Extended_Pictographic}/u)).toEqual([])
})

test('Thai and Lao texts have no English punctuation, and have spaces around Latin words and numbers', () => {
  for (const language of ['th', 'la'] as const) {
    // น. is the Thai abbreviation after a time of day, so its full stop is allowed
    expect(hits(language, /(?<!\u00A0น)[.,;!](\s|$)/)).toEqual([])
    expect(hits(language, /[\u0E00-\u0EFF][A-Za-z0-9]|[A-Za-z0-9][\u0E00-\u0EFF]/)).toEqual([])
  }
  // ເຫຼືອ (left over) contains the letters of ຫຼື (or)
  expect(hits('la', /[^ ]ແລະ|ແລະ[^ ]|[^ ເ]ຫຼື|(?<!ເ)ຫຼື[^ ]/)).toEqual([])
})

test('no line break separates a number from its unit', () => {
  expect(hits('th', /(\}\}|\d) (บาท|วินาที|นาที|ชั่วโมง|วัน|เดือน|ปี|หลัก|ตัวอักษร|MB)/)).toEqual([])
  expect(hits('la', /(\}\}|\d) (ບາດ|ວິນາທີ|ນາທີ|ຊົ່ວໂມງ|ມື້|ເດືອນ|ປີ|ຕົວ|ໂຕ|MB)/)).toEqual([])
  expect(hits('en', /\}\} (baht|minutes|sec|min|hr|days|mo|yr)\b|\d (baht|minutes?\b)/)).toEqual([])
})
