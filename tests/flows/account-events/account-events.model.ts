import { accountEventsMachine } from '#machines/account-events.machine.ts'
import { listModel, ROWS } from '#tests/kit/list-model.ts'
import { logins } from '#tests/kit/samples/events.ts'

export default listModel({
  machine: accountEventsMachine,
  start: 'the player opens the security events',
  call: 'account.events',
  rows: logins(ROWS),
  cites: {
    page: 'R647',
    shown: 'R647, R648',
    failed: 'R649',
    'the server answers: no rows': 'R649',
  },
})
