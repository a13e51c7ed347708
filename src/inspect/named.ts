import type { InspectionEvent } from 'xstate'
import { watch } from './hub.ts'

/** True where the inspector can be opened: in development and in QA builds. */
const IS_INSPECTED: boolean = import.meta.env.DEV || import.meta.env.VITE_INSPECT === '1'

type Named = { id: string; inspect?: (event: InspectionEvent) => void }

/** Options of an actor that a person shall know by `id`; in a production build nobody watches it. */
export const named: (id: string) => Named = IS_INSPECTED ? (id) => ({ id, inspect: watch }) : (id) => ({ id })
