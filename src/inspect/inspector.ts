import type { InspectionEvent } from 'xstate'
import type { OnWarning } from './attach.ts'
import { watch } from './hub.ts'

/** True if the inspector can be opened: in development and in QA builds. */
const IS_INSPECTED: boolean = import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1'

type Named = { id: string; inspect?: (event: InspectionEvent) => void }

/** Options of an actor with the readable name `id`; in a production build nobody observes it. */
export const named: (id: string) => Named = IS_INSPECTED ? (id) => ({ id, inspect: watch }) : (id) => ({ id })

/** Adds the inspector's button to the page; the inspector shows the page's warnings too. Does nothing in a production build. */
export function startInspector(onWarning: OnWarning): void {
  // written out, because with a constant a production build would contain the file
  if (import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1')
    void import('./start.tsx').then(({ start }) => start(onWarning))
}
