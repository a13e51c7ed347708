import type { CallName } from '#contract/calls.ts'
import type { PagedListMachine } from '#machines/paged-list.ts'
import { noAnswer } from '../models/fixtures/failures.ts'
import { defineModel } from './model.ts'

type List<T> = {
  machine: PagedListMachine<T>
  /** How it begins, in words. */
  start: string
  /** What it asks of the server. */
  call: CallName
  /** A full page. */
  rows: readonly T[]
  cites: Record<string, string>
}

/** The model of a list that is read a page at a time. */
export const listModel = <T>({ machine, start, call, rows, cites }: List<T>) =>
  defineModel<PagedListMachine<T>>({
    machine,
    starts: { [start]: undefined },
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
          'ten rows of twelve': { rows, total: 12 },
          'there are none': { rows: [], total: 0 },
        },
        error: { 'no answer': noAnswer },
      },
    },
    facts: ({ page, last, rows }) => ({ page, last, rows: rows.length }),
    cites,
  })
