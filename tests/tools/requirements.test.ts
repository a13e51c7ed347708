import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { ALL_IDS, allCited, NOT_FOR_PLAIN, renewed, shownOnPlain } from '#tests/kit/plain-requirements.ts'
import { idsIn, requirementsIn } from '#tests/kit/trace.ts'

const page = readFileSync('docs/requirements.md', 'utf8')
const rows = requirementsIn(page)

it('lists each requirement once', () => {
  const numbers = rows.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 601 }, (_, at) => at + 1))
})

it('names a test for every requirement', () => {
  expect(rows.filter(({ tests }) => tests === '').map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

it('is fresh (npm run paths -- --write)', () => {
  expect(page).toBe(renewed(page))
})

const onPlain = shownOnPlain()
const excused = NOT_FOR_PLAIN.map(({ ids }) => idsIn(ids))

test('all 664 requirements and decisions are named by a test', () => {
  const cited = allCited()
  expect(ALL_IDS).toHaveLength(664)
  expect(ALL_IDS.filter((id) => !cited.has(id))).toEqual([])
})

test('each of them is shown on the plain backend, or has a reason why no plain backend shows it', () => {
  const known = new Set([...onPlain, ...excused.flat()])
  expect(ALL_IDS.filter((id) => !known.has(id))).toEqual([])
  expect([...known].filter((id) => !ALL_IDS.includes(id))).toEqual([])
})

test('no id has an unnecessary reason, or two reasons', () => {
  const elsewhere = excused.flat()
  expect(elsewhere.filter((id) => onPlain.has(id))).toEqual([])
  expect(elsewhere.filter((id, at) => elsewhere.indexOf(id) !== at)).toEqual([])
})
