import { readFileSync } from 'node:fs'
import { StateMachine } from 'xstate'
import { type CallName, calls } from '#contract/calls.ts'
import { everywhere, toMermaid } from './mermaid.ts'
import type { Model } from './model.ts'
import { filesOf } from './models.ts'
import { nameOf, nodesOf, settledStates } from './states.ts'

/** What several machines invoke, each with a call of its own. */
const isShared = (stem: string) => stem === 'attempt'

/** Where the machine of a stem is written. */
function sourceOf(stem: string): string {
  const file = (name: string) => readFileSync(new URL(`../../machines/${name}`, import.meta.url), 'utf8')
  return file(isShared(stem) ? `${stem}.ts` : `${stem}.machine.ts`)
}

/** The requirements that the docstring of a stem's machine names, as it writes them. */
export function requirementsOf(stem: string): string {
  const doc = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*export const (\w+)Machine = /g
  const own = [...sourceOf(stem).matchAll(doc)].find(([, name = '']) => name.toLowerCase() === stem.replaceAll('-', ''))
  const [, ids = ''] = /Source: ([^*]*(?:\n \* [^*]*)*?)\.\s*\*\//.exec(own?.[0] ?? '') ?? []
  return ids.replace(/\s*\n \* /g, ' ').replace(/\s*\(assumed\)/, '')
}

const isCall = (name: string): name is CallName => Object.hasOwn(calls, name)

/** One machine: what it is, what it asks the server, what it stems from, and its chart. */
function chapter(stem: string, { config: { machine, calls: asks = {} } }: Model): string[] {
  const invoked = nodesOf(machine.root).flatMap(({ invoke }) => invoke.map(({ src }) => String(src)))
  const asked = [...new Set(invoked.flatMap((name) => asks[name] ?? (isCall(name) ? [name] : [])))].sort()
  const inner = Object.entries(machine.implementations.actors).flatMap(([name, logic]) =>
    logic instanceof StateMachine ? [name] : [],
  )
  const requirements = requirementsOf(stem)
  const always = [...new Set(everywhere(machine))]
  return [
    `## ${stem}`,
    '',
    `${machine.root.description ?? ''} [Its paths](../${filesOf(stem).paths}).`,
    ...(asked.length > 0
      ? [
          '',
          `Calls${isShared(stem) ? ', as its owner says, such as' : ''}: ${asked.map((name) => `\`${name}\``).join(', ')}.`,
        ]
      : []),
    ...(inner.length > 0 ? ['', `Machines inside: ${inner.map((name) => `\`${name}\``).join(', ')}.`] : []),
    ...(requirements ? ['', `Requirements: ${requirements}.`] : []),
    '',
    '```mermaid',
    toMermaid(machine),
    '```',
    '',
    '| state | what it means |',
    '| --- | --- |',
    ...settledStates(machine).map((node) => `| ${nameOf(node)} | ${node.description ?? ''} |`),
    ...(always.length > 0 ? ['', `In every state: ${always.map((way) => `\`${way}\``).join(', ')}.`] : []),
    '',
  ]
}

/** `machines/README.md`: every machine with its chart, made from the machines themselves. */
export const toOverview = (models: readonly (readonly [string, Model])[]): string =>
  [
    '# Machines',
    '',
    'Every stateful flow is one of these. Renewed by `npm run paths -- --write`.',
    '',
    'In a chart an arrow says what happens, and in brackets on what condition; a delay in capitals is defined in `contract/` or in the machine. A state that its table leaves out is left at once, or holds others. R and D numbers are those of the [requirements](../docs/requirements.md) and [decisions](../docs/decisions/README.md).',
    '',
    ...models.map(([stem, { config }]) => `* [${stem}](#${stem}): ${config.machine.root.description ?? ''}`),
    '',
    ...models.flatMap(([stem, model]) => chapter(stem, model)),
  ].join('\n')
