import { assign, setup } from 'xstate'
import { DATA_START, type DataPage, type dataCalls } from '#contract/data.ts'
import { call } from './lib/actors.ts'

type Context = { after: string; pages: readonly DataPage[] }

/** Collects the member's data page by page, and saves it as a file. Source: R611–R613. */
export const dataExportMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'export.ask' | 'export.stop' | 'export.retry' | 'export.save' | 'export.saveFailed' },
    tags: {} as 'busy',
  },
  actors: { 'data.page': call<(typeof dataCalls)['data.page']>() },
  actions: {
    /** Saves the pages as a file, or sends `export.saveFailed`. Implemented in src/actors. */
    saveFile: () => {},
    addPage: assign(({ context }, page: DataPage) => ({
      after: page.next ?? DATA_START,
      pages: [...context.pages, page],
    })),
  },
  guards: { hasMore: (_, { next }: DataPage) => next !== null },
}).createMachine({
  id: 'dataExport',
  description: 'A copy of what the site stores about the member, as a file.',
  context: { after: DATA_START, pages: [] },
  initial: 'idle',
  states: {
    idle: {
      description: 'The player can start collecting their data.',
      on: { 'export.ask': 'collecting' },
    },
    collecting: {
      description: 'The data is being collected, one page at a time.',
      tags: 'busy',
      invoke: {
        id: 'data.page',
        src: 'data.page',
        input: ({ context: { after } }) => ({ after }),
        onDone: [
          {
            guard: { type: 'hasMore', params: ({ event }) => event.output },
            target: 'collecting',
            reenter: true,
            actions: { type: 'addPage', params: ({ event }) => event.output },
          },
          { target: 'ready', actions: { type: 'addPage', params: ({ event }) => event.output } },
        ],
        onError: 'failed',
      },
      on: { 'export.stop': { target: 'idle', actions: assign({ after: DATA_START, pages: [] }) } },
    },
    failed: {
      description: 'A page could not be read. The player can continue from that page.',
      on: { 'export.retry': 'collecting' },
    },
    ready: {
      description: 'All data is collected; the player can save the file.',
      on: { 'export.save': { actions: 'saveFile' }, 'export.saveFailed': 'unsaved' },
    },
    unsaved: {
      description: 'The browser could not save the file. The player can try again, or use another browser.',
      on: { 'export.save': { target: 'ready', actions: 'saveFile' } },
    },
  },
})
