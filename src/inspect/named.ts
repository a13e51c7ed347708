import type { InspectionEvent } from 'xstate'
import { watch } from './hub.ts'

/** True if the inspector can be opened: in development and in QA builds. */
const IS_INSPECTED: boolean = import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1'

type Named = { id: string; inspect?: (event: InspectionEvent) => void }

/** Options of an actor with the readable name `id`; in a production build nobody observes it. */
export const named: (id: string) => Named = IS_INSPECTED ? (id) => ({ id, inspect: watch }) : (id) => ({ id })
