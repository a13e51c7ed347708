import { type Arrival, common, type Seen, visitOf } from './seen.ts'

/** True if a state is the other one or inside it, judging by their names. */
export const isWithin = (state: string, outer: string) => state === outer || state.startsWith(`${outer}.`)

/** Returns the texts that the screen shows whenever the machine is in these states; empty if no test reached them. */
export const textsIn = (seen: Seen, states: readonly string[]): string[] =>
  common(
    Object.entries(seen)
      .filter(([situation]) => states.every((state) => situation.split(' + ').some((leaf) => isWithin(leaf, state))))
      .map(([, { always }]) => always),
  )

/** Formats screen texts: all except buttons and links are in quotes. */
export const quoted = (texts: readonly string[], separator = ' · '): string =>
  texts.map((text) => (text.startsWith('[') ? text : `“${text}”`)).join(separator)

/**
 * Returns the formatted texts that a step adds to the screen in all of these situations. If they have none in common,
 * returns the texts of one situation, after `e.g.`. Texts that the page lists for the states do not count, nor do
 * situations without a test.
 */
export function textsAlso(seen: Seen, arrivals: readonly Arrival[]): string {
  const visits = arrivals.flatMap((arrival) => visitOf(seen, arrival) ?? [])
  const fresh = new Set(visits.flatMap((visit) => visit.fresh))
  for (const { state } of arrivals)
    for (const leaf of state.split(' + ')) for (const text of textsIn(seen, [leaf])) fresh.delete(text)
  const lists = visits.map(({ shown }) => shown.filter((text) => fresh.has(text)))
  const shared = common(lists)
  const [example] = lists.filter(({ length }) => length > 0)
  return shared.length === 0 && example ? `e.g. ${quoted(example)}` : quoted(shared)
}
