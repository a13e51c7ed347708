import { satang } from '#contract/money.ts'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { listModel, ROWS } from '#tests/kit/list-model.ts'

export default listModel({
  machine: refundListMachine,
  start: 'the player opens the list of refunds',
  call: 'refund.list',
  rows: Array.from({ length: ROWS }, (_, at) => ({
    refundAmount: satang(10_000 + at),
    createdAt: `2026-01-${20 - at}T03:04:05.000Z`,
  })),
  cites: {
    page: 'R171',
    shown: 'R126',
    failed: 'R404',
  },
})
