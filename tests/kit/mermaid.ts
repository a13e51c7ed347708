import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { guardNames, nameOf, nodesOf } from './states.ts'

const idOf = (node: AnyStateNode) => node.path.join('_')

/** What leads on, as people say it: `lookups answers`, `after TOAST_TIME`, `otp.submit [hasCode]`. */
function labelOf(transition: AnyTransitionDefinition): string {
  const what = transition.eventType
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 answers')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 fails')
    .replace(/^xstate\.done\.state\..+$/, 'done')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
  const only = guardNames(transition).map((name) => `[${name}]`)
  return [what, ...only].filter(Boolean).join(' ')
}

const waysOf = (node: AnyStateNode) => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
const isBox = ({ type }: AnyStateNode) => type === 'compound' || type === 'parallel'
const labelsOf = (ways: AnyTransitionDefinition[]) => [...new Set(ways.map(labelOf))].filter(Boolean)

/** What a state hears and stays in; it stands in the state, where that is no box of others. */
const heard = (node: AnyStateNode) => labelsOf(waysOf(node).filter(({ target }) => !target))

/** The arrows out of a state; several to the same place are one. */
function arrows(node: AnyStateNode): string[] {
  // what holds in the whole machine has no state of its own to start from
  if (node.parent === undefined) return []
  const ways = waysOf(node).filter(({ target }) => target || isBox(node))
  const byTarget = Map.groupBy(ways, ({ target }) => target?.[0] ?? node)
  return [...byTarget].map(([target, those]) => {
    const labels = labelsOf(those)
    return `${idOf(node)} --> ${idOf(target)}${labels.length > 0 ? `: ${labels.join('<br>')}` : ''}`
  })
}

const titleOf = ({ type, key }: AnyStateNode) => (type === 'parallel' ? `${key}, all at once` : key)
/** A state, or a box of states. Regions have no line between them: with a box in one of them Mermaid would draw nothing. */
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

/** What is heard in whatever state, which the chart has no place for. */
export const everywhere = ({ root }: AnyStateMachine): string[] =>
  waysOf(root).map((way) => [labelOf(way), ...(way.target ?? []).map((to) => `→ ${nameOf(to)}`)].join(' '))

/** The machine's statechart as Mermaid draws it. */
export function toMermaid(machine: AnyStateMachine): string {
  const { root } = machine
  const ways = nodesOf(root).flatMap(arrows)
  const states = root.type === 'parallel' ? drawn(root, '  ') : inside(root, '  ')
  return ['stateDiagram-v2', ...states, ...ways.map((way) => `  ${way}`)].join('\n')
}
