import type { Event, Plan } from './plan.ts'
import type { Report } from './run.ts'

/** How long a run goes on after its last event before everything is calm, ms. */
const AFTER = 60_000

/** The plan with only these events. */
function planWith(plan: Plan, events: readonly Event[]): Plan {
  const last = events.at(-1)?.at ?? 0
  return { ...plan, events, calmAt: Math.min(plan.calmAt, last + AFTER) }
}

/** The numbers of the members that are named in `lines`, in that order. */
const membersIn = (lines: readonly string[]) =>
  new Set(lines.flatMap((line) => [...line.matchAll(/Member (\d+),/g)].map(([, number]) => Number(number) - 1)))

function partsOf(events: readonly Event[], count: number): Event[][] {
  const size = Math.ceil(events.length / count)
  return Array.from({ length: count }, (_, at) => events.slice(at * size, (at + 1) * size)).filter(
    ({ length }) => length > 0,
  )
}

/**
 * Returns the report of a shorter plan that breaks the same law as `report`, and the plan: leaves out all events of a
 * member or of a kind, then ever smaller parts, as long as the law is still broken. `limit`: the most runs.
 */
export async function shrink(
  run: (plan: Plan) => Promise<Report>,
  plan: Plan,
  report: Report,
  limit: number,
): Promise<{ plan: Plan; report: Report; runs: number }> {
  const [{ law } = { law: '' }] = report.broken
  let best = { plan, report }
  let runs = 0
  /** Keeps these events only, if they still break the law. */
  const isEnough = async (events: readonly Event[]): Promise<boolean> => {
    if (runs === limit || events.length === best.plan.events.length) return false
    runs += 1
    const shorter = planWith(plan, events)
    const found = await run(shorter)
    if (!found.broken.some((each) => each.law === law)) return false
    best = { plan: shorter, report: found }
    return true
  }
  const without = (part: readonly Event[]) => {
    const left = new Set(part)
    return best.plan.events.filter((event) => !left.has(event))
  }
  const memberOf = (event: Event) => ('tab' in event ? plan.tabs[event.tab]?.member : undefined)
  await isEnough(plan.events.filter(({ at }) => at <= report.brokenAt))
  // a law is mostly broken for one member, who appears late in the story
  for (const member of membersIn(report.story.toReversed()))
    if (await isEnough(best.plan.events.filter((event) => [member, undefined].includes(memberOf(event))))) break
  for (const kind of Map.groupBy(best.plan.events, (event) => event.kind).values()) await isEnough(without(kind))
  for (let count = 2; count <= best.plan.events.length; ) {
    let isShorter = false
    for (const part of partsOf(best.plan.events, count)) isShorter = (await isEnough(without(part))) || isShorter
    if (runs === limit) break
    if (!isShorter && count === best.plan.events.length) break
    count = isShorter
      ? Math.max(2, Math.min(count, best.plan.events.length))
      : Math.min(best.plan.events.length, count * 2)
  }
  return { ...best, runs }
}
