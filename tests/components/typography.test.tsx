import { render } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { htmlLang } from '#contract/language.ts'
import la from '#locales/la.json'
import th from '#locales/th.json'
import { DEPOSIT_LIMIT, LOSS_LIMIT } from '#server/domain/operator.ts'
import { keepWords } from '#src/components/keep-words.ts'
import { NoBreakText } from '#src/components/no-break-text.tsx'
import { formatDate } from '#src/lib/format.ts'
import { startLanguage } from '#src/lib/i18n.ts'
import { withLinks } from '#tests/kit/memory-router.tsx'

const texts = (o: object): string[] => Object.values(o).flatMap((v) => (typeof v === 'string' ? [v] : texts(v)))
const all = { th: texts(th), la: texts(la) }
const LEADING = /[เแโใไເແໂໃໄ]$/
// Matches a single bare consonant. It is never a word, so it must not be alone on a line.
const LONE = /^[ก-ฮກ-ຮ]$/
const FOLLOWING = /^[ะาำะັາຳຽ\p{M}]/u

/** Returns the line breaks in `box`, as offsets in its text. Checks grapheme by grapheme. */
function breaks(box: HTMLElement): number[] {
  const found: number[] = []
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let offset = 0
  let line: number | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    for (const { segment, index } of new Intl.Segmenter('th').segment(text)) {
      range.setStart(node, index)
      range.setEnd(node, index + segment.length)
      const top = range.getClientRects()[0]?.top
      if (top === undefined || !segment.trim()) continue
      if (line !== undefined && top > line + 2) found.push(offset + index)
      line = top
    }
    offset += text.length
  }
  return found
}

/** Returns the positions of known words in a text, as [start, end). */
function wordsIn(text: string, list: string): [number, number][] {
  const words = list
    .split(/\s+/)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  return [...text.matchAll(new RegExp(words.join('|'), 'g'))].map((m) => [m.index, m.index + m[0].length])
}

beforeAll(async () => {
  await document.fonts.load('16px "krapao thai"', 'กระเป๋า')
  await document.fonts.load('16px "krapao lao"', 'ກະເປົາ')
})

test.each(['th', 'la', 'en'] as const)('a date and its time stay on one line in the language %s', async (language) => {
  await startLanguage(language)
  const { container } = render(
    <p>
      <NoBreakText text={`A ${formatDate(0)} B`} />
    </p>,
  )
  const box = container.firstElementChild as HTMLElement
  box.style.inlineSize = '0'
  box.style.overflowWrap = 'normal'
  expect(breaks(box)).toEqual(['A '.length, `A ${formatDate(0)} `.length])
})

test.each(['th', 'la'] as const)(
  'the page name in a limit refusal stays on one line in the language %s',
  async (language) => {
    await startLanguage(language)
    const refusals = [DEPOSIT_LIMIT, LOSS_LIMIT].map((of) => of[language])
    for (const text of refusals.flatMap((refusal) => [refusal(null), refusal('฿100')])) {
      const { container } = render(
        <p lang={htmlLang[language]}>
          <NoBreakText text={text} />
        </p>,
      )
      const box = container.firstElementChild as HTMLElement
      box.style.inlineSize = '0'
      box.style.overflowWrap = 'normal'
      const [start, end] = [text.indexOf('“') + 1, text.indexOf('”')]
      expect(end - start).toBeGreaterThan(5)
      expect(breaks(box).filter((place) => place > start && place < end)).toEqual([])
    }
  },
)

describe.each(['th', 'la'] as const)('in the language %s, a line of width 0', (language) => {
  beforeAll(() => startLanguage(language))
  test.each([...new Set(all[language])])('does not break the words in the text: %s', (text) => {
    const { container } = render(
      withLinks(
        <p lang={htmlLang[language]}>
          <NoBreakText text={text} />
        </p>,
      ),
    )
    const box = container.firstElementChild as HTMLElement
    // A width of 0 forces every possible line break. Under the page's own value, `anywhere`, text could break
    // everywhere.
    box.style.inlineSize = '0'
    box.style.overflowWrap = 'normal'
    const at = breaks(box)
    expect(box.textContent).toBe(text)
    const inside = wordsIn(text, keepWords[language])
    const bad = at.filter(
      (place) =>
        inside.some(([start, end]) => place > start && place < end) ||
        LEADING.test(text.slice(0, place)) ||
        FOLLOWING.test(text.slice(place)) ||
        LONE.test(text.slice(Math.max(0, ...at.filter((before) => before < place)), place)),
    )
    expect(bad.map((place) => `${text.slice(0, place)}⏎${text.slice(place)}`)).toEqual([])
  })
})

test.each([
  ['th', 'ได้รับ ຄູປອງ ໃໝ່ 9', [['ຄູປອງ ໃໝ່', 'lo']]],
  ['la', 'ທ່ານໄດ້ຮັບ คูปอง 9', [['คูปอง', 'th']]],
  [
    'en',
    'You get คูปอง 9 and ຄູປອງ.',
    [
      ['คูปอง', 'th'],
      ['ຄູປອງ', 'lo'],
    ],
  ],
  ['en', 'Bonus ฿50', []],
  ['th', 'You get คูปอง 9.', []],
] as const)(
  'words in another script are marked with their language on a page in %s: %s',
  async (language, text, marked) => {
    await startLanguage(language)
    const { container } = render(withLinks(<NoBreakText text={text} />))
    expect(container.textContent).toBe(text)
    const spans = [...container.querySelectorAll<HTMLElement>('[lang]')]
    expect(spans.map(({ textContent, lang }) => [textContent, lang])).toEqual(marked)
  },
)
