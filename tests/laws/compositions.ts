import type { Bounds, Flow } from './flow.ts'
import { flows } from './flows.ts'

/** A flow, and the bounds within which every situation is searched, in every run and at night. */
export type Composition = { flow: Flow; bounds: Bounds; night: Bounds }

const BOUNDS: Bounds = { tabs: 2, confirms: 2, requests: 2, arrivals: 2, ends: 1, closings: 0 }
const NIGHT: Bounds = { ...BOUNDS, requests: 3, closings: 1 }
/** Machines without an attempt have more ways on; each run searches them in one tab. */
const ALONE: Bounds = { ...BOUNDS, tabs: 1 }
const ALONE_AT_NIGHT: Bounds = { ...BOUNDS, closings: 1 }
/**
 * No client can prevent a browser from sending a change twice to a backend without keys, so each request arrives once.
 */
const once = (bounds: Bounds): Bounds => ({ ...bounds, arrivals: 1 })

function boundsOf(name: string, flow: Flow): [Bounds, Bounds] {
  if (name === 'transfer') return [{ ...BOUNDS, closings: 1 }, NIGHT]
  // a player may stop an upload and send it again at once, so that many requests of one slip are on their way
  if (name === 'slipUpload') return [ALONE, { ...BOUNDS, requests: 1 }]
  // while a copy of a change is in another tab, being refused for a limit here proves nothing
  if (name === 'limitedTransfer') return [ALONE, { ...NIGHT, tabs: 1 }]
  if (name === 'limitedSlipUpload') return [ALONE, { ...ALONE, closings: 1 }]
  return flow.open || flow.signs ? [ALONE, ALONE_AT_NIGHT] : [BOUNDS, NIGHT]
}

/** All compositions by name. */
export const compositions: Readonly<Record<string, Composition>> = Object.fromEntries(
  Object.entries<Flow>(flows).map(([name, flow]) => {
    const [bounds, night] = boundsOf(name, flow)
    return [name, flow.isPlain ? { flow, bounds: once(bounds), night: once(night) } : { flow, bounds, night }]
  }),
)
