import { act, render, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createActor } from 'xstate'
import th from '#locales/th.json'
import { pagedListMachine } from '#machines/lib/paged-list.ts'
import { PagedRows } from '#src/components/paged-rows.tsx'
import { Pager } from '#src/components/pager.tsx'
import { defineModel } from '#tests/kit/model.ts'
import { Fakes, settle } from '#tests/kit/run.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { speakThai } from '#tests/kit/thai.ts'

beforeAll(speakThai)

const { pager, state, action } = th
const pageNo = (page: number) => pager.page.replace('{{n}}', String(page))
const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))

describe('the pager', () => {
  const onChoose = vi.fn()
  const show = (page: number, last: number) => render(<Pager page={page} last={last} onChoose={onChoose} />)

  test.each([
    [1, 2, [1, 2]],
    [3, 9, [1, 2, 3, 4]],
    [5, 9, [2, 3, 4, 5, 6]],
    [9, 9, [6, 7, 8, 9]],
  ])('on page %i of %i offers buttons for the pages %j (R519)', (page, last, pages) => {
    show(page, last)
    expect(names()).toEqual([pager.previous, ...pages.map(pageNo), pager.next])
    expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent(String(page))
    expect(screen.getByRole('button', { name: pager.previous })).toHaveProperty('disabled', page === 1)
    expect(screen.getByRole('button', { name: pager.next })).toHaveProperty('disabled', page === last)
    within(screen.getByRole('navigation', { name: pager.label })).getByRole('button', { current: 'page' })
  })

  test.each([0, 1])('is absent if the number of pages is %i (R519)', (last) => {
    const { container } = show(1, last)
    expect(container.innerHTML).toBe('')
  })

  test('lets the player choose a page by number, the previous page or the next page (R519)', async () => {
    onChoose.mockReset()
    show(5, 9)
    for (const name of [pageNo(3), pager.previous, pager.next])
      await userEvent.click(screen.getByRole('button', { name }))
    expect(onChoose.mock.calls).toEqual([[3], [4], [6]])
  })
})

describe('a paged list', () => {
  const texts = { empty: 'none yet', emptyLead: 'they come here', failed: 'not loaded' }
  const model = defineModel({
    machine: pagedListMachine<string>('list', 'A list.'),
    starts: { opened: undefined },
    events: { 'page.choose': {}, 'page.retry': {} },
    outcomes: { page: {} },
  })
  function show() {
    const fakes = new Fakes()
    const actor = createActor(fakes.provide(model)).start()
    const { container } = render(
      <PagedRows actor={actor} icon="statement" texts={texts}>
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        )}
      </PagedRows>,
    )
    const then = (step: () => void) =>
      act(async () => {
        step()
        await settle()
      })
    return {
      container,
      fakes,
      answer: (rows: string[], total: number | null) => then(() => fakes.take('page').resolve({ rows, total })),
      fail: () => then(() => fakes.take('page').reject(noAnswer)),
    }
  }
  const ten = Array.from({ length: 10 }, (_, at) => `row ${at}`)
  const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  test('shows only a loading state while the first page loads (R408)', () => {
    const { container } = show()
    screen.getByRole('status', { name: state.loading })
    expect([rows(), container.textContent, screen.queryByRole('navigation')]).toEqual([[], '', null])
  })

  test('keeps showing the previous page, marked as busy, while another page loads (R134)', async () => {
    const app = show()
    await app.answer(ten, 12)
    expect(screen.queryByRole('status')).toBeNull()
    expect(document.querySelector('[aria-busy]')).toBeNull()
    await press(pageNo(2))
    expect([rows(), screen.getByRole('list').parentElement?.getAttribute('aria-busy')]).toEqual([ten, 'true'])
    expect(screen.getByRole('button', { current: 'page' })).toHaveTextContent('2')
    await app.answer(['row 10', 'row 11'], 12)
    expect(rows()).toEqual(['row 10', 'row 11'])
  })

  test('shows a message and no pager if it has no rows (R134)', async () => {
    const app = show()
    await app.answer([], 0)
    screen.getByRole('heading', { name: texts.empty })
    screen.getByText(texts.emptyLead)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('reports that a page failed to load, and loads it again when the player retries (R408, R409)', async () => {
    const app = show()
    await app.answer(ten, 12)
    await press(pager.next)
    await app.fail()
    screen.getByRole('heading', { name: texts.failed })
    expect(names()).toEqual([null])
    await press(action.retry)
    await app.answer(['row 10'], 12)
    expect(rows()).toEqual(['row 10'])
    expect(app.fakes.calls.map(({ input }) => (input as { page: number }).page)).toEqual([1, 2, 2])
  })

  test('offers a next page after a full page if the total is unknown (D-33)', async () => {
    const app = show()
    await app.answer(ten, null)
    const both = [pager.previous, pageNo(1), pageNo(2), pager.next]
    expect(names()).toEqual(both)
    await press(pager.next)
    expect(names()).toEqual(both)
    await app.answer(['row 10'], null)
    expect(names()).toEqual(both)
    expect(screen.getByRole('button', { name: pager.next })).toHaveProperty('disabled', true)
    await press(pager.previous)
    expect(names()).toEqual(both)
  })

  test('lets the player go back if the total is unknown and the page after a full page is empty (D-33)', async () => {
    const app = show()
    await app.answer(ten, null)
    await press(pager.next)
    await app.answer([], null)
    screen.getByRole('heading', { name: texts.empty })
    await press(pager.previous)
    await app.answer(ten, null)
    expect(rows()).toEqual(ten)
  })

  test('keeps the pager’s buttons working while a page loads (R134)', async () => {
    const app = show()
    await app.answer(ten, 23)
    await press(pageNo(2))
    await press(pageNo(3))
    await app.answer(['row 20'], 23)
    expect([rows(), screen.getByRole('button', { current: 'page' }).textContent]).toEqual([['row 20'], '3'])
  })
})
