import { assertEvent, assign, setup } from 'xstate'
import { PAGE_SIZE } from '#contract/statement.ts'
import { stubActor } from './actors.ts'

/**
 * One page of a list, with null in place of an unreadable row. Without a `total`, a full page means that there may be
 * another page. Source: D-33.
 */
export type Page<T> = { rows: readonly (T | null)[]; total: number | null }

/** Returns the number of the last page. Without a total, a full page means that there may be one more. */
export const lastPage = <T>({ rows, total }: Page<T>, page: number): number => {
  if (total !== null) return Math.max(1, Math.ceil(total / PAGE_SIZE))
  return rows.length === PAGE_SIZE ? page + 1 : page
}

/** A machine that {@link pagedListMachine} creates. */
export type PagedListMachine<T> = ReturnType<typeof pagedListMachine<T>>

/** Creates a machine for a list that is read page by page. `T` is the type of a row. */
export const pagedListMachine = <T>(id: string, description: string) =>
  setup({
    types: {
      context: {} as { page: number; last: number; rows: readonly (T | null)[] },
      events: {} as { type: 'page.choose'; page: number } | { type: 'page.retry' },
      tags: {} as 'busy',
    },
    actors: { page: stubActor<Page<T>, { page: number; limit: number }>() },
    guards: {
      isThere: ({ context: { last }, event }) => {
        assertEvent(event, 'page.choose')
        return event.page >= 1 && event.page <= last
      },
    },
  }).createMachine({
    id,
    description,
    context: { page: 1, last: 1, rows: [] },
    initial: 'loading',
    states: {
      loading: {
        description: 'Loading a page; the previous one stays visible.',
        tags: 'busy',
        invoke: {
          id: 'page',
          src: 'page',
          input: ({ context: { page } }) => ({ page, limit: PAGE_SIZE }),
          onDone: {
            target: 'shown',
            actions: assign(({ context: { page }, event: { output: found } }) => ({
              rows: found.rows,
              last: lastPage(found, page),
            })),
          },
          onError: 'failed',
        },
        on: {
          'page.choose': {
            guard: 'isThere',
            target: 'loading',
            reenter: true,
            actions: assign({ page: ({ event }) => event.page }),
          },
        },
      },
      shown: {
        description: 'The player reads a page and can choose another.',
        on: {
          'page.choose': {
            guard: 'isThere',
            target: 'loading',
            actions: assign({ page: ({ event }) => event.page }),
          },
        },
      },
      failed: {
        description: 'The page could not be loaded; the player can try again.',
        on: { 'page.retry': 'loading' },
      },
    },
  })
