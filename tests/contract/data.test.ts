import * as v from 'valibot'
import { expect, it } from 'vitest'
import { DataPage, partsOf } from '#contract/data.ts'

it('the export joins the records of each part in page order (R611)', () => {
  const page = (part: string, n: number, next: string | null) => ({ part, records: [{ n }], next })
  expect(partsOf([page('chat', 1, 'a'), page('chat', 2, 'b'), page('spins', 3, null)])).toEqual({
    chat: [{ n: 1 }, { n: 2 }],
    spins: [{ n: 3 }],
  })
})

it('the export keeps every field of a record that a backend sends (R610)', () => {
  const page = { part: 'any', records: [{ one: 1.25, other: { deep: null } }], next: null }
  expect(v.parse(DataPage, page)).toEqual(page)
})

it.each([
  { part: '', records: [], next: null },
  { part: 'any', records: null, next: null },
  { part: 'any', records: ['text'], next: null },
  { part: 'any', records: [], next: '' },
])('the export rejects the page %j', (page) => {
  expect(v.is(DataPage, page)).toBe(false)
})
