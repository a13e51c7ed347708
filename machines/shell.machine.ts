import { fromCallback, setup } from 'xstate'
import { stubActor } from './lib/actors.ts'

/**
 * The site as an app in this browser. Tracks whether there is a connection, and whether a newer version of the site is
 * waiting. The page switches to that version only when the player agrees. Source: D-59.
 */
export const shellMachine = setup({
  types: {
    events: {} as {
      type: 'network.lost' | 'network.back' | 'version.found' | 'version.take' | 'version.postpone'
    },
    tags: {} as 'changing',
  },
  actors: {
    /** Reports when the connection is lost or restored. */
    network: fromCallback(() => {}),
    /** Starts the service worker and reports each waiting version. */
    worker: fromCallback(() => {}),
    /** Lets the waiting version take over. */
    'worker.change': stubActor<void>(),
  },
  actions: {
    /** Reloads the page. Implemented in src/actors. */
    reload: () => {},
  },
}).createMachine({
  id: 'shell',
  description: 'The shell of the app: whether the browser is online, and whether there is a newer version.',
  type: 'parallel',
  states: {
    connection: {
      invoke: { id: 'network', src: 'network' },
      initial: 'online',
      states: {
        online: { description: 'The browser has a connection.', on: { 'network.lost': 'offline' } },
        offline: {
          description: 'There is no connection. A notice says so; pages that were loaded earlier can still be opened.',
          on: { 'network.back': 'online' },
        },
      },
    },
    version: {
      invoke: { id: 'worker', src: 'worker' },
      initial: 'current',
      states: {
        current: { description: 'No newer version is known.', on: { 'version.found': 'found' } },
        found: {
          description: 'A newer version is loaded and offered. Until the player accepts it, this page stays as it is.',
          on: { 'version.take': 'changing', 'version.postpone': 'postponed' },
        },
        postponed: {
          description: 'The player keeps this version; the newer one is used on the next visit.',
          on: { 'version.found': 'found' },
        },
        changing: {
          description: 'The newer version is taking over.',
          tags: 'changing',
          invoke: { id: 'worker.change', src: 'worker.change', onDone: 'changed', onError: 'changed' },
        },
        changed: { description: 'The page is being reloaded.', tags: 'changing', entry: 'reload' },
      },
    },
  },
})
