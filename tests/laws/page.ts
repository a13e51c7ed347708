import { globSync } from 'node:fs'
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
import { readStory } from './story.ts'
import { DAY, NIGHT } from './walks/counts.ts'

/** The names of the bugs that the simulator looks for. */
const SIMULATED: ReadonlySet<string> = new Set(BUGS.map(({ name }) => name))

/** Rounds a count to two significant digits, so that small changes to a machine do not change the page. */
export const about = (count: number) => Number(count.toPrecision(2)).toLocaleString('en')

const BOUNDS: Record<keyof Bounds, string> = {
  tabs: 'tabs',
  confirms: 'confirmations',
  requests: 'requests at once',
  arrivals: 'arrivals of each',
  ends: 'ends of the login',
  closings: 'closings of the site',
}
const cells = (all: readonly (string | number)[]) => `| ${all.join(' | ')} |`

/**
 * A description of each composition's change. The variant of a composition on a server that does not recognise keys has
 * the same change and a name that begins with `plain`.
 */
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
  gameFill: 'Moving the whole main wallet into a game, without playing it',
  gameOpening: 'Opening an account at a game (no money moves)',
  gamePassword: 'Replacing the password of a game account (no money moves)',
  inviteBonus: 'Collecting the bonus for invited friends',
  bankTransfer: 'Changing the account name before a bank transfer (no money moves)',
  agedTransfer: 'A transfer that may be without an answer for more than seven days',
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
  return change
}

const written = (bound: number) => (bound === Number.POSITIVE_INFINITY ? 'any' : String(bound))
/** The bound of the ordinary run, followed by the nightly bound if they differ. */
const bound = (day: number, night: number): string =>
  day === night ? written(day) : `${written(day)} / ${written(night)}`
const countOf = (name: string, proofs: ReadonlyMap<string, Proof>) => about(proofs.get(name)?.situations ?? 0)

function row([name, { flow, bounds, night }]: [string, Composition], proofs: ReadonlyMap<string, Proof>): string {
  const numbers = (Object.keys(BOUNDS) as (keyof Bounds)[]).map((each) => bound(bounds[each], night[each]))
  return cells([name, changeOf(name, flow), ...numbers, countOf(name, proofs)])
}

const COUNT = 'situations tried for every version (all there are)'
/** The highest number of times that one request may arrive in any composition. */
const ARRIVALS = Math.max(
  ...Object.values(compositions).flatMap(({ bounds, night }) => [bounds.arrivals, night.arrivals]),
)
/** The compositions in which the server may also refuse a change because of too many requests. */
const LIMITED = Object.entries(compositions).flatMap(([name, { flow }]) =>
  flow.refusals.includes('limited') ? [`*${name}*`] : [],
)

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
/**
 * The story that the search finds with two seeded faults: the client believes early answers, and the server checks the
 * login before the key.
 */
function example(): string[] {
  const { flow, bounds } = compositions.transfer as Composition
  const system = new FlowSystem(flow, { ...bounds, tabs: 1, confirms: 1 }, EXAMPLE)
  const [broken] = search(system, { isQuick: true }).broken
  if (!broken?.end) throw new Error('the example breaks no law')
  return [...broken.story.map((words, at) => `${at + 1}. ${words}`), '', `At the end: ${broken.end}.`]
}

/** The compositions of the saved stories. */
const SAVED = globSync('tests/laws/stories/*.json')
  .sort()
  .map((file) => readStory(file).composition)

const ALL_SEEDED = [...SEEDED, ...SEEDED_SITES]
/** The simulator's bugs for which the checker has no fault. */
const ONLY_SIMULATED = BUGS.filter(({ name }) => ALL_SEEDED.every((fault) => fault.name !== name))
const testOf = (fault: string): string => NOTICED[fault] ?? 'not tried'
const noticedAs = (test: string): number => ALL_SEEDED.filter(({ name }) => testOf(name) === test).length
/** The number of seeded faults that the checker found in the product, including the first one of {@link EXAMPLE}. */
const REAL = noticedAs('none before it was mended') + 1
/** A sentence about the faults for which no ordinary test was run. Empty if there are none. */
function notTried(): string {
  const count = noticedAs('not tried')
  return count > 0 ? ` *not tried* (${count}): no ordinary test was run with this fault.` : ''
}
const total = (names: readonly string[], proofs: ReadonlyMap<string, Proof>) =>
  about(names.reduce((sum, name) => sum + (proofs.get(name)?.situations ?? 0), 0))

/** The text of `docs/laws.md`. */
export const toPage = (proofs: ReadonlyMap<string, Proof>): string =>
  `# Look up what is guaranteed about money, logins and messages

Read this document to know what the product guarantees about a player's money, logins, codes and messages to support, and how far that has been checked.

A *change* is what a player confirms: a transfer, a withdrawal, a claim, and the others in the tables below. Each time the site in the player's browser contacts the server about a change (a *request*), it sends the number of that change (its *key*). If the server has already made or refused the change with this key, it repeats that answer and does not make the change again. *Made* means that the server has recorded the change. Whether the game has the money too, and whether the amounts are right, is not part of this check: the [simulator](tests.md#the-simulator) and [other tests](tests.md) look at that. The payment of a withdrawal by the bank is up to the operator. A *tab* is a page of the site in a browser; a player may have several. A *situation* is a snapshot: what each tab shows, which requests are on their way, and what the server has recorded. The *operator* is the company that runs a site with this product.

**Result.** A program, the *checker*, tries every situation within the bounds below, about ${total([...proofs.keys()], proofs)} in all, for every version of the product. In none of them is a *law* broken, that is, one of the promises below. A wider run each night tries 24 million; on 30 November 2026 it broke no law either. Some things happen only at night, such as a second login, a replaced QR code and, for many changes, a second tab: the tables below show them as *0 / 1* or *1 / 2*. So only the nightly run really tests the laws *own end* and *one code shown*.

*The server* in the check is a simplified copy, the *model*. *The real server* is the one that we deliver. An operator may use a server of their own. How our site behaves with such a server is checked (the rows *plain…*); the server itself is not: see [Bring your own backend](bring-your-own-backend.md).

**How sure may you be?** The logic of the site in the check is the real one, and within the bounds nothing is left out. The bounds are small: two tabs, two confirmations, one kind of change at a time. The server and the network are models. For every version, random series of requests compare the model with the real server: ${DAY.transfer.toLocaleString('en')} for transfers, ${DAY.change} for each other change, and ${DAY.site} each for text-message codes, QR codes and logins, with more at night. They are a sample, and send one request after another. The [simulator](tests.md#the-simulator) runs the real server with many members at once, also as a sample.

**Known exceptions.**

- Some operators have a server that cannot recognise a repeated request. If one request reaches such a server twice, for example because a connection broke, the change can be made twice. No site can prevent that; ours never sends such a change again by itself.
- Two copies of a tab may send the same change. If the server turns one away because there were too many requests, that tab says *refused*. The other copy asks again and succeeds: the change is made once, and only the second tab says so. This breaks *told refused* on any server. The checker does not meet it: where a copy of a tab can send the same change, it tries this refusal in one tab only.
- A server gives each login a secret, its *token*, and our site recognises the member by its first part. On an operator's server where this part differs at each login, a tab no longer finds, after a logout, a change that was still without an answer, so *kept through a logout* does not hold there. After the next login, the player looks at the wallet and the statement.

## Laws of changes

| law | it says | requirements |
| --- | --- | --- |
${ALL_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

*moves once* does not hold on a server that cannot recognise a repeated request: see the known exceptions. It is checked with up to ${ARRIVALS} arrivals of each request, not counting each time the player checks again. On such a server a second arrival is left out, because the law would not hold. *told refused* has an exception, too: the second one.

*kept until answered* is about an open tab. Closing the tab normally ends its record of an unanswered change; the player then looks at the wallet and the statement.

Every law is checked for every change in the table [Changes](#changes), except:

- *balance read again*: only the rows *transfer* to *inviteBonus*, their *plain…* rows, *agedTransfer* and *limitedTransfer*.
- *kept until answered*: these rows and those of slips (*slipUpload*, *limitedSlipUpload*, *plainSlipUpload*).
- *own proof*: only *erasureByPassword* and *erasureByPasskey*. No other row can be confirmed with a passkey.

*can settle* and *gets on*, on a server that cannot recognise a repeated request: the player learns the outcome by looking at the wallet and the statement.

In the last column, R… is a [requirement](requirements.md), and D-… a [decision](decisions/README.md).

## Laws of codes, QR payments, logins and the chat

| law | it says | requirements |
| --- | --- | --- |
${SITE_LAWS.map(({ name, sentence, cites }) => cells([name, sentence, cites])).join('\n')}

These laws are checked in the second table of rows, [Codes, QR payments, logins and the chat](#codes-qr-payments-logins-and-the-chat):

- *one press, one try* to *told wrong*: in *recoverByCode* and *registerByCode*.
- *credited once* to *balance read after a code*: in *qrPayment* and *qrDialog*.
- *one code shown* and *choice kept*: in *qrDialog*.
- *knows its login* to *kept through a logout*: in *login* and *logout*.
- *stored once* to *no gap*: in *chat*, *chatTabs* and *chatPages*.
- *can settle* and *gets on*: in all of them. For a QR code they mean that every payment is reported and that no tab shows as open a code that has ended. For a login they mean that each tab shows the player as logged in exactly while its login is open.

## How a broken law looks

If a law can be broken, the checker prints the shortest series of steps that breaks it. This one breaks the law *told refused*. After step 2 the connection breaks, so the answer to the first request is lost, and the browser sends the request again by itself (step 4).

${example().join('\n')}

A *copy of the request* (step 4): when a connection breaks, the browser may send a request again by itself, and the copy may be on its way for a while, even after an answer to the first one has come. *Not signed in* is the server's answer because the login had ended (step 3). A *member* is a player with an account. So the player believes that nothing has happened, but the money has moved.

In other stories, *it refuses the change* is final: the server repeats it for each copy. *It turns the request away, because there were too many* is not: the change may still be made later.

The product once had this fault. The checker found it before any player met it, and both repairs were made. For this example they were removed in a copy.

Each repair alone prevents it. With the first one, the server looks for the key before it looks at the login: in step 4 it repeats its answer, and the player reads that the transfer is done. With the second one, the site knows that *not signed in* says nothing about the change, and no longer takes it for a refusal: the player reads that the outcome is unknown, and a check after the next login shows that the money has moved.

### See it happen

\`tests/laws/stories/\` has these steps as a file for ${SAVED.length} changes: ${SAVED.map((name) => `*${name}*`).join(', ')}. If the checker finds a broken law, it saves a file like these.

- **In the inspector**, our log viewer, the fault itself: see [Play the steps of a broken law](flows.md#play-the-steps-of-a-broken-law).
- **In a browser**, what the product does today: \`npm run paths -- transfer --story tests/laws/stories/transfer-told-refused.json --run browser\`. The browser makes each step on our own server, with the repairs in place. At step 4 the server now repeats its first answer, and the browser goes on with it. The run fails if an answer, or what the site does with it, is not what the checker predicts. It does not look at the balance, so it does not itself show that the money is right. This runs for *transfer* in every version, and for all files each night.

A browser can replay only steps of one tab.

## How it is checked

The checker runs the same program logic (*state machines*) that runs in the player's browser. The network and the server are simplified copies (*models*). So the result is as good as the models; the comparisons below test them. Compared with the real server are the requests for almost every change in the table *Changes*, and those about codes from text messages, QR codes, logins and the chat. [What is not checked here](#what-is-not-checked-here) says what the comparison leaves out.

The checker lets these things happen in every combination: requests arrive late, twice, in another order or not at all; pages are loaded again and tabs duplicated; the login ends and comes back; the operator closes the site. It tries every situation that can arise within the bounds, not a sample. A page may be loaded again at any time. The rows of codes, QR payments and the chat have no logins that end, and no site that closes.

For every version, random series of requests are replayed on the real server, which must answer like the model each time:

- ${DAY.transfer.toLocaleString('en')} series of requests for transfers, and ${DAY.change} for each other change, ${NIGHT.change} in the nightly run. The player confirms two changes, and their requests arrive again and again: before and after the login ends, with an old login, and while the site is closed. Some are refused, for example because money is missing, or because the first of the two has already used up the bonus, the coupon or the gift link. At the end, each change has been made as often as in the model, and the same money is in the wallet.
- ${DAY.chat} conversations with support. The real server stores the same messages in the same order.
- ${DAY.site} series about codes from text messages, and ${NIGHT.site} in the nightly run: right and wrong codes, requests that arrive again, and waits of five and fifteen minutes. At the end, the same codes are used, and the same accounts or new passwords are made.
- ${DAY.site} series about QR codes, and ${NIGHT.site} in the nightly run: codes that are paid, paid late, paid again, cancelled, replaced and expired, and payments that the bank reports again. After each step, the real server reports the same open code and the same last payment. At the end, the same money is in the wallet.
- ${DAY.site} series about logins, and ${NIGHT.site} in the nightly run: logins, logouts, and logins that the player ends in another browser or that expire. At the end, the same logins are open.

### Changes

Look up one change here; the table need not be read as a whole. All numbers but the last are bounds: the most that may happen, for all tabs together. *Confirmations*: how often the player confirms a change. *Requests at once*: how many requests may be on their way at the same time. *Arrivals of each*: how often one request may reach the server, not counting each time the player checks again. *Ends of the login*: how often the login ends and comes back. *Closings of the site*: how often the operator closes the site and opens it again.

*2 / 3* means: up to 2 in the run for every version, up to 3 at night. *0 / 1* means: only at night. Sometimes the night has the smaller number, because another number in that row is larger at night; both large numbers together are not tried.

The last number, of situations, is rounded. A small number means that less can happen in that row, not that it is checked less.

A row whose name starts with *plain*, such as *plainTransfer*, is the same change as the row without that prefix (*transfer*), but on a server that cannot recognise a repeated request. There the site never sends a change again: the player looks at the wallet and the statement, and decides whether to try again.

${cells(['row', 'change', ...Object.values(BOUNDS), COUNT])}
${cells(['---', '---', ...Object.keys(BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(compositions)
  .map((entry) => row(entry, proofs))
  .join('\n')}

In ${LIMITED.slice(0, -1).join(', ')} and ${LIMITED.at(-1)}, the server may also refuse because of too many requests. *erasureByPassword* and *erasureByPasskey* represent every change that needs the password or a passkey; the others are not searched themselves.

In *agedTransfer*, six days may pass once, and then two more. After six days, a page that is loaded again still finds the change. After eight, it has forgotten it and sends nothing, and the player looks at the wallet and the statement. A page that stayed open may still check again: our server knows a key for 30 days.

### Codes, QR payments, logins and the chat

Here the server also remembers which codes it has sent, which payments have come, which logins are open, and what was written. *Codes, logins or messages*: how many the server gives out, or how many messages the player writes. *Tries, payments or answers*: how many wrong tries a code allows (five in the product), how many payments come, or how often support answers; for a login this number has no meaning. With fewer tries than five, *five tries* is tested at that number. A replaced QR code and a second login need a 2 in the column *codes, logins or messages*, so they happen only at night.

${cells(['row', 'what happens', ...Object.values(SITE_BOUNDS), COUNT])}
${cells(['---', '---', ...Object.keys(SITE_BOUNDS).map(() => '--:'), '--:'])}
${Object.entries(sites)
  .map((entry) => siteRow(entry, proofs))
  .join('\n')}

In *recoverByCode* and *registerByCode*, two laws mean:

- *gets on*: a player whose phone is verified gets the account or the new password; a player whose code is refused learns this and can request another.
- *can settle*: a way to this exists even if more goes wrong.

*qrDialog* opens the deposit dialog as a whole, so that its parts work together as in the product. The player asks for codes at two of the five providers, and cancels them at one.

In *chat*, *chatTabs* and *chatPages*:

- A message that was sent may reach the server at any time and any number of times.
- The live connection may deliver each message early, late, again, out of order or never; it is cut and comes back at any time. Older messages that are loaded may be out of date when they arrive.
- *Requests at once* is how many tabs may connect or load messages at the same time.
- *can settle* and *gets on* mean that each message is sent, and that each tab shows the end of the conversation.
- The first answer of *chatPages* is ten messages at once, of which the live connection delivers only the first and the last.

## What is not checked here

- Amounts, the accounts at the games, and the payments of the bank: see *made* at the start. The comparison with the real server looks at the money at the end of each series.
- The servers of operators: see [Bring your own backend](bring-your-own-backend.md).
- Requests that arrive at the real server at the same moment: the comparison sends one after another. The [simulator](tests.md#the-simulator) and the tests of the server have them, as a sample.
- More than two tabs, a second device, more than two confirmations, more than one payment, and two kinds of changes at the same time. The [simulator](tests.md), another test, has all of these with the real server, but tries only a sample.
- In the comparison of changes with the real server: refusals because of too many requests, a passkey as the proof (*erasureByPasskey*), and servers that cannot recognise a repeated request (*plain…*). *limitQuestion* sends the same request as *playLimit*, so it has no series of its own.
- A tab that the player closes (see *kept until answered*).
- Changes other than the erasure that need the password or a passkey: *erasureByPassword* and *erasureByPasskey* represent them.
- In *recoverByCode* and *registerByCode*: a player who goes back to change the phone number.
- The limits of the server on how often a code may be sent within a minute, and on how long a paid QR code is reported: the model knows *five minutes later*, but not exact times.
- The second of the known exceptions. It needs two tabs; the rows in which it could happen, *limitedTransfer* and *limitedSlipUpload*, have one. Other rows try this refusal in two tabs at night, but in them a copied tab does not take over a change without an answer, so it never sends the same change.
- Whole dialogs. Of the deposit dialog, *qrDialog* has the QR codes, in one tab; the bank transfer, the slip and the gift link are checked alone. Of the dialogs of a game and of limits, each change is checked alone.
- The server's answer that a game account was already opened elsewhere, which the site shows as success.
- A change while the player logs out or logs in elsewhere, except one change without an answer in *logout*. In the rows of changes, logins only end by themselves.
- The seven days after which a tab forgets a change, except in *agedTransfer*. We expect the same of the other changes, because they are stored in the same way.
- How tabs of a browser notify each other, and how the chat loads older messages part by part: both are simulated in simplified form.
- In the chat: the number of unread messages, pictures and videos, the chat of a guest, the end of a login, and a chat server that does not number its messages. \`tests/flows/chat/chat-delivery.long.wire.test.ts\` loses, repeats and delays messages with the real server.
- Speed, load, and servers that break down: other [tests](tests.md) do.

## Does the checker find faults?

A checker that finds nothing might simply be blind. So ${ALL_SEEDED.length} faults were put into the product on purpose, and the checker found all of them, each in a second or two. This shows that it sees these kinds of faults, not every kind. ${REAL} of them were real, one of them the fault of the example above: the checker found them in the product, and they are repaired. The lists of faults here and below are for developers.

*Simulator* says which of them \`npm run sim -- --bugs\` also puts into the product. The last column names an ordinary test that failed when the fault was put in by hand. *none* (${noticedAs('none')} faults): no ordinary test noticed it, so only the checker would, and the simulator where the column says *yes*.${notTried()} *none before it was mended* (${noticedAs('none before it was mended')}): the checker found this fault in the product; it is repaired, and has a test now. A *backend without keys* is a server that cannot recognise a repeated request.

| fault | law that it breaks | simulator | ordinary test |
| --- | --- | --- | --- |
${ALL_SEEDED.map(({ name, law }) => cells([name, law, SIMULATED.has(name) ? 'yes' : '–', testOf(name)])).join('\n')}

## Does the simulator find faults?

The [simulator](tests.md#the-simulator) judges the laws of changes and of the chat, and six of its own. *ledger*: at the end the ledger has what the server has answered, and nothing that nobody has asked for. *provider*: it agrees with what the games and the gift links have moved. *received*: payments and slips are credited as they came. *audit*: \`npm run audit\` finds nothing, and every operation has an outcome. *no failure*: no call is answered with 500. *nothing throws*: no error is left unhandled.

${SIMULATED.size} bugs are put into the product, one after the other; a night checks that each is noticed. ${SIMULATED.size - ONLY_SIMULATED.length} of them are in the table above; these are the others.

| bug | law that it breaks |
| --- | --- |
${ONLY_SIMULATED.map(({ name, law }) => cells([name, law])).join('\n')}

## For developers

The checker is in \`tests/laws/\`; \`npm run prove -- --write\` generates this document.

| command | does |
| --- | --- |
| \`npm run prove -- transfer\` | checks one row of the tables above; if a law is broken, saves the steps to \`test-results/laws/\` |
| \`npm run prove -- transfer --fault '${EXAMPLE[0]}' --fault '${EXAMPLE[1]}'\` | takes both repairs out, and finds the steps above |
| \`npm run paths -- transfer --story FILE\` | replays saved steps without a browser, and prints the state after each |
| \`npm run paths -- transfer --story FILE --run inspector\` | saves the steps as a log for the inspector |
| \`npm run paths -- transfer --story FILE --run browser\` | replays the steps in a browser on the real server; \`--headed --slow 1000\` to watch |
| \`npm run prove -- --seeded\` | searches for the faults above, and prints which law each one breaks |
`
