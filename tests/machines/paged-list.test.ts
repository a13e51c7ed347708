import { describe, expect, test } from 'vitest'
import { pagesAround } from '#contract/statement.ts'
import { lastPage, type PagedListMachine } from '#machines/lib/paged-list.ts'
import inviteList from '#tests/flows/invite/invite-list.model.ts'
import refundList from '#tests/flows/refund/refund-list.model.ts'
import slipList from '#tests/flows/slips/slip-list.model.ts'
import statement from '#tests/flows/statement/statement.model.ts'
import type { Model } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { start } from '#tests/kit/start.ts'

/** Returns `count` rows. Their contents do not matter to the list. */
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => at)

describe.each<[string, string, unknown]>([
  ['statement rows', 'R134, R359, R408, R518', statement],
  ['slips', 'R135, R360, R409, R520', slipList],
  ['friends', 'R122, R403', inviteList],
  ['refunds', 'R126, R171, R404', refundList],
])('the list of %s (%s)', (_, __, model) => {
  const open = () => start(model as Model<PagedListMachine<number>>, undefined)
  /** A list of `total` rows whose first page is loaded. */
  async function shown(total: number) {
    const app = await open()
    await app.answer('page', { rows: rowsOf(Math.min(10, total)), total })
    return app
  }

  test('requests the first page of ten rows once when it opens (D-33)', async () => {
    const app = await open()
    expect([app.asked('page'), app.now().hasTag('busy')]).toEqual([[{ page: 1, limit: 10 }], true])
    await app.answer('page', { rows: rowsOf(3), total: 3 })
    expect([app.now().value, app.now().hasTag('busy')]).toEqual(['shown', false])
    expect(app.now().context).toEqual({ page: 1, last: 1, rows: rowsOf(3) })
    await app.pass(600_000)
    expect(app.fakes.calls).toHaveLength(1)
  })

  test('requests the chosen page, and shows the current page until the chosen one arrives (R177)', async () => {
    const app = await shown(23)
    await app.send({ type: 'page.choose', page: 3 })
    expect(app.asked('page')[1]).toEqual({ page: 3, limit: 10 })
    expect([app.now().hasTag('busy'), app.now().context.rows]).toEqual([true, rowsOf(10)])
    await app.answer('page', { rows: rowsOf(3), total: 23 })
    expect(app.now().context).toEqual({ page: 3, last: 3, rows: rowsOf(3) })
  })

  test.each([0, -1, 4, 1000])('does not request page %i of three (R519)', async (page) => {
    const app = await shown(23)
    await app.send({ type: 'page.choose', page })
    expect([app.asked('page').length, app.now().context.page]).toEqual([1, 1])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'stops loading after the failure %o, and requests the page again only if the player asks',
    async (failure) => {
      const app = await shown(23)
      await app.send({ type: 'page.choose', page: 2 })
      await app.fail('page', failure)
      expect([app.now().value, app.now().hasTag('busy')]).toEqual(['failed', false])
      await app.pass(600_000)
      expect(app.asked('page')).toHaveLength(2)
      await app.send({ type: 'page.retry' }, { type: 'page.retry' })
      expect(app.asked('page').slice(1)).toEqual([
        { page: 2, limit: 10 },
        { page: 2, limit: 10 },
      ])
      await app.answer('page', { rows: rowsOf(10), total: 23 })
      expect([app.now().value, app.now().context.page]).toEqual(['shown', 2])
    },
  )

  test('switches to the page chosen last while another page is loading, and ignores pages that do not exist', async () => {
    const app = await shown(23)
    await app.send({ type: 'page.choose', page: 2 }, { type: 'page.choose', page: 3 }, { type: 'page.choose', page: 4 })
    expect(app.asked('page').slice(1)).toEqual([
      { page: 2, limit: 10 },
      { page: 3, limit: 10 },
    ])
    await app.answer('page', { rows: rowsOf(3), total: 23 })
    expect(app.now().context).toEqual({ page: 3, last: 3, rows: rowsOf(3) })
  })

  test('offers another page when a reload shows that rows have been added', async () => {
    const app = await shown(10)
    await app.send({ type: 'page.choose', page: 1 })
    await app.answer('page', { rows: rowsOf(10), total: 11 })
    await app.send({ type: 'page.choose', page: 2 })
    expect(app.asked('page').at(-1)).toEqual({ page: 2, limit: 10 })
  })

  test('offers another page after a full one, but not after a partial one, if the total is unknown (R179, D-33)', async () => {
    const app = await open()
    await app.answer('page', { rows: rowsOf(10), total: null })
    await app.send({ type: 'page.choose', page: 3 })
    expect(app.asked('page')).toHaveLength(1)
    await app.send({ type: 'page.choose', page: 2 })
    await app.answer('page', { rows: rowsOf(9), total: null })
    await app.send({ type: 'page.choose', page: 3 })
    expect(app.asked('page')).toHaveLength(2)
    await app.send({ type: 'page.choose', page: 1 })
    expect(app.asked('page')[2]).toEqual({ page: 1, limit: 10 })
  })
})

describe('the pages of a list', () => {
  test.each([
    [0, 1],
    [1, 1],
    [10, 1],
    [11, 2],
    [20, 2],
    [21, 3],
  ])('contain ten rows each: %i rows need %i pages (R177, R518)', (total, last) => {
    expect(lastPage({ rows: rowsOf(1), total }, 1)).toBe(last)
  })

  test.each([
    [10, 1, 2],
    [9, 1, 1],
    [10, 4, 5],
    [3, 4, 4],
    [0, 1, 1],
  ])('with %i rows on page %i and an unknown total end at page %i (D-33)', (count, page, last) => {
    expect(lastPage({ rows: rowsOf(count), total: null }, page)).toBe(last)
  })

  test.each([
    [1, 1, [1]],
    [1, 9, [1, 2]],
    [2, 9, [1, 2, 3]],
    [4, 9, [1, 2, 3, 4, 5]],
    [5, 9, [2, 3, 4, 5, 6]],
    [9, 9, [6, 7, 8, 9]],
  ])('offered on page %i of %i are %j (R519)', (page, last, pages) => {
    expect(pagesAround(page, last)).toEqual(pages)
  })
})
