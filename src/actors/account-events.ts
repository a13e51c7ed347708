import { type AccountEvent, eventCalls } from '#contract/account-events.ts'
import { accountEventsMachine } from '#machines/account-events.machine.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { request } from '#src/api/request.ts'
import { requestActor } from './call.ts'

/** The security events machine, connected to the backend. */
export const accountEventsLogic = accountEventsMachine.provide({
  actors: {
    page: requestActor<Page<AccountEvent>, { page: number; limit: number }>(async (input, signal) => {
      const { events: rows, total } = await request(eventCalls['account.events'], input, signal)
      return { rows, total }
    }),
  },
})
