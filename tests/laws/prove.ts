import { type Composition, compositions } from './compositions.ts'
import { FlowSystem } from './flow.ts'
import { type Result, type System, search } from './search.ts'
import type { Fault } from './server.ts'
import { sites } from './sites.ts'

/**
 * The result for one composition. `unseen`: the states that should show an outcome but were not reached by the search.
 */
export type Proof = Result & { unseen: string[]; seconds: number }

/** Searches a newly built system and measures the time. */
function proved<World>(system: System<World> & { unseen: () => string[] }): Proof {
  const start = performance.now()
  const result = search(system)
  return { ...result, unseen: system.unseen(), seconds: (performance.now() - start) / 1000 }
}

/**
 * Searches a composition within its ordinary or its nightly bounds. `faults` do not apply to compositions with their
 * own server model.
 */
export function prove(name: string, isNight: boolean, faults: readonly Fault[]): Proof {
  const site = sites[name]
  if (site) return proved(site.open(isNight ? site.night : site.bounds))
  const { flow, bounds, night } = compositions[name] as Composition
  return proved(new FlowSystem(flow, isNight ? night : bounds, faults))
}
