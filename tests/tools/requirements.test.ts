import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL_IDS, allCited, NOT_FOR_PLAIN, shownOnPlain, toPlainTable } from '#tests/kit/plain-requirements.ts'
import { idsIn, toTable, traced } from '#tests/kit/trace.ts'

const rows = traced()

test('every state, transition, validation, guard and error of the requirements, and of the card, is named by a test', () => {
  expect(rows.length).toBe(133)
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

test('the table of them is fresh (npm run paths -- --write)', () => {
  expect(readFileSync(new URL('../requirements.md', import.meta.url), 'utf8')).toBe(toTable(rows) + toPlainTable())
})

const onPlain = shownOnPlain()
const excused = NOT_FOR_PLAIN.map(({ ids }) => idsIn(ids))

test('all 610 requirements and decisions are named by a test', () => {
  const cited = allCited()
  expect(ALL_IDS).toHaveLength(610)
  expect(ALL_IDS.filter((id) => !cited.has(id))).toEqual([])
})

test('each of them is shown on the plain backend, or has a reason why no plain backend shows it', () => {
  const known = new Set([...onPlain, ...excused.flat()])
  expect(ALL_IDS.filter((id) => !known.has(id))).toEqual([])
  expect([...known].filter((id) => !ALL_IDS.includes(id))).toEqual([])
})

test('none has a reason that is not needed, or two', () => {
  const elsewhere = excused.flat()
  expect(elsewhere.filter((id) => onPlain.has(id))).toEqual([])
  expect(elsewhere.filter((id, at) => elsewhere.indexOf(id) !== at)).toEqual([])
})
