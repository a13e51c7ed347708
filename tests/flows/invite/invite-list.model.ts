import { satang } from '#contract/money.ts'
import { inviteListMachine } from '#machines/invite-list.machine.ts'
import { listModel, ROWS } from '#tests/kit/list-model.ts'

export default listModel({
  machine: inviteListMachine,
  start: 'the player opens the list of friends',
  call: 'invite.list',
  rows: Array.from({ length: ROWS }, (_, at) => ({
    from: { name: `Friend ${at + 1}` },
    amount: satang(10_000 + at),
    createdAt: '2026-01-02T03:04:05.000Z',
  })),
  cites: {
    page: 'R169',
    shown: 'R122, R123',
    failed: 'R403',
  },
})
