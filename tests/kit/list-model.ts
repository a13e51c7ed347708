import type { CallName } from '#contract/calls.ts'
import { PAGE_SIZE } from '#contract/statement.ts'
import type { Page, PagedListMachine } from '#machines/lib/paged-list.ts'
import { defineModel } from './model.ts'
import { noAnswer } from './samples/failures.ts'

/** One full page of rows plus two. */
export const ROWS = PAGE_SIZE + 2

type List<T, S extends string> = {
  machine: PagedListMachine<T>
  /** The sentence that describes the machine's start. */
  start: S
  /** The call that loads a page. */
  call: CallName
  /** `ROWS` rows. */
  rows: readonly T[]
  cites: Record<string, string>
}

/** The model of a list that is loaded page by page. */
export function listModel<T, S extends string>({ machine, start, call, rows, cites }: List<T, S>) {
  const pages = [rows.slice(0, PAGE_SIZE), rows.slice(PAGE_SIZE)] as const
  return defineModel({
    machine,
    starts: { [start]: undefined } as Record<S, undefined>,
    events: {
      'page.choose': {
        'the player chooses page 1': { page: 1 },
        'the player chooses page 2': { page: 2 },
        'the player chooses page 3': { page: 3 },
      },
      'page.retry': { 'the player tries again': {} },
    },
    calls: { page: [call] },
    outcomes: {
      page: {
        done: {
          'the first ten of twelve rows': { rows: pages[0], total: rows.length },
          'the last two of twelve rows': { rows: pages[1], total: rows.length },
          'no rows': { rows: [], total: 0 },
        },
        error: { 'no answer': noAnswer },
      },
    },
    only: {
      // A list never loses rows, so an empty reply is possible only while there are no rows.
      'xstate.done.actor.page': ({ context }, { output }: { output: Page<T> }) =>
        output.total === 0 ? context.rows.length === 0 : output.rows === pages[context.page - 1],
    },
    facts: ({ page, last, rows }) => ({ page, 'last page': last, rows: rows.length }),
    stories: {
      'The player turns to the second page': [
        start,
        'the server answers: the first ten of twelve rows',
        'the player chooses page 2',
        'the server answers: the last two of twelve rows',
      ],
    },
    cites,
  })
}
