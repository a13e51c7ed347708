import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { nodesOf } from './states.ts'

const idOf = (node: AnyStateNode) => node.path.join('_')

/** What leads on, as people say it: `lookups answers`, `after TOAST_TIME`, `otp.submit [hasCode]`. */
function labelOf({ eventType, guard }: AnyTransitionDefinition): string {
  const what = eventType
    .replace(/^xstate\.done\.actor\.(.+)$/, '$1 answers')
    .replace(/^xstate\.error\.actor\.(.+)$/, '$1 fails')
    .replace(/^xstate\.done\.state\..+$/, 'done')
    .replace(/^xstate\.after\.([^.]+)\..+$/, 'after $1')
  const only = typeof guard === 'object' && guard !== null ? `[${String(guard.type)}]` : ''
  return [what, only].filter(Boolean).join(' ')
}

/** The arrows out of a state; several to the same place are one, and what leads nowhere else is told as a loop. */
function arrows(node: AnyStateNode): string[] {
  const all = [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
  const byTarget = Map.groupBy(all, ({ target }) => target?.[0] ?? node)
  // what holds in the whole machine has no state of its own to start from
  if (node.parent === undefined) return []
  return [...byTarget].map(([target, ways]) => {
    const labels = [...new Set(ways.map(labelOf))].filter(Boolean)
    return `${idOf(node)} --> ${idOf(target)}${labels.length > 0 ? `: ${labels.join('<br>')}` : ''}`
  })
}

function inside(node: AnyStateNode, indent: string): string[] {
  const children = Object.values(node.states)
  const parts = children.map((child) => [
    ...(child.type === 'atomic' || child.type === 'final'
      ? [`${indent}${idOf(child)}: ${child.key}`]
      : [`${indent}state "${child.key}" as ${idOf(child)} {`, ...inside(child, `${indent}  `), `${indent}}`]),
  ])
  if (node.type === 'parallel') return parts.flatMap((part, at) => (at === 0 ? part : [`${indent}--`, ...part]))
  const [first] = node.initial?.target ?? []
  return [...(first ? [`${indent}[*] --> ${idOf(first)}`] : []), ...parts.flat()]
}

/** The machine's statechart as Mermaid draws it. */
export function toMermaid(machine: AnyStateMachine): string {
  const { root } = machine
  const ways = nodesOf(root).flatMap(arrows)
  // regions stand inside a state only
  const states =
    root.type === 'parallel' ? [`  state ${root.key} {`, ...inside(root, '    '), '  }'] : inside(root, '  ')
  return ['stateDiagram-v2', ...states, ...ways.map((way) => `  ${way}`)].join('\n')
}
