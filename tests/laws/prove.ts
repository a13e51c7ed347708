import type { Composition } from './compositions.ts'
import { FlowSystem } from './flow.ts'
import { type Result, search } from './search.ts'
import type { Fault } from './server.ts'

/** The outcome of a composition. `unseen`: states that should tell an outcome, but that no situation contains. */
export type Proof = Result & { unseen: string[]; seconds: number }

/** Searches a composition, within its bounds of a night or of every day. */
export function prove({ flow, bounds, night }: Composition, isNight = false, faults: readonly Fault[] = []): Proof {
  const start = performance.now()
  const system = new FlowSystem(flow, isNight ? night : bounds, faults)
  const result = search(system)
  return { ...result, unseen: system.unseen(), seconds: (performance.now() - start) / 1000 }
}
