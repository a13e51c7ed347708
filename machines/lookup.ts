import { assign, setup } from 'xstate'
import { outside } from './outside.ts'

/** A machine for what is read once when it opens, and again when the player asks for it after a failure. `T`: what is read. */
export const lookupMachine = <T>(id: string, description: string) =>
  setup({
    types: {
      context: {} as { found: T | null },
      events: {} as { type: 'lookup.retry' },
      tags: {} as 'busy',
    },
    actors: { lookup: outside<T>() },
    actions: { keepFound: assign({ found: (_, found: T) => found }) },
  }).createMachine({
    id,
    description,
    context: { found: null },
    initial: 'loading',
    states: {
      loading: {
        description: 'What is to be shown is being fetched.',
        tags: 'busy',
        invoke: {
          id: 'lookup',
          src: 'lookup',
          onDone: { target: 'shown', actions: { type: 'keepFound', params: ({ event }) => event.output } },
          onError: 'failed',
        },
      },
      shown: { description: 'What was fetched shows.' },
      failed: { description: 'Nothing could be fetched; the player may try again.', on: { 'lookup.retry': 'loading' } },
    },
  })
