import type { ReactNode } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { PAGE_SIZE, pagesAround } from '#contract/statement.ts'
import th from '#locales/th.json'
import type { PagedListMachine } from '#machines/lib/paged-list.ts'
import { defineDriver } from './driver.ts'
import type { Model } from './model.ts'
import { press, type ScreenSnapshot } from './screen.ts'

const { action, pager: names, state } = th
const pageNo = (page: number) => names.page.replace('{{n}}', String(page))

type List<T> = {
  view: (actor: ActorRefFrom<PagedListMachine<T>>) => ReactNode
  /** Controls above the list that are always visible. */
  before?: readonly string[]
  /** Controls below the list that are always visible. */
  after?: readonly string[]
  /** The two pages: their controls, and characteristic texts. */
  pages: readonly [ScreenSnapshot, ScreenSnapshot]
  /** Texts of an empty list, and of a list that failed to load. */
  empty: string
  failed: string
}

/** Two pages of amounts: the first and the last row of each. */
export const amounts = (sign = ''): readonly [ScreenSnapshot, ScreenSnapshot] => [
  { controls: [], sees: [`${sign}100.00`, `${sign}100.09`] },
  { controls: [], sees: [`${sign}100.10`, `${sign}100.11`] },
]

/** The labels of the page buttons, or an empty list if there is only one page. */
function pager(page: number, last: number): string[] {
  if (last === 1) return []
  return [
    `${names.previous}${page === 1 ? ' (off)' : ''}`,
    ...pagesAround(page, last).map(pageNo),
    `${names.next}${page === last ? ' (off)' : ''}`,
  ]
}

/** The driver of a list that is loaded page by page. */
export function listDriver<T>(
  model: Model<PagedListMachine<T>>,
  { view, before = [], after = [], pages, empty, failed }: List<T>,
) {
  function list(snapshot: SnapshotFrom<PagedListMachine<T>>): ScreenSnapshot {
    const { page, last, rows } = snapshot.context
    if (rows.length === 0)
      return { controls: [...before, ...after], sees: [snapshot.hasTag('busy') ? state.loading : empty] }
    const shown = pages[rows.length === PAGE_SIZE ? 0 : 1]
    return { ...shown, controls: [...before, ...shown.controls, ...pager(page, last), ...after] }
  }
  return defineDriver<PagedListMachine<T>>(model, {
    view,
    act: {
      'page.choose': {
        ways: [
          ({ page }) => press(pageNo(page))(),
          ({ page }, { context }) => {
            const step = new Map([
              [context.page - 1, names.previous],
              [context.page + 1, names.next],
            ])
            return press(step.get(page) ?? pageNo(page))()
          },
        ],
        when: ({ context }, { page }) => context.last > 1 && pagesAround(context.page, context.last).includes(page),
      },
      'page.retry': { ways: [press(action.retry)] },
    },
    texts: [state.loading, empty, failed, ...pages.flatMap(({ sees = [] }) => sees)],
    look: {
      loading: list,
      shown: list,
      failed: () => ({ controls: [...before, action.retry, ...after], sees: [failed] }),
    },
  })
}
