import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it, test } from 'vitest'
import { newerInCss } from '#tests/floor/css.ts'
import { newerInJs } from '#tests/floor/js.ts'

const namesIn = (found: readonly { feature: string }[]) => [...new Set(found.map(({ feature }) => feature))]

it.each([
  ['URL.parse(link)', 'api.URL.parse_static'],
  ['AbortSignal.any([a, b])', 'api.AbortSignal.any_static'],
  ['AbortSignal.timeout(1000)', 'api.AbortSignal.timeout_static'],
  ['window.URL.parse(link)', 'api.URL.parse_static'],
  ['crypto.randomUUID()', 'api.Crypto.randomUUID'],
  ['new CloseWatcher()', 'api.CloseWatcher'],
  ['Object.groupBy(rows, kind)', 'javascript.builtins.Object.groupBy'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['seen.isDisjointFrom(others)', 'javascript.builtins.Set.isDisjointFrom'],
  ['navigator.userActivation.isActive; document.startViewTransition(draw)', 'api.Document.startViewTransition'],
  ['box.checkVisibility(); box.showPopover()', 'api.HTMLElement.showPopover'],
  ['const { trustedTypes } = globalThis', 'api.trustedTypes'],
  ['/[\\p{L}--[a-z]]/v.test(word)', 'javascript.builtins.RegExp.unicodeSets'],
])('the browser-floor check reports the JavaScript %s as too new', (code, feature) => {
  expect(namesIn(newerInJs([code]))).toContain(feature)
})

it.each([
  'rows.with(0, row).toSorted().findLast(isOpen)',
  'structuredClone(row)',
  'const URL = { parse: (text) => text }; URL.parse("a")',
  'const chat = { showPopover() {} }; chat.showPopover()',
  'text.isWellFormed()',
])('the browser-floor check accepts the JavaScript %s', (code) => {
  expect(namesIn(newerInJs([code]))).toEqual([])
})

it.each([
  ['.a { anchor-name: --a }', 'css.properties.anchor-name'],
  ['.a { color: oklch(from red l c h) }', 'css.types.color.oklch.relative_syntax'],
  ['.a { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
  ['.a { mask: linear-gradient(red, blue) }', 'css.properties.mask'],
  ['.a { text-wrap: balance }', 'css.properties.text-wrap.balance'],
  ['.a { width: calc-size(auto, size) }', 'css.types.calc-size'],
  ['.a { & b { color: red } }', 'css.selectors.nesting'],
  ['.a { .b { color: red } }', 'css.selectors.nesting'],
  ['.a:user-invalid { color: red }', 'css.selectors.user-invalid'],
  ['@starting-style { .a { opacity: 0 } }', 'css.at-rules.starting-style'],
  ['@scope (.a) { b { color: red } }', 'css.at-rules.scope'],
  ['@keyframes a { to { color: light-dark(red, blue) } }', 'css.types.color.light-dark'],
  ['@supports (display: grid) { .a { mask: none } }', 'css.properties.mask'],
])('the browser-floor check reports the CSS %s as too new', (css, feature) => {
  expect(namesIn(newerInCss(css))).toContain(feature)
})

it.each([
  '.a { -webkit-mask: linear-gradient(red, blue); mask: linear-gradient(red, blue) }',
  '.a { color: red; color: light-dark(red, blue) }',
  '@supports (text-wrap: balance) { .a { text-wrap: balance } }',
  '.a:has(> b) { inset-inline: 0; block-size: 100dvh; color: color-mix(in oklab, red, blue) }',
  '@container (min-width: 20em) { .a { color: oklch(0.5 0.1 200) } }',
])('the browser-floor check accepts the CSS %s', (css) => {
  expect(namesIn(newerInCss(css))).toEqual([])
})

/** Prefixes of the names of AST nodes that ES5 does not have. */
const MODERN =
  /"type":"(Arrow|Template|Class|Spread|Rest|ObjectPattern|ArrayPattern|AssignmentPattern|Await|Yield|Import|Export|Chain|ForOf)/

test('the script for browsers below the floor uses only ES5 (D-66)', () => {
  const { program, errors } = parseSync('old.js', readFileSync('public/old.js', 'utf8'), { sourceType: 'script' })
  const tree = JSON.stringify(program)
  expect(errors).toEqual([])
  expect(tree).not.toMatch(MODERN)
  expect(tree).not.toMatch(
    /"kind":"(let|const)"|"(shorthand|method|optional|async|generator)":true|"operator":"(\?\?|\*\*)|"param":null/,
  )
})
