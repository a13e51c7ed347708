import { sendTo, setup } from 'xstate'
import type { slipCalls } from '#contract/slip.ts'
import { call } from './lib/actors.ts'
import { failureToast, showFailure, type Toasts } from './lib/toast.ts'
import { slipListMachine } from './slip-list.machine.ts'

/**
 * The slips dialog. It lists the slips, and loads the picture of a slip that has no URL. Source: R135–R137, R361–R362.
 */
export const slipsMachine = setup({
  types: {
    input: {} as { toasts: Toasts },
    context: {} as { toasts: Toasts },
    events: {} as { type: 'slip.open'; reference: string },
    tags: {} as 'busy',
    children: {} as { slipList: 'slipList' },
  },
  actors: { slipList: slipListMachine, 'statement.reference': call<(typeof slipCalls)['statement.reference']>() },
  actions: {
    /**
     * Opens an empty tab as soon as the player taps, because browsers block tabs that are opened later. Implemented in
     * src/actors, like the next two actions.
     */
    openTab: () => {},
    /** Loads the picture in the tab that was opened for it. */
    leadTab: (_, _url: string) => {},
    /** Closes the tab that was opened for the picture. */
    closeTab: () => {},
    showFailure: sendTo(({ context }) => context.toasts, failureToast),
  },
}).createMachine({
  id: 'slips',
  description: 'The slips dialog.',
  context: ({ input }) => input,
  invoke: { id: 'slipList', src: 'slipList' },
  initial: 'reading',
  states: {
    reading: {
      description: 'The player checks the status of their slips.',
      on: { 'slip.open': { target: 'finding', actions: 'openTab' } },
    },
    finding: {
      description: 'Loading a slip’s picture; its tab is already open.',
      tags: 'busy',
      invoke: {
        id: 'statement.reference',
        src: 'statement.reference',
        input: ({ event }) => ({ reference: event.reference }),
        onDone: { target: 'reading', actions: { type: 'leadTab', params: ({ event }) => event.output.url } },
        onError: { target: 'reading', actions: ['closeTab', showFailure] },
      },
    },
  },
})
