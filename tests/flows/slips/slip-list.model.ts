import { satang } from '#contract/money.ts'
import { slipListMachine } from '#machines/slip-list.machine.ts'
import { listModel, ROWS } from '#tests/kit/list-model.ts'
import { slipOf } from '#tests/kit/samples/statement.ts'

export default listModel({
  machine: slipListMachine,
  start: 'the player opens the slips dialog',
  call: 'statement.slips',
  rows: [
    slipOf({ amount: satang(0), status: 'PENDING', link: '/files/slip.png' }),
    slipOf({ amount: satang(0), status: 'FAILED', note: 'INVALID_SLIP', reference: 's1' }),
    ...Array.from({ length: ROWS - 2 }, (_, at) => slipOf({ amount: satang(10_002 + at), reference: `s${at + 2}` })),
  ],
  cites: {
    page: 'R360, R520',
    shown: 'R135, R136, R178',
    failed: 'R409',
  },
})
