import { slipListMachine } from '#machines/slip-list.machine.ts'
import { listModel } from '../kit/list-model.ts'
import { slipOf } from './fixtures/statement.ts'

export default listModel({
  machine: slipListMachine,
  start: 'the slips are opened',
  call: 'statement.slips',
  // not looked at yet
  rows: Array.from({ length: 10 }, (_, at) => slipOf({ amount: 0, status: 'PENDING', reference: `s${at}` })),
  cites: {
    page: 'R360, R520',
    shown: 'R135, R136, R178',
    failed: 'R409',
  },
})
