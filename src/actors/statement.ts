import { type Slip, slipCalls } from '#contract/slip.ts'
import { type StatementItem, statementCalls } from '#contract/statement.ts'
import type { Page } from '#machines/lib/paged-list.ts'
import { slipListMachine } from '#machines/slip-list.machine.ts'
import { slipsMachine } from '#machines/slips.machine.ts'
import { statementMachine } from '#machines/statement.machine.ts'
import { request } from '#src/api/request.ts'
import { serverUrl } from '#src/lib/safe-url.ts'
import { closeTab, leadTab, openTab } from '#src/lib/tab.ts'
import { callActor, requestActor } from './call.ts'

type PageInput = { page: number; limit: number }

/** The statement machine, connected to the backend. */
export const statementLogic = statementMachine.provide({
  actors: {
    page: requestActor<Page<StatementItem>, PageInput>(async (input, signal) => {
      const { statements: rows, total } = await request(statementCalls['statement.list'], input, signal)
      return { rows, total }
    }),
  },
})

const slipList = slipListMachine.provide({
  actors: {
    page: requestActor<Page<Slip>, PageInput>(async (input, signal) => {
      const { slips: rows, total = null } = await request(slipCalls['statement.slips'], input, signal)
      return { rows, total }
    }),
  },
})

/** The slip dialog machine, connected to the backend and the browser's tabs. */
export const slipsLogic = slipsMachine.provide({
  actors: { slipList, 'statement.reference': callActor(slipCalls['statement.reference']) },
  actions: {
    openTab,
    closeTab,
    leadTab: (_, address) => {
      const url = serverUrl(address)
      if (!url || !leadTab(url)) closeTab()
    },
  },
})
