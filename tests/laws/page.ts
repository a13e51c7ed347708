import { BUGS } from '#tests/sim/bugs.ts'
import { type Composition, compositions } from './compositions.ts'
import { type Bounds, type Flow, FlowSystem } from './flow.ts'
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

/** The change of each composition, in words. Those on a server without keys have the same names after `plain`. */
const CHANGES: Readonly<Record<string, string>> = {
  transfer: 'Moving money between the main wallet and a game',
  withdraw: 'Withdrawing money to the bank account',
  giftLink: 'Redeeming a gift link',
  bonus: 'Claiming a bonus',
  bonusEnd: 'Ending a bonus',
  promotion: 'Claiming a promotion with a code',
  refund: 'Collecting the refund of losses',
  spin: 'Spinning the prize wheel',
  coupons: 'Claiming a coupon that was won on the wheel',
  gameAccount: 'Playing a game, which moves the whole main wallet into it first',
  inviteBonus: 'Collecting the bonus for invited friends',
  bankTransfer: 'Changing the account name before a bank transfer',
  limitedTransfer: 'A transfer that the server may also refuse because of too many requests',
  slipUpload: 'Sending the picture of a bank transfer (a *slip*)',
  limitedSlipUpload: 'A slip that the server may also refuse because of too many requests',
  qrCreate: 'Asking for a QR code to pay',
  qrCancel: 'Cancelling a QR code',
  erasureByPassword: 'Asking for the erasure of all data, confirmed with the password',
  erasureByPasskey: 'Asking for the erasure of all data, confirmed with a passkey',
  playLimit: 'Setting a deposit limit',
  limitQuestion: 'Setting a deposit limit before the first deposit',
  register: 'Registering an account',
}
function changeOf(name: string, { isPlain }: Flow): string {
  const base = isPlain ? name.replace(/^plain./, (start) => start.slice(-1).toLowerCase()) : name
  const change = CHANGES[base]
  if (change === undefined) throw new Error(`${name} has no description`)
  return change + (isPlain ? ', on a server that cannot recognise a repeated request' : '')
}

/** The bound of every day, and the bound of a night if it is another one. */
const bound = (day: number, night: number): string => {
  const [first, second] = [day, night].map((each) => (each === Number.POSITIVE_INFINITY ? 'any' : String(each)))
  return first === second ? `${first}` : `${first} / ${second}`
}
const countOf = (name: string, proofs: ReadonlyMap<string, Proof>) => about(proofs.get(name)?.situations ?? 0)

function row([name, { flow, bounds, night }]: [string, Composition], proofs: ReadonlyMap<string, Proof>): string {
  const numbers = (Object.keys(BOUNDS) as (keyof Bounds)[]).map((each) => bound(bounds[each], night[each]))
  return cells([name, changeOf(name, flow), ...numbers, countOf(name, proofs)])
}

const SITE_BOUNDS: Record<keyof SiteBounds, string> = {
  tabs: 'tabs',
  requests: 'requests at once',
  arrivals: 'arrivals of each',
  uses: 'codes, logins or messages',
  tries: 'tries, payments or answers',
}
function siteRow([name, { what, bounds, night }]: [string, SiteComposition], proofs: ReadonlyMap<string, Proof>) {
  const numbers = (Object.keys(SITE_BOUNDS) as (keyof SiteBounds)[]).map((each) => bound(bounds[each], night[each]))
  return cells([name, what, ...numbers, countOf(name, proofs)])
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

const total = (names: readonly string[], proofs: ReadonlyMap<string, Proof>) =>
  about(names.reduce((sum, name) => sum + (proofs.get(name)?.situations ?? 0), 0))

/** The text of `docs/laws.md`. */
export const toPage = (proofs: ReadonlyMap<string, Proof>): string =>
  `# Look up the laws of money

Read this page to know what must never happen to a player's money, logins, codes and messages to support, and how far the product has been checked for it. \`npm run prove -- --write\` generates the page.

A *change* is what a player confirms: a transfer, a withdrawal, a claim. Each confirmed change has a *key*, a number that is sent with every request for it. By the key the server recognises a request that it has answered before, so that it repeats the answer and not the change. A *tab* is a page of the site in a browser; a player may have several.

**Result.** All ${total([...proofs.keys()], proofs)} situations within the bounds below were visited, and no law was broken in any of them. CI does this for every version. A nightly run goes further, to 21 million situations.

## Laws of changes

| law | it says | requirements |
| --- | --- | --- |
${ALL_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

*balance read again* applies to changes that move money, *kept until answered* to those and to slips, *own proof* to changes that a passkey can confirm. *can settle* and *gets on* are about progress: *can settle* holds even if more goes wrong, *gets on* promises an outcome if nothing more does. The numbers in the last column are those of the [requirements](requirements.md) and [decisions](decisions/README.md).

## Laws of codes, QR payments, logins and the chat

| law | it says | requirements |
| --- | --- | --- |
${SITE_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

## How a broken law looks

If a law can be broken, the checker prints the shortest series of steps that breaks it. This one breaks the law *told refused*, in a product from which two fixes have been removed:

${example().join('\n')}

The player reads that the transfer was refused, but the money has moved. The first answer was lost, and a browser repeats a request by itself when its connection breaks. The checker found this before any player met it. With the two fixes, the server looks for the key before it looks at the login, and the page does not take an answer for a refusal if the server gave it before it looked at the change. Today the player reads that the outcome is unknown, checks again after the next login, and sees that the money has moved.

| command | does |
| --- | --- |
| \`npm run prove -- transfer\` | checks one row of the tables below; if a law is broken, saves the steps to \`test-results/laws/\` |
| \`npm run prove -- transfer --fault '${EXAMPLE[0]}' --fault '${EXAMPLE[1]}'\` | removes both fixes, and finds the steps above |
| \`npm run paths -- transfer --story FILE\` | replays saved steps without a browser, and prints the state after each |
| \`npm run paths -- transfer --story FILE --run browser\` | replays them in a browser on the real server, up to the step that a fix now prevents; \`--headed --slow 1000\` to watch |
| \`npm run prove -- --seeded\` | searches for ${SEEDED.length + SEEDED_SITES.length} faults that are put into the product on purpose, and prints which law each one breaks |

## How it is checked

\`npm run prove\` runs the state machines that also run in the browser, and lets everything happen that can happen: requests arrive late, twice, in another order or not at all; pages are loaded again and tabs duplicated; the login ends and comes back; the operator closes the site. It visits every situation that can arise within the bounds, not a sample, and judges every law that applies. Situations that differ only in the order of tabs, or in the names of keys, count once.

The network and the server are simulated (\`tests/laws/\`). CI replays 1,000 random series of requests and 30 random conversations on the real server, to check that it answers like the simulated one.

### Changes

All numbers are maximums, for all tabs together. *Confirmations*: how often the player confirms a change. *Requests at once*: how many requests may be on their way at the same time. *Arrivals of each*: how often one request may reach the server, not counting the player's own checks. *Ends of the login*: how often the login ends and comes back. *Closings of the site*: how often the operator closes the site and opens it again. Two numbers are those of the day and of the night.

${cells(['row', 'change', ...Object.values(BOUNDS), 'situations, about'])}
${cells(['---', '---', ...Object.keys(BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(compositions)
  .map((entry) => row(entry, proofs))
  .join('\n')}

In the rows of limits, erasure, QR codes and registration, the server may also refuse because of too many requests. The two rows of erasure represent every change that needs the password or a passkey. Some operators have a server that cannot recognise a repeated request: there the page never sends a change again, and the player sees the wallet and the statement and decides. If such a server receives one request twice, nothing can prevent a second change, so each request arrives there once.

### Codes, QR payments, logins and the chat

Here the server also remembers which codes it has sent, which payments have come, which logins are open, and what was written. *Codes, logins or messages*: how many the server gives out, or how many messages the player writes. *Tries, payments or answers*: how many wrong tries a code allows (five in the product), how many payments come, or how often support answers; a login has none of these.

${cells(['row', 'what happens', ...Object.values(SITE_BOUNDS), 'situations, about'])}
${cells(['---', '---', ...Object.keys(SITE_BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(sites)
  .map((entry) => siteRow(entry, proofs))
  .join('\n')}

In the rows of the chat:

- A message that was sent may reach the server at any time and any number of times.
- The live connection may deliver each message early, late, again, out of order or never; it is cut and comes back at any time. A page of older messages may be out of date when it arrives.
- *Requests at once* is how many tabs may connect or load messages at the same time.
- *can settle* and *gets on* say that each message is sent, and that each tab shows the end of the conversation.
- The first answer of *chatPages* is ten messages at once, of which the live connection delivers only the first and the last.

## What is not checked here

- More than two tabs, a second device, more than two confirmations, more than one payment, and two kinds of changes at the same time. The [simulator](tests.md) has all of these, with the real server, but visits a sample.
- Whether the real server remembers codes, payments and logins like the simulated one. The simulator runs the real server.
- Too many requests in two tabs, one of which is a copy of the other: a tab may read that its request was refused, while the copy still sends the change and shows its outcome.\n- The dialogs of deposits, games and limits as a whole, the end of a login while a change is under way in the same search, and the seven days after which a tab forgets a change.\n- How tabs of a browser notify each other, and how the chat loads page after page: both are simulated in simplified form.
- In the chat: the number of unread messages, pictures and videos, the chat of a guest, the end of a login, and a server whose messages have no ids. \`tests/flows/chat/chat-delivery.long.wire.test.ts\` loses, repeats and delays messages with the real server.
- Speed, load, and servers that break down: other [tests](tests.md) do.

## Does the checker find faults?

${SEEDED.length + SEEDED_SITES.length} faults were put into the product on purpose; the checker finds each of them in a second or two. *Simulator* says which of them \`npm run sim -- --bugs\` also puts into the product. The last column names an ordinary test that failed when the fault was put in by hand. *none*: no ordinary test noticed it, so that only the checker protects players from it, or the simulator. *not tried*: no test was run with this fault. *none before it was mended*: the fault was real, and has a test now.

| fault | law that it breaks | simulator | ordinary test |
| --- | --- | --- | --- |
${[...SEEDED, ...SEEDED_SITES]
  .map(({ name, law }) => cells([name, law, SIMULATED.has(name) ? 'yes' : '–', NOTICED[name] ?? 'not tried']))
  .join('\n')}
`
