import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate'
import { guardNames, nameOf, nodesOf } from './states.ts'

const idOf = (node: AnyStateNode) => node.path.join('_')

/** The states that a `stateIn` guard requires, such as `in open`, or `not in open` if the guard is negated. */
function placesOf(guard: unknown): string[] {
  const { stateValue, guards } = Object(guard) as { stateValue?: StateValue; guards?: unknown[] }
  if (guards) return guards.flatMap(placesOf).map((place) => `not ${place}`)
  const pathOf = (value: StateValue): string =>
    typeof value === 'string'
      ? value
      : Object.entries(value)
          .map(([key, inner]) => (inner ? `${key}.${pathOf(inner)}` : key))
          .join(' and ')
  return stateValue ? [`in ${pathOf(stateValue)}`] : []
}

/** The label of a transition: `lookups answers`, `after TOAST_TIME`, `otp.submit [hasCode]`. */
function labelOf(transition: AnyTransitionDefinition): string {
  const what = transition.eventType
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 answers')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 fails')
    .replace(/^xstate\.done\.state\..+$/, 'done')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
  const only = [...guardNames(transition), ...placesOf(transition.guard)].map((name) => `[${name}]`)
  return [what, ...only].filter(Boolean).join(' ')
}

const waysOf = (node: AnyStateNode) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
const isBox = ({ type }: AnyStateNode) => type === 'compound' || type === 'parallel'
const labelsOf = (ways: AnyTransitionDefinition[]) => [...new Set(ways.map(labelOf))].filter(Boolean)

/**
 * The events that a state handles without leaving it. They are listed in the state, unless it contains other states.
 */
const heard = (node: AnyStateNode) => labelsOf(waysOf(node).filter(({ target }) => !target))

/** The arrows out of a state. Arrows to the same target are merged. */
function arrows(node: AnyStateNode): string[] {
  // The chart has no state for the whole machine from which an arrow could start.
  if (node.parent === undefined) return []
  const ways = waysOf(node).filter(({ target }) => target || isBox(node))
  const byTarget = Map.groupBy(ways, ({ target }) => target?.[0] ?? node)
  return [...byTarget].map(([target, those]) => {
    const labels = labelsOf(those)
    return `${idOf(node)} --> ${idOf(target)}${labels.length > 0 ? `: ${labels.join('<br>')}` : ''}`
  })
}

const titleOf = ({ type, key }: AnyStateNode) => (type === 'parallel' ? `${key}, all at once` : key)
/**
 * Draws a state, or a box around its inner states. Regions have no separator, because Mermaid draws nothing if a region
 * with a separator contains a box.
 */
const drawn = (node: AnyStateNode, indent: string): string[] =>
  isBox(node)
    ? [`${indent}state "${titleOf(node)}" as ${idOf(node) || node.key} {`, ...inside(node, `${indent}  `), `${indent}}`]
    : [node.key, ...heard(node)].map((line) => `${indent}${idOf(node)}: ${line}`)

function inside(node: AnyStateNode, indent: string): string[] {
  const [first] = node.type === 'parallel' ? [] : (node.initial?.target ?? [])
  const states = Object.values(node.states).flatMap((child) => drawn(child, indent))
  const ends = Object.values(node.states).filter(({ type }) => type === 'final')
  return [
    ...(first ? [`${indent}[*] --> ${idOf(first)}`] : []),
    ...states,
    ...ends.map((child) => `${indent}${idOf(child)} --> [*]`),
  ]
}

/** The transitions that apply in every state, which the chart cannot show. */
export const everywhere = ({ root }: AnyStateMachine): string[] =>
  waysOf(root).map((way) => [labelOf(way), ...(way.target ?? []).map((to) => `→ ${nameOf(to)}`)].join(' '))

/** The machine's statechart in Mermaid syntax. */
export function toMermaid(machine: AnyStateMachine): string {
  const { root } = machine
  const ways = nodesOf(root).flatMap(arrows)
  const states = root.type === 'parallel' ? drawn(root, '  ') : inside(root, '  ')
  return ['stateDiagram-v2', ...states, ...ways.map((way) => `  ${way}`)].join('\n')
}
