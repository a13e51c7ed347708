import { type CallName, calls } from '#contract/calls.ts'

/** A call and its fault. */
export type Pair<Fault extends string> = { name: CallName; fault: Fault }

/** The part of the product that a call belongs to: `wallet` of `wallet.get`. */
export const areaOf = (name: CallName) => name.slice(0, name.indexOf('.'))

/** Only the chat has a connection that can be cut. */
export const fits = ({ name, fault }: Pair<string>) => fault !== 'socket-cut' || areaOf(name) === 'chat'

/** The values that a pair covers, most important first: part, call, method, access, upload, and the fault with three of them. */
function valuesOf({ name, fault }: Pair<string>): string[] {
  const { method, access, form } = calls[name]
  const area = areaOf(name)
  return [area, name, method, access, `form ${form}`, `${fault} ${area}`, `${fault} ${method}`, `${fault} ${access}`]
}

/**
 * Returns one pair for each fault and each kind of call, `read` and `change`: 22 of about 650. Of the matching calls
 * it takes the one that covers the most important uncovered value; ties go to the first.
 */
export function choosePairs<Fault extends string>(names: readonly CallName[], faults: readonly Fault[]): Pair<Fault>[] {
  const covered = new Set<string>()
  const gain = (pair: Pair<Fault>) => valuesOf(pair).reduce((sum, value) => 2 * sum + (covered.has(value) ? 0 : 1), 0)
  return faults.flatMap((fault) =>
    (['read', 'change'] as const).map((kind) => {
      const [best] = names
        .map((name) => ({ name, fault }))
        .filter((pair) => calls[pair.name].kind === kind && fits(pair))
        .sort((one, other) => gain(other) - gain(one))
      if (!best) throw new Error(`no ${kind} can meet ${fault}`)
      for (const value of valuesOf(best)) covered.add(value)
      return best
    }),
  )
}
