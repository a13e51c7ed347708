import type { InspectionEvent } from 'xstate'
import type { OnWarning } from './attach.ts'
import { watch } from './hub.ts'

/** True if the inspector can be opened: in development and in QA builds. */
const IS_INSPECTED: boolean = import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1'

type Named = { id: string; inspect?: (event: InspectionEvent) => void }

/**
 * Returns actor options with the readable id `id`. Except in a production build, the options also report the actor to
 * the inspector.
 */
export const named: (id: string) => Named = IS_INSPECTED ? (id) => ({ id, inspect: watch }) : (id) => ({ id })

/**
 * Adds the inspector's button to the page. The inspector shows the page's warnings too. Does nothing in a production
 * build.
 */
export function startInspector(onWarning: OnWarning): void {
  // The condition is repeated here, because a production build would include the module if the constant were used.
  if (import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1')
    void import('./start.tsx').then(({ start }) => start(onWarning))
}
