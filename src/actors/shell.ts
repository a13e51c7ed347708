import { createActor, fromCallback } from 'xstate'
import { shellMachine } from '#machines/shell.machine.ts'
import { named } from '#src/inspect/inspector.ts'
import { watchConnection } from '#src/lib/connection.ts'
import { savesData } from '#src/lib/idle.ts'
import { changeVersion, watchVersions } from '#src/lib/worker.ts'
import { requestActor } from './call.ts'

export const shellLogic = shellMachine.provide({
  actors: {
    network: fromCallback(({ sendBack }) =>
      watchConnection((isOnline) => sendBack({ type: isOnline ? 'network.back' : 'network.lost' })),
    ),
    // the dev server has no service worker, and the site is not cached for players who have turned on data saving
    worker: fromCallback(({ sendBack }) =>
      import.meta.env.PROD && !savesData() ? watchVersions(() => sendBack({ type: 'version.found' })) : undefined,
    ),
    'worker.change': requestActor(changeVersion),
  },
  actions: { reload: () => location.reload() },
})

/** Starts the app shell, which watches the connection and new versions. */
export const startShell = () => createActor(shellLogic, named('shell')).start()
