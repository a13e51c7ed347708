import { type CallName, calls } from '#contract/calls.ts'

/** A call and the fault to inject into it. */
export type Pair<Fault extends string> = { name: CallName; fault: Fault }

/** The part of the product that a call belongs to, such as `wallet` for `wallet.get`. */
export const areaOf = (name: CallName) => name.slice(0, name.indexOf('.'))

/** True if the fault can occur in the call. Only the chat has a connection that can be cut. */
export const fits = ({ name, fault }: Pair<string>) => fault !== 'socket-cut' || areaOf(name) === 'chat'

/**
 * Returns the values that a pair covers, most important first: area, call, method, access, upload, and the fault
 * combined with the area, the method and the access.
 */
function valuesOf({ name, fault }: Pair<string>): string[] {
  const { method, access, form } = calls[name]
  const area = areaOf(name)
  return [area, name, method, access, `form ${form}`, `${fault} ${area}`, `${fault} ${method}`, `${fault} ${access}`]
}

/**
 * Returns one pair for each combination of a fault and a kind of call (`read` or `change`), and one for each area that
 * those pairs leave out: 22 of about 650 pairs.
 *
 * Each choice is the matching pair that covers the most important values not covered so far. In a tie, the first pair
 * wins.
 */
export function choosePairs<Fault extends string>(names: readonly CallName[], faults: readonly Fault[]): Pair<Fault>[] {
  const all = faults.flatMap((fault) => names.map((name) => ({ name, fault }))).filter(fits)
  const covered = new Set<string>()
  const gain = (pair: Pair<Fault>) => valuesOf(pair).reduce((sum, value) => 2 * sum + (covered.has(value) ? 0 : 1), 0)
  function choose(what: string, matches: (pair: Pair<Fault>) => boolean): Pair<Fault> {
    const [best] = all.filter(matches).sort((one, other) => gain(other) - gain(one))
    if (!best) throw new Error(`there is no pair for ${what}`)
    for (const value of valuesOf(best)) covered.add(value)
    return best
  }
  const pairs = faults.flatMap((fault) =>
    (['read', 'change'] as const).map((kind) =>
      choose(`${fault} ${kind}`, (pair) => pair.fault === fault && calls[pair.name].kind === kind),
    ),
  )
  const left = [...new Set(names.map(areaOf))].filter((area) => !covered.has(area))
  return [...pairs, ...left.map((area) => choose(area, ({ name }) => areaOf(name) === area))]
}
