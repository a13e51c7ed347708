import { statementMachine } from '#machines/statement.machine.ts'
import { listModel, ROWS } from '#tests/kit/list-model.ts'
import { statementRows } from '#tests/kit/samples/statement.ts'

export default listModel({
  machine: statementMachine,
  start: 'the player opens the statement',
  call: 'statement.list',
  rows: statementRows(ROWS),
  cites: {
    page: 'R177, R359, R518',
    shown: 'R134',
    failed: 'R408, D-48',
  },
})
