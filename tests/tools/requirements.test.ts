import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toTable, traced } from '#tests/kit/trace.ts'

const rows = traced()

test('every state, transition, validation, guard and error of the requirements, and of the card, is named by a test', () => {
  expect(rows.length).toBe(133)
  expect(rows.filter(({ tests }) => tests.length === 0).map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

test('the table of them is fresh (npm run paths -- --write)', () => {
  expect(readFileSync(new URL('../requirements.md', import.meta.url), 'utf8')).toBe(toTable(rows))
})
