import { PAGE_SIZE } from '#contract/statement.ts'
import { refundListMachine } from '#machines/refund-list.machine.ts'
import { listModel } from '../kit/list-model.ts'

export default listModel({
  machine: refundListMachine,
  start: 'the refunds are shown',
  call: 'refund.list',
  rows: Array.from({ length: PAGE_SIZE + 2 }, (_, at) => ({
    refundAmount: 10_000 + at,
    createdAt: `2026-01-${20 - at}T03:04:05.000Z`,
  })),
  cites: {
    page: 'R171',
    shown: 'R126',
    failed: 'R404',
  },
})
