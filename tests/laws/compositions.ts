import type { Bounds, Flow } from './flow.ts'
import { flows } from './flows.ts'

/** A flow, and the bounds within which every situation is searched, in every run and at night. */
export type Composition = { flow: Flow; bounds: Bounds; night: Bounds }

const BOUNDS: Bounds = { tabs: 2, confirms: 2, requests: 2, arrivals: 2, ends: 1, closings: 0 }
const NIGHT: Bounds = { ...BOUNDS, requests: 3, closings: 1 }
/**
 * No client can prevent a browser from sending a change twice to a backend without keys, so each request arrives once.
 */
const once = (bounds: Bounds): Bounds => ({ ...bounds, arrivals: 1 })

/** All compositions by name. */
export const compositions: Readonly<Record<string, Composition>> = Object.fromEntries(
  Object.entries<Flow>(flows).map(([name, flow]) => {
    const own = name === 'transfer' ? { ...BOUNDS, closings: 1 } : BOUNDS
    const [bounds, night] = flow.isPlain ? [once(own), once(NIGHT)] : [own, NIGHT]
    return [name, { flow, bounds, night }]
  }),
)
