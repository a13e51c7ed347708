import type { Bounds, Flow } from './flow.ts'
import { flows } from './flows.ts'

/** A flow and the bounds within which it is searched: always, and at night. */
export type Composition = { flow: Flow; bounds: Bounds; night: Bounds }

const BOUNDS: Bounds = { tabs: 2, confirms: 2, requests: 2, arrivals: 2, ends: 1, closings: 0 }

/** All compositions by their names. */
export const compositions: Readonly<Record<string, Composition>> = Object.fromEntries(
  Object.entries(flows).map(([name, flow]) => [name, { flow, bounds: BOUNDS, night: { ...BOUNDS, closings: 1 } }]),
)
