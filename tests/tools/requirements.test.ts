import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { allCited, NOT_FOR_PLAIN, renewed, shownOnPlain } from '#tests/kit/plain-requirements.ts'
import { idsIn, OBSERVABLE, requirementsIn } from '#tests/kit/trace.ts'

const page = readFileSync('docs/requirements.md', 'utf8')
const rows = requirementsIn(page)

it('the requirements page lists each requirement once, without a gap in the numbers', () => {
  const numbers = rows.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b)
  expect(numbers).toEqual(rows.map((_, at) => at + 1))
})

it('the requirement checks read every row of the requirements and of the decisions', () => {
  expect(rows).toHaveLength([...page.matchAll(/^\| R\d/gm)].length)
  const decisions = OBSERVABLE.filter((id) => id.startsWith('D-'))
  expect(decisions).toEqual(decisions.map((_, at) => `D-${String(at + 1).padStart(2, '0')}`))
  expect(decisions).toHaveLength([...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[?D/gm)].length)
})

it('the requirements page names a test for every requirement', () => {
  expect(rows.filter(({ tests }) => tests === '').map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

it('the requirements page is up to date (npm run paths -- --write)', () => {
  expect(page).toBe(renewed(page))
})

const onPlain = shownOnPlain()
const excused = NOT_FOR_PLAIN.map(({ ids }) => idsIn(ids))

test('every requirement and decision is cited by a test', () => {
  const cited = allCited()
  expect(OBSERVABLE.filter((id) => !cited.has(id))).toEqual([])
})

test('every requirement and decision is verified on the plain backend, or has a reason why it cannot be', () => {
  const known = new Set([...onPlain, ...excused.flat()])
  const unshown = OBSERVABLE.filter((id) => !known.has(id))
  expect(unshown, 'ids that need a test on the plain backend, or a reason in NOT_FOR_PLAIN').toEqual([])
  expect([...known].filter((id) => !OBSERVABLE.includes(id))).toEqual([])
})

test('no requirement or decision has two reasons, or an unnecessary reason, for not being verified on the plain backend', () => {
  const elsewhere = excused.flat()
  expect(elsewhere.filter((id) => onPlain.has(id))).toEqual([])
  expect(elsewhere.filter((id, at) => elsewhere.indexOf(id) !== at)).toEqual([])
})
