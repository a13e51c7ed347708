import { describe, expect, test } from 'vitest'
import { descriptionOf, pagesAround, signOf, toneOf } from '#contract/statement.ts'
import { lastPage } from '#machines/paged-list.ts'
import { start } from './kit/start.ts'
import { noAnswer, refused } from './models/fixtures/failures.ts'
import { statementRow, statementRows } from './models/fixtures/statement.ts'
import statement from './models/statement.model.ts'

const open = () => start(statement, undefined)
/** A list of so many rows, of which the first page is there. */
async function shown(total: number) {
  const it = await open()
  await it.answer('page', { rows: statementRows(Math.min(10, total)), total })
  return it
}

describe('reading', () => {
  test('R134 R359 R518 D-33 the first page, of ten, is asked for once, when it opens', async () => {
    const it = await open()
    expect([it.asked('page'), it.now().hasTag('busy')]).toEqual([[{ page: 1, limit: 10 }], true])
    await it.answer('page', { rows: statementRows(3), total: 3 })
    expect([it.now().value, it.now().hasTag('busy')]).toEqual(['shown', false])
    expect(it.now().context).toEqual({ page: 1, last: 1, rows: statementRows(3) })
    await it.pass(600_000)
    expect(it.fakes.calls).toHaveLength(1)
  })

  test('R134 R177 another page is asked for; until it comes the one before stays', async () => {
    const it = await shown(23)
    await it.send({ type: 'page.choose', page: 3 })
    expect(it.asked('page')[1]).toEqual({ page: 3, limit: 10 })
    expect([it.now().hasTag('busy'), it.now().context.rows]).toEqual([true, statementRows(10)])
    await it.answer('page', { rows: statementRows(3), total: 23 })
    expect(it.now().context).toEqual({ page: 3, last: 3, rows: statementRows(3) })
  })

  test.each([0, -1, 4, 1000])('R519 page %i of three is not asked for', async (page) => {
    const it = await shown(23)
    await it.send({ type: 'page.choose', page })
    expect([it.asked('page').length, it.now().context.page]).toEqual([1, 1])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'R408 a failure (%o) only ends the waiting; the same page is asked for again by the player alone',
    async (failure) => {
      const it = await shown(23)
      await it.send({ type: 'page.choose', page: 2 })
      await it.fail('page', failure)
      expect([it.now().value, it.now().hasTag('busy')]).toEqual(['failed', false])
      await it.pass(600_000)
      expect(it.asked('page')).toHaveLength(2)
      await it.send({ type: 'page.retry' }, { type: 'page.retry' })
      expect(it.asked('page').slice(1)).toEqual([
        { page: 2, limit: 10 },
        { page: 2, limit: 10 },
      ])
      await it.answer('page', { rows: statementRows(10), total: 23 })
      expect([it.now().value, it.now().context.page]).toEqual(['shown', 2])
    },
  )

  test('R134 another page can be chosen while one is being fetched: only that one shows', async () => {
    const it = await shown(23)
    await it.send({ type: 'page.choose', page: 2 }, { type: 'page.choose', page: 3 }, { type: 'page.choose', page: 4 })
    expect(it.asked('page').slice(1)).toEqual([
      { page: 2, limit: 10 },
      { page: 3, limit: 10 },
    ])
    await it.answer('page', { rows: statementRows(3), total: 23 })
    expect(it.now().context).toEqual({ page: 3, last: 3, rows: statementRows(3) })
  })

  test('R134 rows that came meanwhile make more pages', async () => {
    const it = await shown(10)
    await it.send({ type: 'page.choose', page: 1 })
    await it.answer('page', { rows: statementRows(10), total: 11 })
    await it.send({ type: 'page.choose', page: 2 })
    expect(it.asked('page').at(-1)).toEqual({ page: 2, limit: 10 })
  })
})

describe('pages', () => {
  test.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])('R177 R518 %i rows are %i pages', (total, last) => {
    expect(lastPage({ rows: statementRows(1), total }, 1)).toBe(last)
  })

  test.each([
    [10, 1, 2],
    [9, 1, 1],
    [10, 4, 5],
    [3, 4, 4],
    [0, 1, 1],
  ])('D-33 without a total %i rows on page %i mean that the last one is %i', (count, page, last) => {
    expect(lastPage({ rows: statementRows(count), total: null }, page)).toBe(last)
  })

  test.each([
    [1, 1, [1]],
    [1, 9, [1, 2]],
    [2, 9, [1, 2, 3]],
    [4, 9, [1, 2, 3, 4, 5]],
    [5, 9, [2, 3, 4, 5, 6]],
    [9, 9, [6, 7, 8, 9]],
  ])('R519 around page %i of %i: %j', (page, last, pages) => {
    expect(pagesAround(page, last)).toEqual(pages)
  })
})

describe('a row', () => {
  test.each([
    ['R241', 'SUCCESS', 'good'],
    ['R242', 'FAILED', 'bad'],
    ['R243', 'PENDING', 'wait'],
    ['R243', 'success', 'wait'],
    ['R243', '', 'wait'],
  ])('%s the status "%s" is %s', (_, status, tone) => {
    expect(toneOf(status)).toBe(tone)
  })

  test.each([
    ['deposit', '+'],
    ['bonus', '+'],
    ['withdraw', '−'],
    ['transfer', ''],
    ['finish_bonus', ''],
    ['something new', ''],
  ])('R175 R552 R553 R554 a %s has the sign "%s"', (type, sign) => {
    expect(signOf(type)).toBe(sign)
  })

  test.each(['bonus', 'promotion', 'invite', 'refund', 'luckydraw'])(
    'R176 the description of a %s is shown',
    (link) => {
      expect(descriptionOf(statementRow({ [link]: { description: 'what for' } }))).toBe('what for')
      expect(descriptionOf(statementRow({ bonus: null, promotion: null, [link]: { description: '' } }))).toBe('')
    },
  )

  test('R176 without one there is no description', () => {
    expect(descriptionOf(statementRow())).toBeNull()
    expect(descriptionOf(statementRow({ bonus: null, luckydraw: null }))).toBeNull()
  })
})
