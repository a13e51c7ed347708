import { type Arrival, common, type Seen, visitOf } from './seen.ts'

/** True if `state` is `outer` or inside it, judging by their names. */
export const isWithin = (state: string, outer: string) => state === outer || state.startsWith(`${outer}.`)

/**
 * Returns the texts that the screen always shows while the machine is in these states, or none if no test reached the
 * states.
 */
export const textsIn = (seen: Seen, states: readonly string[]): string[] =>
  common(
    Object.entries(seen)
      .filter(([situation]) => states.every((state) => situation.split(' + ').some((leaf) => isWithin(leaf, state))))
      .map(([, { always }]) => always),
  )

/** Formats screen texts. Puts every text in quotes, except buttons and links. */
export const quoted = (texts: readonly string[], separator = ' · '): string =>
  texts.map((text) => (text.startsWith('[') ? text : `“${text}”`)).join(separator)

/**
 * Returns the formatted texts that a step adds to the screen in all of these situations. If they have no such text in
 * common, returns the texts of one situation after `e.g.`.
 *
 * Ignores texts that the page already lists for the states, and situations that no test has reached.
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
