import { setTimeout as wait } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '#server/core/db.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, entries } from '#server/core/schema/money.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { sealEntries } from '#server/domain/seals.ts'
import { addManyMembers } from '../kit/many-members.ts'
import { openBackend } from './backend.ts'
import { toBare } from './bare.ts'
import { depositsToTransfers } from './members.ts'
import { ATTEMPTS, atRate, type Ratio, rate } from './rate.ts'

type Bench = Awaited<ReturnType<typeof openBackend>>
type Call = Bench['call']

/**
 * The minimum number of members for which the limits apply. With fewer members, the runs are too short for limits on
 * latency, so latencies are only printed.
 */
const FULL = 100_000
/** The time limit for adding the members, s. */
const SEED_MOST = 180
/** Game accounts and entries per member: 600,000 accounts and 1,000,000 entries for 100,000 members. */
const GAMES = ['joker2', 'usun', 'imi'] as const
const ENTRIES = 10
/** The numbers of entries and statement rows that {@link addManyMembers} adds for each member. */
const FIRST = 4
const FIRST_ROWS = 3
/** The time limit for an audit of 1,000,000 entries, s. */
const AUDIT_MOST = 60
const LEDGER_KEY = 'scale'
/** Requests per second while latencies are measured. */
const ARRIVALS = 40
const LOGINS = 50
const STALLED = 100

/** Adds the remaining accounts and entries for the members of {@link addManyMembers}, with correct books. */
const addLedger = (db: Db, count: number) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    // Disables triggers and foreign key checks, which take minutes for a million rows.
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    for (const game of GAMES)
      await tx.execute(sql`insert into accounts (kind, "memberId", "gameCode")
        select 'game', 'many-' || n, ${game} from generate_series(1, ${count}::integer) n`)
    await tx.execute(sql`insert into entries (reason, reference, "memberId", at)
      select 'deposit', 'scale-' || n, 'many-' || 1 + n % ${count}::integer, now() - n * interval '1 second'
      from generate_series(1, ${count * (ENTRIES - FIRST)}::integer) n`)
    await tx.execute(sql`insert into postings ("entryId", "accountId", amount) select entries.id, accounts.id, 100
      from entries join accounts using ("memberId") where kind = 'wallet' and reference like 'scale-%'`)
    await tx.execute(sql`insert into postings ("entryId", "accountId", amount)
      select entries.id, accounts.id, -100 from entries, accounts where reference like 'scale-%' and kind = 'outside'`)
    await tx.execute(sql`update accounts set balance = balance + ${100 * (ENTRIES - FIRST)}
      where "memberId" like 'many-%' and kind = 'wallet'`)
    await tx.execute(sql`insert into "auditLog" (at, kind, "memberId", actor, cause, "entryId")
      select at, 'money', "memberId", 'bank', reference, id from entries where reference like 'scale-%' order by id`)
    await tx.execute(sql`insert into statements
      ("memberId", no, type, status, "from", "to", amount, "createdAt", "entryId")
      select "memberId", ${FIRST_ROWS}::integer + 1 + (substr(reference, 7)::integer - 1) / ${count}::integer,
        'deposit', 'SUCCESS', 'KBANK', 'WALLET', 100, at, id
      from entries where reference like 'scale-%'`)
    await tx.execute(
      sql`update "statementCounts" set count = ${FIRST_ROWS + ENTRIES - FIRST} where "memberId" like 'many-%'`,
    )
    await tx.execute(sql`analyze`)
  })

/** Seals and audits the books, and compares the audit's time with its limit. The books must be correct. */
async function auditRatio(db: Db): Promise<Ratio> {
  const booked = await db.$count(entries)
  while (await sealEntries(db, LEDGER_KEY));
  const start = performance.now()
  const wrong = await audit(db, LEDGER_KEY)
  const seconds = (performance.now() - start) / 1000
  if (wrong.length > 0) throw new Error(`${wrong.length} rows are wrong: ${wrong.slice(0, 10).join('; ')}`)
  const name = `audit of ${booked} entries (${seconds.toFixed(1)} s to ${AUDIT_MOST} s)`
  return { name, ratio: seconds / AUDIT_MOST, most: 1 }
}

/**
 * Sends requests at a fixed rate for `ms` without waiting for the replies. Returns the 99th percentile of their times,
 * ms.
 */
async function p99(ask: (at: number) => Promise<unknown>, ms: number): Promise<number> {
  const times: number[] = []
  const asked: Promise<unknown>[] = []
  const begin = performance.now()
  for (let at = 0; at < (ARRIVALS * ms) / 1000; at++) {
    await wait(Math.max(0, begin + (at * 1000) / ARRIVALS - performance.now()))
    const start = performance.now()
    asked.push(ask(at).then(() => times.push(performance.now() - start)))
  }
  await Promise.all(asked)
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN
}

/** Starts a load and returns a function that waits for it to end. */
type Load = () => Promise<() => Promise<unknown>>

/** Compares the p99 latency of `ask` with and without `load`. */
async function underLoad(
  name: string,
  most: number,
  ask: (at: number) => Promise<unknown>,
  load: Load,
  { ms, attempts }: { ms: number; attempts: number },
) {
  let ratio: Ratio
  for (let attempt = 1; ; attempt++) {
    const quiet = await p99(ask, ms)
    const ended = await load()
    const loaded = await p99(ask, ms)
    await ended()
    ratio = { name: `p99 of ${name} (${loaded.toFixed(1)} ms to ${quiet.toFixed(1)} ms)`, ratio: loaded / quiet, most }
    if (ratio.ratio <= most || attempt === attempts) return ratio
  }
}

/** Returns a load that logs in 50 members concurrently. */
async function loginStorm({ db, app }: Bench): Promise<Load> {
  const ids = Array.from({ length: LOGINS }, (_, n) => `many-${n + 1}`)
  const demo = db.select({ password: members.password }).from(members).where(eq(members.username, DEMO.member.username))
  await db
    .update(members)
    .set({ password: sql`(${demo})` })
    .where(inArray(members.id, ids))
  const names = await db.select({ username: members.username }).from(members).where(inArray(members.id, ids))
  let key = 0
  const login = async (username: string) => {
    const headers = { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': `login-${key++}` }
    const body = JSON.stringify({ username, password: DEMO_PASSWORD, remember: true })
    const reply = await app.request('/api/login', { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`login: ${await reply.text()}`)
  }
  return async () => {
    const logins = Promise.all(names.map(({ username }) => login(username)))
    return () => logins
  }
}

/**
 * Returns a load that stalls a game for `stall` ms while 100 members move money into it. The measurement starts once
 * all of them are waiting.
 */
async function stalledGame({ world, as }: Bench, stall: number): Promise<Load> {
  const waiting = await Promise.all(Array.from({ length: STALLED }, (_, n) => as(`many-${LOGINS + n + 1}`)))
  await Promise.all(waiting.map((call) => call('POST', '/api/wallet/add', { amount: 100 })))
  const move = world.moveIntoGame
  let asked = 0
  let allAsked = () => {}
  world.moveIntoGame = async (order) => {
    if (order.gameCode === 'pg') {
      if (++asked === STALLED) allAsked()
      await wait(stall)
    }
    return move(order)
  }
  return async () => {
    asked = 0
    const isStalled = new Promise<void>((done) => {
      allAsked = done
    })
    const ask = (call: Call) => call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'pg', amount: 1 })
    const transfers = Promise.all(waiting.map(ask))
    await Promise.race([isStalled, transfers])
    return () => transfers
  }
}

/** Returns a function that cycles through reads and changes that do not need the stalled game. */
const others = (call: Call) => {
  const asks = [
    () => call('GET', '/api/wallet'),
    () => call('POST', '/api/statement', { page: 1, limit: 10 }),
    () => call('GET', '/api/bonus'),
    () => call('POST', '/api/wallet/add', { amount: 1 }),
    () => call('POST', '/api/wallet/transfer', { from: 'WALLET', to: 'joker2', amount: 1 }),
  ]
  return (at: number) => (asks[at % asks.length] as () => Promise<unknown>)()
}

/**
 * Seeds `size` members in the database at `bigUrl` and measures the work that must not slow down with the number of
 * members or under load.
 */
export async function scaleRun(bigUrl: string, smallUrl: string, size: number): Promise<Ratio[]> {
  const isFull = size >= FULL
  const rounds = isFull ? { rounds: 400, each: 1 } : { rounds: 250, each: 1 }
  const atOnce = isFull ? { rounds: 40, each: 2 } : { rounds: 12, each: 1 }
  const times = isFull ? { ms: 4_000, attempts: ATTEMPTS } : { ms: 1_500, attempts: 1 }
  const big = await openBackend(bigUrl)
  const small = await openBackend(smallUrl)
  const pool = new pg.Pool({ connectionString: bigUrl, max: 4 })
  try {
    const start = performance.now()
    await addManyMembers(big.db, size)
    await addLedger(big.db, size)
    const seconds = (performance.now() - start) / 1000
    const added = `${size} members, ${await big.db.$count(accounts)} accounts, ${await big.db.$count(entries)} entries`
    const name = `adding ${added} (${seconds.toFixed(0)} s to ${SEED_MOST} s)`
    const ratios: Ratio[] = [{ name, ratio: seconds / SEED_MOST, most: 1 }]
    // Audits the books before the bare prototype runs, because the prototype writes rows that the audit rejects.
    ratios.push(await auditRatio(big.db))
    const wallet = (call: Call) => () => call('GET', '/api/wallet')
    const few = `wallet with ${size} members, to a few`
    ratios.push(await rate(few, atRate(0.9), wallet(big.call), wallet(small.call), rounds))
    ratios.push(await depositsToTransfers(big, atOnce))
    ratios.push(...(await toBare(big, pool, rounds)))
    const stall = await stalledGame(big, 2.5 * times.ms)
    const delays = [
      await underLoad('wallet during 50 logins', 3, wallet(big.call), await loginStorm(big), times),
      await underLoad('other calls while a game stalls 100 transfers', 2, others(big.call), stall, times),
    ]
    if (isFull) return [...ratios, ...delays]
    for (const { name, ratio } of delays) console.log(`not judged: ${name}: ${ratio.toFixed(2)}`)
    return ratios
  } finally {
    await pool.end()
    await big.close()
    await small.close()
  }
}
