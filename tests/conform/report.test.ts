import { expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Result } from './examine.ts'
import { grades, toJson, toJUnit, toMarkdown } from './report.ts'

const passed: Result = { call: 'wallet.get', name: 'it has a shape', outcome: 'passed', why: '', ms: 5 }
const failed: Result = { call: 'wallet.get', name: 'it is <own>', outcome: 'failed', why: 'a|b & "c"\u0000', ms: 7 }
const skipped: Result = { call: 'spin.spin', name: 'it costs a coin', outcome: 'skipped', why: 'needs --money', ms: 0 }
const results = [passed, failed, skipped]

const gradeOf = (call: string) => grades(results).find((row) => row.call === call)?.grade

it('the report grades a call as failing if one of its checks failed', () => {
  expect(gradeOf('wallet.get')).toBe('fails')
  expect(gradeOf('spin.spin')).toBe('not examined')
  expect(gradeOf('qr.get')).toBe('not examined')
  expect(grades([passed]).find(({ call }) => call === 'wallet.get')?.grade).toBe('meets')
})

it('the Markdown report lists all calls, and explains failed and skipped checks', () => {
  const text = toMarkdown(results, 'plain')
  expect(text.match(/^\| `/gm)).toHaveLength(Object.keys(calls).length)
  expect(text).toContain('- `GET /api/wallet`: it is <own>. a\\|b & "c"')
  expect(text).toContain('- `POST /api/spinwheel/spin`: it costs a coin. needs --money')
})

it('the report groups four failures with the same cause, and four failures of the same check, into one entry each', () => {
  const at = (name: string, why: string): Result => ({ ...failed, name, why })
  const text = toMarkdown(
    [
      ...['one', 'two', 'three', 'four'].map((name) => at(name, `no code: 401 ${name}`)),
      ...['a', 'b', 'c', 'd'].map((why) => at('it is refused', `is answered ${why}`)),
      ...['five', 'six', 'seven'].map((name) => at(name, `too old: ${name}`)),
    ],
    'full',
  )
  expect(text.match(/^- .*$/gm)).toEqual([
    '- 4 checks: no code, at `GET /api/wallet`. The first: `GET /api/wallet`: one. no code: 401 one',
    '- 4 checks: it is refused, at `GET /api/wallet`. The first: `GET /api/wallet`: it is refused. is answered a',
    '- `GET /api/wallet`: five. too old: five',
    '- `GET /api/wallet`: six. too old: six',
    '- `GET /api/wallet`: seven. too old: seven',
  ])
})

it('the report groups four checks that were skipped for the same reason into one entry', () => {
  const text = toMarkdown([skipped, skipped, skipped, skipped, { ...skipped, why: 'no coin' }], 'plain')
  expect(text.match(/^- .*$/gm)).toEqual([
    '- 4 checks: needs --money, at `POST /api/spinwheel/spin`',
    '- `POST /api/spinwheel/spin`: it costs a coin. no coin',
  ])
})

it('the report lists the notes of checks that passed', () => {
  expect(toMarkdown([{ ...passed, why: 'one row is odd' }], 'plain')).toContain(
    '## Noted\n\n- `GET /api/wallet`: it has a shape. one row is odd\n',
  )
  expect(toMarkdown(results, 'plain')).not.toContain('Noted')
})

it('the JUnit report escapes markup and drops control characters that XML does not allow', () => {
  const text = toJUnit(results)
  expect(text).toContain('<testcase classname="GET /api/wallet" name="it has a shape" time="0.005"/>')
  expect(text).toContain('name="it is &lt;own&gt;" time="0.007"><failure message="a|b &amp; &quot;c&quot;"/>')
  expect(text).toContain('<skipped message="needs --money"/>')
})

it('the JSON report contains the level, the grades and the checks', () => {
  const said = JSON.parse(toJson(results, 'full'))
  expect(said.level).toBe('full')
  expect(said.calls).toHaveLength(Object.keys(calls).length)
  expect(said.checks).toEqual(results)
})
