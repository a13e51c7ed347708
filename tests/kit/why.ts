import type { AnyMachineSnapshot, AnyStateNode } from 'xstate'
import { leavesOf, nameOf } from './states.ts'

/** A situation in which a step can happen, given by its facts, and the outcome in that situation. */
type Case = { facts: Readonly<Record<string, string>>; outcome: string }

const NONE = 'none'
function wordsFor(fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  return fact === null || fact === '' ? NONE : String(fact)
}

/** Lists the facts of a situation as text: `amount: none; bonus held: no`. */
export const inWords = (facts: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .map(([name, fact]) => `${name}: ${wordsFor(fact)}`)
    .join('; ')

/** The name of the parallel region that contains a state, or `state` if there is no parallel region. */
function regionOf(node: AnyStateNode): string {
  if (!node.parent) return 'state'
  return node.parent.type === 'parallel' ? nameOf(node) : regionOf(node.parent)
}

/** Returns the facts that distinguish a situation: the model's own facts, then the state of each region. */
export const factsOf = (situation: AnyMachineSnapshot, facts: Readonly<Record<string, unknown>>): Case['facts'] => ({
  ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, wordsFor(fact)])),
  ...Object.fromEntries(
    leavesOf(situation).map((leaf) => {
      const region = regionOf(leaf)
      return [region, nameOf(leaf).replace(`${region}.`, '')]
    }),
  ),
})

/** Every combination of `count` names, in the given order. */
function choicesOf(names: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return names.flatMap((name, at) => choicesOf(names.slice(at + 1), count - 1).map((others) => [name, ...others]))
}

const isDecided = (cases: readonly Case[]) => new Set(cases.map(({ outcome }) => outcome)).size === 1
const factOf = ({ facts }: Case, name: string) => facts[name] ?? NONE

/**
 * Lists values of a fact. Returns `not x` instead if there are more than three values and x is the only value left out.
 */
function listed(values: readonly string[], all: readonly string[]): string {
  const [other, ...others] = all.filter((value) => !values.includes(value))
  const isOther = values.length > 3 && other !== undefined && other !== NONE && others.length === 0
  return isOther ? `not ${other}` : [...values].sort().join(' or ')
}

/**
 * Explains the outcome of each case with the given facts. Adds one fact at a time, until the outcomes no longer differ.
 */
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
 * Explains why the outcomes of a step differ. Returns, for each case, the fewest facts that decide its outcome, such as
 * `amount: none`.
 *
 * Cases with the same outcome get separate explanations only if `shown` returns different texts for them. Throws if no
 * facts decide the outcomes.
 */
export function whyOf<C extends Case>(cases: readonly C[], shown: (some: readonly C[]) => string): string[] {
  const names = [...new Set(cases.flatMap(({ facts }) => Object.keys(facts)))]
  const alike = (chosen: readonly string[]) => [
    ...Map.groupBy(cases, (one) => chosen.map((name) => factOf(one, name)).join('\n')).values(),
  ]
  for (let count = 1; count <= names.length; count++) {
    const chosen = choicesOf(names, count).find((some) => alike(some).every(isDecided))
    if (!chosen) continue
    const texts = new Map(
      alike(chosen).flatMap((same) => {
        const text = shown(same)
        return same.map((one) => [one, text] as const)
      }),
    )
    const told = cases.map((one) => ({ facts: one.facts, outcome: `${one.outcome} ${texts.get(one)}` }))
    const orders = chosen.map((name) => [name, ...chosen.filter((other) => other !== name)])
    const [shortest] = orders
      .map((order) => explain(told, order))
      .sort((a, b) => new Set(a.values()).size - new Set(b.values()).size)
    return told.map((one) => shortest?.get(one) ?? '')
  }
  throw new Error(`no fact decides: ${cases.map(({ outcome }) => outcome).join(', ')}`)
}
