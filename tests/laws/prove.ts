import type { Composition } from './compositions.ts'
import { FlowSystem } from './flow.ts'
import { type Result, search } from './search.ts'
import type { Fault } from './server.ts'

/** The result for one composition. `unseen`: states that should tell an outcome but that the search did not reach. */
export type Proof = Result & { unseen: string[]; seconds: number }

/** Searches a composition within its nightly or its ordinary bounds. */
export function prove({ flow, bounds, night }: Composition, isNight = false, faults: readonly Fault[] = []): Proof {
  const start = performance.now()
  const system = new FlowSystem(flow, isNight ? night : bounds, faults)
  const result = search(system)
  return { ...result, unseen: system.unseen(), seconds: (performance.now() - start) / 1000 }
}
