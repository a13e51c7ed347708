import type { Bounds, Flow } from './flow.ts'
import { flows } from './flows.ts'

/** A flow and the bounds of the exhaustive search: `bounds` for every run, `night` for the nightly run. */
export type Composition = { flow: Flow; bounds: Bounds; night: Bounds }

const BOUNDS: Bounds = { tabs: 2, confirms: 2, requests: 2, arrivals: 2, ends: 1, closings: 0 }
const NIGHT: Bounds = { ...BOUNDS, requests: 3, closings: 1 }
/**
 * The bounds for flows with many possible moves, such as flows without an attempt. Ordinary runs search these flows in
 * a single tab.
 */
const ALONE: Bounds = { ...BOUNDS, tabs: 1 }
const ALONE_AT_NIGHT: Bounds = { ...BOUNDS, closings: 1 }
/**
 * The bounds for a backend without keys. Each request arrives only once, because such a backend makes the change twice
 * if a browser resends the request, and no client can prevent that.
 */
const once = (bounds: Bounds): Bounds => ({ ...bounds, arrivals: 1 })

function boundsOf(name: string, flow: Flow): [Bounds, Bounds] {
  if (name === 'transfer') return [{ ...BOUNDS, closings: 1 }, NIGHT]
  if (name === 'agedTransfer') return [ALONE, BOUNDS]
  // the machine and its attempt are those of gameAccount, which ordinary runs search in two tabs
  if (/game(Fill|Opening|Password)$/i.test(name)) return [ALONE, ALONE_AT_NIGHT]
  // a player may stop an upload and send it again at once, therefore several requests for one slip can be pending
  if (name === 'slipUpload') return [ALONE, { ...BOUNDS, requests: 1 }]
  // while another tab has a copy of a change, the change may have been made even if this tab receives a rate-limit
  // refusal
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
