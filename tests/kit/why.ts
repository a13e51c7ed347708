import type { AnyMachineSnapshot, AnyStateNode } from 'xstate'
import { leavesOf, nameOf } from './states.ts'

/** A situation in which a step can happen, by its facts, and the outcome there. */
type Case = { facts: Readonly<Record<string, string>>; outcome: string }

const NONE = 'none'
function wordsFor(fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  return fact === null || fact === '' ? NONE : String(fact)
}

/** The name of the region of a parallel state that contains a state; `state` if there is none. */
function regionOf(node: AnyStateNode): string {
  if (!node.parent) return 'state'
  return node.parent.type === 'parallel' ? nameOf(node) : regionOf(node.parent)
}

/** Returns the facts that distinguish a situation: those of the model, then the state of each region. */
export const factsOf = (situation: AnyMachineSnapshot, facts: Readonly<Record<string, unknown>>): Case['facts'] => ({
  ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, wordsFor(fact)])),
  ...Object.fromEntries(
    leavesOf(situation).map((leaf) => {
      const region = regionOf(leaf)
      return [region, nameOf(leaf).replace(`${region}.`, '')]
    }),
  ),
})

/** Every choice of `count` names, in their order. */
function choicesOf(names: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return names.flatMap((name, at) => choicesOf(names.slice(at + 1), count - 1).map((others) => [name, ...others]))
}

const isDecided = (cases: readonly Case[]) => new Set(cases.map(({ outcome }) => outcome)).size === 1
const factOf = ({ facts }: Case, name: string) => facts[name] ?? NONE

/** Lists values of a fact; if there are more than three and only one other exists, names them as `not` the other. */
function listed(values: readonly string[], all: readonly string[]): string {
  const [other, ...others] = all.filter((value) => !values.includes(value))
  const isOther = values.length > 3 && other !== undefined && other !== NONE && others.length === 0
  return isOther ? `not ${other}` : [...values].sort().join(' or ')
}

/** Explains cases by these facts, one after another while they differ. */
function explain(cases: readonly Case[], [name, ...others]: readonly string[]): Map<Case, string> {
  const told = new Map<Case, string>()
  if (name === undefined || isDecided(cases)) return told
  const parts = [...Map.groupBy(cases, (one) => factOf(one, name))]
  const merged = Map.groupBy(parts, ([value, part]) => (isDecided(part) ? part[0]?.outcome : value))
  for (const same of merged.values()) {
    const values = listed(
      same.map(([value]) => value),
      parts.map(([value]) => value),
    )
    const part = same.flatMap(([, some]) => some)
    const rest = explain(part, others)
    for (const one of part) told.set(one, [`${name}: ${values}`, rest.get(one)].filter(Boolean).join('; '))
  }
  return told
}

/**
 * Explains the different outcomes of a step: returns for each case the facts that decide it, as `amount: none`, as few
 * as possible. Throws if no facts decide.
 */
export function whyOf(cases: readonly Case[]): string[] {
  const names = [...new Set(cases.flatMap(({ facts }) => Object.keys(facts)))]
  const decides = (chosen: readonly string[]) =>
    [...Map.groupBy(cases, (one) => chosen.map((name) => factOf(one, name)).join('\n')).values()].every(isDecided)
  for (let count = 1; count <= names.length; count++) {
    const chosen = choicesOf(names, count).find(decides)
    if (!chosen) continue
    const orders = chosen.map((name) => [name, ...chosen.filter((other) => other !== name)])
    const [shortest] = orders
      .map((order) => explain(cases, order))
      .sort((a, b) => new Set(a.values()).size - new Set(b.values()).size)
    return cases.map((one) => shortest?.get(one) ?? '')
  }
  throw new Error(`no fact decides: ${cases.map(({ outcome }) => outcome).join(', ')}`)
}
