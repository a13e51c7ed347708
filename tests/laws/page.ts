import { BUGS } from '#tests/sim/bugs.ts'
import { parentOf } from './actors.ts'
import { type Composition, compositions } from './compositions.ts'
import { type Bounds, FlowSystem } from './flow.ts'
import { ALL_LAWS } from './laws.ts'
import { NOTICED } from './noticed.ts'
import type { Proof } from './prove.ts'
import { search } from './search.ts'
import { SEEDED, SEEDED_SITES } from './seeded.ts'
import type { Fault } from './server.ts'
import type { SiteBounds } from './site.ts'
import { SITE_LAWS, type SiteComposition, sites } from './sites.ts'

/** The names of the bugs that the simulator looks for. */
const SIMULATED: ReadonlySet<string> = new Set(BUGS.map(({ name }) => name))

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
  const owner = (flow.models[parentOf(parentOf(call))] ?? flow.models[parentOf(call)])?.config.machine
  const what = `${owner?.root.description}${flow.isPlain ? ' The backend does not recognise keys.' : ''}`
  const numbers = Object.keys(BOUNDS).map((bound) => bounds[bound as keyof Bounds])
  return cells([name, what, ...numbers, about(proofs.get(name)?.situations ?? 0)])
}

const SITE_BOUNDS: Record<keyof SiteBounds, string> = {
  tabs: 'tabs',
  requests: 'requests at once',
  arrivals: 'arrivals of each',
  uses: 'codes, logins or messages',
  tries: 'tries, payments or answers',
}
function siteRow([name, { what, bounds }]: [string, SiteComposition], proofs: ReadonlyMap<string, Proof>): string {
  const numbers = Object.keys(SITE_BOUNDS).map((bound) => bounds[bound as keyof SiteBounds])
  const bounded = numbers.map((number) => (number === Number.POSITIVE_INFINITY ? 'any' : number))
  return cells([name, what, ...bounded, about(proofs.get(name)?.situations ?? 0)])
}

const EXAMPLE: readonly Fault[] = [
  'the client believes an answer given before the change was looked at',
  'the server judges the login before the key',
]
/** The story of a seeded fault: the client believes early answers, and the server judges the login before the key. */
function example(): string[] {
  const { flow, bounds } = compositions.transfer as Composition
  const system = new FlowSystem(flow, { ...bounds, tabs: 1, confirms: 1 }, EXAMPLE)
  const [broken] = search(system, { isQuick: true }).broken
  return broken?.story.map((words, at) => `${at + 1}. ${words}`) ?? []
}

/** The text of `docs/laws.md`. */
export const toPage = (proofs: ReadonlyMap<string, Proof>): string =>
  `# Look up the laws of money

Read this page to know what must never happen to a player's money and messages to support, and how it is made sure. \`npm run prove -- --write\` writes it.

\`npm run prove\` puts the product's own machines into one or two tabs, and lets everything happen that can happen: requests arrive late, twice, in another order or not at all; pages are loaded again and tabs duplicated; the login ends and comes back; the site is closed. It visits every situation within the bounds below, not a sample, and judges every law in each. The machines are the real ones; the network, the login and the server's memory are simulated (\`tests/laws/\`). CI replays 1,000 random series of requests and 30 random conversations to check that the simulated memory of requests and of messages behaves like the real server. The memory of codes, payments and logins is not checked in this way: the [simulator](tests.md) runs the real server.

Each confirmed change has a *key*, a number that is sent with every request for it. The key lets the server recognise a request that it has answered before, so that it repeats the answer instead of the change.

## Laws

| law | it says | requirements |
| --- | --- | --- |
${ALL_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

The laws below are about codes from text messages, the payment of QR codes, the tabs of a browser, and messages to support.

| law | it says | requirements |
| --- | --- | --- |
${SITE_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

*balance read again* is judged for changes that move money, *kept until answered* for those and for slips, *own proof* for changes that a passkey can confirm. The last two laws are about progress: *can settle* allows further failures, *gets on* does not.

## How a broken law looks

The shortest story that breaks it is printed in the words of the paths in \`tests/flows/\`. This one breaks the law *told refused*. The product was fixed in two places: an answer that the server gave before it looked at the change settles nothing, and the server looks for the key before it judges the login. Without both fixes:

${example().join('\n')}

The player reads that the transfer was refused, but the money has moved.

| command | does |
| --- | --- |
| \`npm run prove -- transfer\` | searches one composition; saves each story to \`test-results/laws/\` |
| \`npm run prove -- transfer --fault '${EXAMPLE[0]}' --fault '${EXAMPLE[1]}'\` | removes both fixes, and finds the story above |
| \`npm run paths -- transfer --story FILE\` | replays a saved story on the bare machines, and prints the state after each move |
| \`npm run paths -- transfer --story FILE --run browser\` | replays it in a browser on the real server, up to the move that can no longer happen; \`--headed --slow 1000\` to watch |
| \`npm run prove -- --seeded\` | searches for ${SEEDED.length + SEEDED_SITES.length} faults that are put into the product on purpose, and prints which law finds each |

## What is searched

Every situation within these bounds has been visited. Situations that differ only in the order of tabs, or in the names of keys, count once. \`npm run prove -- --nightly\` also searches slips, limits, registration, step-ups and QR codes in two tabs, and all others with one more request at once and with the site being closed.

${cells(['composition', 'what it is', ...Object.values(BOUNDS), 'situations, about'])}
${cells(['---', '---', ...Object.keys(BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(compositions)
  .map((entry) => row(entry, proofs))
  .join('\n')}

*limitedTransfer* and *limitedSlipUpload* have a server that may also refuse because of too many requests; for the limits, step-ups, QR codes and registration it always may. *erasureByPassword* and *erasureByPasskey* represent every change that needs a password or a passkey.

The next table has pages whose server needs a memory of its own, beyond the keys: which codes it has sent, or which payments have come. *Codes, logins or messages* is how many codes or logins the server gives out, or how many messages the player writes; the last bound is how many wrong tries each code has, how many payments come, or how many answers support sends. *logout* and *login* also run the product's own token store; there, the channel between tabs is a model.

In *chat*, *chatTabs* and *chatPages* the wire has no bounds: what a tab has sent may reach the server at any time and any number of times; the socket may deliver each message early, late, again, out of order, or never; it is cut and connects at any time; a page of the history may be old when it arrives. *Requests at once* is how many tabs may connect or read the history at the same time. The first answer of *chatPages* is ten at once, of which the socket delivers only the first and the last. In these compositions *can settle* and *gets on* say that each message is sent, and that each tab shows the end of the conversation; *gets on* does so without any delivery by the socket. At night *chat* has two messages and no answer, *chatTabs* an answer, and *chatPages* a message.

The server of the chat knows a message by its id; the loop in \`src/actors/chat.ts\` that reads page after page is a model, too. Not composed: the count of unread messages, pictures and videos, the chat of a guest, the end of a login, and a backend whose messages have no ids. \`tests/flows/chat/chat-delivery.long.wire.test.ts\` loses, repeats and delays messages with the real server.

${cells(['composition', 'what it is', ...Object.values(SITE_BOUNDS), 'situations, about'])}
${cells(['---', '---', ...Object.keys(SITE_BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(sites)
  .map((entry) => siteRow(entry, proofs))
  .join('\n')}

## What finds the seeded faults

The checker finds each fault below in a second or two. *Simulator* says which of them \`npm run sim -- --bugs\` also puts into the product. The last column names a test that failed when the fault was put into the product by hand; *none* means that no test that was run noticed it, so that only the checker, or the simulator, protects players from it. Only unit and model tests were run, and wire tests for faults of the server: a test in a browser or with the real server may notice more.

| fault | law that it breaks | simulator | another test |
| --- | --- | --- | --- |
${[...SEEDED, ...SEEDED_SITES]
  .map(({ name, law }) => cells([name, law, SIMULATED.has(name) ? 'yes' : '–', NOTICED[name] ?? 'not tried']))
  .join('\n')}
`
