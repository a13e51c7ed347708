import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { type Satang, satang, toBaht, toSatang } from '#contract/money.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { type Db, type OpenDb, openPostgres } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, entries, postings, type Reason } from '#server/core/schema/money.ts'
import { operations } from '#server/core/schema/operations.ts'
import { readSettings } from '#server/core/settings.ts'
import type { OrderName } from '#server/core/world.ts'
import { audit } from '#server/domain/audit.ts'
import { accountOf, post } from '#server/domain/ledger.ts'
import { openSession } from '#server/domain/session.ts'
import { giftLink, sealedGift } from '../kit/money-in.ts'
import { postedTo } from '../kit/posted.ts'
import { type Fate, lineOf, STEPS, type StepName, startProviders } from './provider.ts'
import { startServer } from './server.ts'

const MEMBERS = 10
const GAMES = ['pg', 'joker2'] as const
const AT_ONCE = 16
const LEDGER_KEY = 'ledger'
const NOTHING = satang(0)
/** low enough that many operations fail for lack of money */
const OPENING: Satang = satang(20_000)
/** The longest time that an impatient client waits before it hangs up, ms. */
const IMPATIENCE = 12

/** A member: the token, and the ledger account ids by wire code. `pending` is the account for money being withdrawn. */
type Player = { token: string; account: Record<string, number> }
type Kind = 'deposit' | 'transfer' | 'transferAll' | 'withdraw' | 'gift' | 'qr' | 'reset' | 'sms'
type Draw = {
  kind: Kind
  by: number
  from: number
  to: number
  satang: Satang
  hangsUp: number
}
type Asked = { path: string; input: object; from: number; to: number; amount: (reply: { amount?: number }) => Satang }

/** The result of a run; `violations` is empty if no satang was lost, duplicated or overdrawn. */
export type LedgerReport = { done: number; refused: number; askedAgain: number; kills: number; violations: string[] }

async function addPlayers({ db }: OpenDb, outside: number): Promise<Player[]> {
  const players: Player[] = []
  const at = new Date()
  for (let i = 0; i < MEMBERS; i++) {
    const [added] = await db
      .insert(members)
      .values({
        username: `07${i}`,
        name: `Player ${i}`,
        password: '',
        bankCode: 'SCB',
        bankAccountName: 'P',
        bankAccountNo: `${i}`,
        createdAt: at,
      })
      .returning({ id: members.id })
    const memberId = added?.id ?? ''
    const account: Record<string, number> = {
      [WALLET]: await accountOf(db, { kind: 'wallet', memberId }),
      pending: await accountOf(db, { kind: 'pending', memberId }),
    }
    for (const gameCode of GAMES) account[gameCode] = await accountOf(db, { kind: 'game', memberId, gameCode })
    const gifts = [WALLET, ...GAMES].map((place) => ({ account: account[place] ?? 0, amount: OPENING }))
    const lines = [{ account: outside, amount: satang(-OPENING * gifts.length) }, ...gifts]
    await db.transaction((tx) =>
      post(tx, { memberId, by: { actor: 'operator', cause: 'test' }, reason: 'seed', at, postings: lines }),
    )
    players.push({
      token: await openSession(db, memberId, true, { now: Date.now, settings: readSettings({}) }),
      account,
    })
  }
  return players
}

/**
 * The kinds that move money on this site, and the kinds that only call a provider. Each entry of `MONEY` is drawn twice
 * as often as an entry of `OTHER`.
 */
const MONEY: readonly Kind[] = ['deposit', 'transfer', 'transfer', 'transferAll', 'withdraw', 'gift']
const OTHER: readonly Kind[] = ['qr', 'reset', 'sms']
/** The reason in the ledger entries of each kind. */
const REASON: Partial<Record<Kind, Reason>> = {
  deposit: 'deposit',
  gift: 'deposit',
  transfer: 'transfer',
  transferAll: 'transfer',
  withdraw: 'withdraw',
}

const draws = (count: number, seed: number) =>
  fc.sample(
    fc.record({
      kind: fc.constantFrom<Kind[]>(...MONEY, ...MONEY, ...OTHER),
      by: fc.nat(MEMBERS - 1),
      from: fc.nat(GAMES.length),
      to: fc.nat(GAMES.length),
      satang: fc.integer({ min: 1, max: 4_000 }).map(satang),
      hangsUp: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: IMPATIENCE }) },
      ),
    }),
    { numRuns: count, seed },
  )

function asked({ kind, from, to, satang }: Draw, { account }: Player, outside: number): Asked {
  const places = [WALLET, ...GAMES]
  const at = (place = WALLET) => account[place] ?? 0
  const amount = toBaht(satang)
  const same = () => satang
  const nothing = { from: outside, to: outside, amount: () => NOTHING }
  switch (kind) {
    case 'deposit':
      return { path: 'wallet/add', input: { amount }, from: outside, to: at(), amount: same }
    case 'withdraw':
      return { path: 'wallet/withdrawAll', input: { amount }, from: at(), to: at('pending'), amount: same }
    case 'transferAll': {
      const game = GAMES[to % GAMES.length]
      return {
        path: 'wallet/transferAll',
        input: { to: game },
        from: at(),
        to: at(game),
        amount: (reply) => toSatang(reply.amount ?? Number.NaN),
      }
    }
    case 'transfer':
      return {
        path: 'wallet/transfer',
        input: { from: places[from], to: places[to], amount },
        from: at(places[from]),
        to: at(places[to]),
        amount: same,
      }
    case 'gift':
      return {
        path: 'wallet/truelink',
        input: { link: sealedGift(giftLink(newKey())) },
        from: outside,
        to: at(),
        amount: (reply) => toSatang(reply.amount ?? Number.NaN),
      }
    case 'qr':
      return { path: 'qrcode/FP', input: { amount: 10 + (satang % 100) }, ...nothing }
    case 'reset':
      return { path: 'wallet/resetpassword', input: { code: GAMES[to % GAMES.length] }, ...nothing }
    case 'sms':
      return { path: 'otp/send', input: { phoneNumber: `06${String(randomInt(1e8)).padStart(8, '0')}` }, ...nothing }
  }
}

/** Returns the ledger's errors, given each account's expected balance and the expected number of entries of each kind. */
export async function violationsIn(db: Db, expected: ReadonlyMap<number, Satang>, counts: ReadonlyMap<string, number>) {
  const wrong: string[] = []
  const replayed = await postedTo(db)
  let sum = 0
  for (const { id, kind, balance: stored } of await db.select().from(accounts)) {
    const balance = kind === 'outside' ? (replayed.get(id) ?? 0) : stored
    sum += balance
    if (stored < 0) wrong.push(`account ${id} is below zero: ${stored}`)
    if (balance !== (replayed.get(id) ?? 0))
      wrong.push(`account ${id} holds ${balance}, its postings say ${replayed.get(id)}`)
    if (expected.has(id) && balance !== expected.get(id))
      wrong.push(`account ${id} holds ${balance}, what was answered says ${expected.get(id)}`)
  }
  if (sum !== 0) wrong.push(`all accounts together hold ${sum}`)
  const written = await db.select({ reason: entries.reason }).from(entries)
  for (const [reason, count] of counts) {
    const found = written.filter((entry) => entry.reason === reason).length
    if (found !== count) wrong.push(`${found} entries of ${reason}, ${count} were answered`)
  }
  return wrong
}

const NoCode = v.object({ hasQrcode: v.literal(false) })
type Line = { call: OrderName; amount?: Satang }

/** Returns the differences between the provider's book and the ledger. */
async function disagreements(
  db: Db,
  games: readonly number[],
  book: ReadonlyMap<string, Line | 'refused'>,
): Promise<string[]> {
  const wrong: string[] = []
  const done = new Map([...book].filter((line): line is [string, Line] => line[1] !== 'refused'))
  for (const { id, state, steps, reply } of await db.select().from(operations)) {
    if (state === 'sent' || state === 'unknown') wrong.push(`operation ${id} has no outcome`)
    // a refused QR code request is settled too, because its reply has no refusal code
    if (state !== 'settled' || v.is(NoCode, reply)) continue
    for (const { input } of steps) {
      if (!done.has(lineOf({ ...input, request: id })))
        wrong.push(`operation ${id} is settled with ${JSON.stringify(reply)}, the provider did not do it`)
    }
  }
  const [ledger] = await db
    .select({ sum: sql<number>`coalesce(sum(${postings.amount}), 0)`.mapWith(Number) })
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .where(and(inArray(postings.accountId, [...games]), ne(entries.reason, 'seed')))
  const moves = [...done.values()].filter(({ call }) => call === 'moveIntoGame')
  const atProvider = moves.reduce((sum, { amount = 0 }) => sum + amount, 0)
  if (ledger?.sum !== atProvider) wrong.push(`the games hold ${ledger?.sum} more, the provider says ${atProvider}`)
  return wrong
}

/** The reply timeout in ms, unless the client hangs up first. */
const TIMEOUT = 60_000
/** The wait before a request is repeated after a 5xx, ms. */
const PAUSE = 50
/**
 * The number of reconciler passes within which every operation must get an outcome, and the interval between them, ms.
 */
const PASSES = 2
const PASS = 4_000

/**
 * Runs random operations by many concurrent players against two real servers on one empty PostgreSQL at `url`, with
 * external providers. The servers are killed `kills` times, at each step of an operation in turn. A client that
 * receives no reply repeats the request with the same idempotency key, as the product does. The load continues until
 * `during` has finished. `during` receives the servers' addresses and a player's token.
 */
export async function ledgerRun({
  url,
  operations: count,
  kills,
  seed,
  during = async () => {},
}: {
  url: string
  operations: number
  kills: number
  seed: number
  during?: (servers: readonly string[], token: string) => Promise<void>
}): Promise<LedgerReport> {
  const report = { done: 0, refused: 0, askedAgain: 0, kills: 0 }
  const steps = Object.keys(STEPS) as StepName[]
  // About every third operation calls a provider, so all kills happen within the first fifth of `count` orders.
  const every = Math.max(1, Math.floor(count / (kills * 5)))
  let orders = 0
  let begun = 0
  const killing = new Set<Promise<void>>()
  function kill(at: number) {
    const gone = servers[at]
      ?.kill()
      .then(release)
      .then(() => {
        report.kills++
      })
    if (gone) killing.add(gone.finally(() => killing.delete(gone)))
  }
  /** Decides the fate of an order: one in ten is refused, some are slow, and some kill their server. */
  async function meet(server: number): Promise<Fate> {
    const order = ++orders
    const fate = { isRefused: order % 10 === 0 }
    if (order % 7 === 0) await wait(20)
    const step = order % every === 0 && begun < kills ? steps[begun++ % steps.length] : undefined
    if (!step) return fate
    const after = () => wait(STEPS[step]).then(() => kill(server))
    return { ...fate, isLost: step === 'before it is sent', isSilent: step === 'after it is sent', after }
  }
  const provider = await startProviders(2, meet)
  const opened = await openPostgres(url)
  /** Expires the leases of a killed process. */
  const release = async () => {
    const open = opened.db
      .select({ id: operations.id })
      .from(operations)
      .where(inArray(operations.state, ['sent', 'unknown']))
      .for('update', { skipLocked: true })
    await opened.db.update(operations).set({ nextAt: sql`now()` }).where(inArray(operations.id, open))
  }
  const settings = { DATABASE_URL: url, WITHDRAW_MIN: '0.01', LEDGER_KEY }
  const servers: Awaited<ReturnType<typeof startServer>>[] = []
  for (const PROVIDERS_URL of provider.urls) {
    const server = await startServer({ ...settings, PROVIDERS_URL })
    await server.ready()
    servers.push(server)
  }
  try {
    const outside = await accountOf(opened.db, { kind: 'outside' })
    const players = await addPlayers(opened, outside)
    const expected = await postedTo(opened.db)
    const counts = new Map(['deposit', 'transfer', 'withdraw'].map((reason) => [reason, 0]))
    const before = await opened.db.select({ reason: entries.reason }).from(entries)
    for (const { reason } of before) if (counts.has(reason)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    const book = ({ from, to }: Pick<Asked, 'from' | 'to'>, amount: Satang, kind: Kind) => {
      const reason = REASON[kind]
      if (!reason) return
      expected.set(from, satang((expected.get(from) ?? 0) - amount))
      expected.set(to, satang((expected.get(to) ?? 0) + amount))
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    const queue = draws(count, seed)
    let isOver = false
    const drawn = () => {
      if (queue.length === 0 && !isOver) queue.push(...draws(count, seed + report.done))
      return queue.pop()
    }

    async function answer({ path, input }: Asked, token: string, key: string, hangsUp: number): Promise<Response> {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'X-Requested-With': 'wallet-user',
      }
      const server = servers[report.askedAgain % servers.length]
      const reply = await fetch(`${server?.base}/api/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
        signal: AbortSignal.timeout(hangsUp || TIMEOUT),
      }).catch(() => null)
      if (reply && reply.status < 500) return reply
      report.askedAgain++
      await server?.ready()
      if (reply) await wait(PAUSE)
      return answer({ path, input } as Asked, token, key, 0)
    }
    async function work() {
      for (let draw = drawn(); draw; draw = drawn()) {
        const player = players[draw.by]
        if (!player) throw new Error('no player')
        const what = asked(draw, player, outside)
        const reply = await answer(what, player.token, newKey(), draw.hangsUp)
        const body = (await reply.json()) as { amount?: number; code?: string }
        if (reply.ok) {
          book(what, what.amount(body), draw.kind)
          report.done++
          continue
        }
        report.refused++
        const isBetweenGames = draw.kind === 'transfer' && draw.from > 0 && draw.to > 0
        // One game has paid out but the other game has refused the deposit, so the money is in the main wallet.
        if (body.code === 'TRANSFER_FAIL' && isBetweenGames)
          book({ from: what.from, to: player.account[WALLET] ?? 0 }, draw.satang, draw.kind)
      }
    }
    const bases = servers.map(({ base }) => base)
    const disturbing = during(bases, players[0]?.token ?? '').finally(() => {
      isOver = true
    })
    await Promise.all([disturbing, ...Array.from({ length: AT_ONCE }, work)])
    await Promise.all(killing)
    for (const server of servers) await server.ready()
    for (let pass = 0; pass < PASSES; pass++) {
      await release()
      await wait(PASS)
    }
    const games = players.flatMap(({ account }) => GAMES.map((code) => account[code] ?? 0))
    const violations = await violationsIn(opened.db, expected, counts)
    const failed = servers.filter((server) => server.hasFailed()).map(({ base }) => `${base} ended by itself`)
    return {
      ...report,
      violations: [
        ...failed,
        ...violations,
        ...(await audit(opened.db, LEDGER_KEY)),
        ...(await disagreements(opened.db, games, provider.book)),
      ],
    }
  } finally {
    await opened.close()
    for (const server of servers) await server.stop()
    provider.close()
  }
}
