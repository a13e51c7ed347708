import { statementMachine } from '#machines/statement.machine.ts'
import { defineModel } from '../kit/model.ts'
import { noAnswer } from './fixtures/failures.ts'
import { statementRows } from './fixtures/statement.ts'

export default defineModel({
  machine: statementMachine,
  starts: { 'the statement is opened': undefined },
  events: {
    'page.choose': {
      'the player chooses page 1': { page: 1 },
      'the player chooses page 2': { page: 2 },
      'the player chooses page 3': { page: 3 },
    },
    'page.retry': { 'the player tries again': {} },
  },
  calls: { page: ['statement.list'] },
  outcomes: {
    page: {
      done: {
        'ten rows of twelve': { rows: statementRows(10), total: 12 },
        'there are none': { rows: [], total: 0 },
      },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ page, last, rows }) => ({ page, last, rows: rows.length }),
  cites: {
    page: 'R177, R359, R518',
    shown: 'R134',
    failed: 'R408, D-48',
  },
})
