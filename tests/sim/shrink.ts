import type { Event, Plan } from './plan.ts'
import type { Report } from './run.ts'

/** The time from a run's last event to its calm phase, ms. */
const AFTER = 60_000

/** Returns the plan with only these events. */
function planWith(plan: Plan, events: readonly Event[]): Plan {
  const last = events.at(-1)?.at ?? 0
  return { ...plan, events, calmAt: Math.min(plan.calmAt, last + AFTER) }
}

/** Returns the numbers of the members in `lines`, in order of appearance. */
const membersIn = (lines: readonly string[]) =>
  new Set(lines.flatMap((line) => [...line.matchAll(/Member (\d+),/g)].map(([, number]) => Number(number) - 1)))

function partsOf(events: readonly Event[], count: number): Event[][] {
  const size = Math.ceil(events.length / count)
  return Array.from({ length: count }, (_, at) => events.slice(at * size, (at + 1) * size)).filter(
    ({ length }) => length > 0,
  )
}

/**
 * Returns the shortest plan found that breaks the same law as `report`, with its report. Keeps only the events of one
 * member if possible, then leaves out whole kinds of events, and then ever smaller groups of events. `limit`: the
 * maximum number of runs.
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
  /** Keeps only these events if they still break the law. Returns true if they do. */
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
  // a law is usually broken for one member, who appears late in the story
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
