import { parentOf } from './actors.ts'
import { type Composition, compositions } from './compositions.ts'
import { type Bounds, FlowSystem } from './flow.ts'
import { CHANGE_LAWS, keptLaw, MONEY_LAWS } from './laws.ts'
import type { Proof } from './prove.ts'
import { LIVENESS, search } from './search.ts'

const laws = [
  ...Object.values(CHANGE_LAWS),
  ...Object.values(MONEY_LAWS),
  keptLaw(() => true),
  ...Object.values(LIVENESS),
]

/** Rounds a count to two significant digits, so that small changes to a machine do not change the page. */
const about = (count: number) => Number(count.toPrecision(2)).toLocaleString('en')

const BOUNDS: Record<keyof Bounds, string> = {
  tabs: 'tabs',
  confirms: 'confirmations',
  requests: 'requests at once',
  arrivals: 'arrivals of each',
  ends: 'ends of the login',
  closings: 'closings of the site',
}
const cells = (all: readonly (string | number)[]) => `| ${all.join(' | ')} |`

function row([name, { flow, bounds }]: [string, Composition], proofs: ReadonlyMap<string, Proof>): string {
  const [call = ''] = Object.keys(flow.calls)
  const owner = flow.models[parentOf(parentOf(call))]?.config.machine
  const what = `${owner?.root.description}${flow.isPlain ? ' The backend does not recognise keys.' : ''}`
  const numbers = Object.keys(BOUNDS).map((bound) => bounds[bound as keyof Bounds])
  return cells([name, what, ...numbers, about(proofs.get(name)?.situations ?? 0)])
}

/** The story of a seeded fault: the client believes early answers, and the server judges the login before the key. */
function example(): string[] {
  const { flow, bounds } = compositions.transfer as Composition
  const system = new FlowSystem(flow, { ...bounds, tabs: 1, confirms: 1 }, [
    'the client believes an answer given before the change was looked at',
    'the server judges the login before the key',
  ])
  const [broken] = search(system, { isQuick: true }).broken
  return broken?.story.map((words, at) => `${at + 1}. ${words}`) ?? []
}

/** The text of `docs/laws.md`. */
export const toPage = (proofs: ReadonlyMap<string, Proof>): string =>
  `# Look up the laws of money

Read this page to know what must never happen to a player's money, and how it is made sure. \`npm run prove -- --write\` writes it.

\`npm run prove\` puts the product's own machines into several tabs, and lets everything happen that can happen: requests arrive late, twice, in another order or not at all; pages are loaded again and tabs duplicated; the login ends and comes back; the site is closed. It visits every situation within the bounds below, not a sample, and judges every law in each. Only the wire, the server's memory of keys and the login are a model, in \`tests/laws/\`.

## Laws

| law | it says | requirements |
| --- | --- | --- |
${laws.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

The last two are about the way on: the first allows further faults, the second does not, so that fair scheduling of network and player is enough.

## How a broken law looks

The shortest story that breaks it is printed in the words of the paths in \`tests/flows/\`. This one breaks the law *told refused*. The product was mended in two places: an answer given before the change was looked at settles nothing, and the server answers a known key before it judges the login. Without both mends:

${example().join('\n')}

The player reads that the transfer was refused, but the money has moved.

## What is searched

Every situation within these bounds has been visited. Situations that differ only in the order of tabs, or in the names of keys, count once. \`npm run prove -- --nightly\` allows one more request at once, and a closing of the site.

${cells(['composition', 'what it is', ...Object.values(BOUNDS), 'situations, about'])}
${cells(['---', '---', ...Object.keys(BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(compositions)
  .map((entry) => row(entry, proofs))
  .join('\n')}
`
