import { randomInt } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import fc from 'fast-check'
import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang, toBaht } from '#contract/money.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import type { Db } from '#server/core/db.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { newId } from '#server/core/schema/columns.ts'
import { heldDeposits, qrcodes, slips } from '#server/core/schema/deposits.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, entries, postings, statements, withdrawals } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { readSettings } from '#server/core/settings.ts'
import { audit } from '#server/domain/audit.ts'
import { openSession } from '#server/domain/session.ts'
import { idOf } from '#server/http/call.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { expectSound, requestOf } from '#tests/kit/server.ts'
import { type Server, type Servers, withTwoProcesses, withTwoServers } from '#tests/kit/two-servers.ts'
import { type LimitHistory, type LimitRequest, limitsInForce, WITHIN_LIMITS } from '#tests/laws/limits.ts'

/*
 * Each order is a new member with random limits, and random events that two servers on one database carry out, some of
 * them concurrently. After each step the law of deposit limits is judged by what the database contains.
 */

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
/** Fewer on the embedded database, which runs one transaction at a time: only PostgreSQL has real races. */
const BY_DAY = process.env.TEST_DATABASE_URL ? 60 : 10
/** Orders carried out by two servers in this process, each with its own connections; and by two processes. */
const [ORDERS, OF_PROCESSES] = process.env.NIGHT ? [10_000, 200] : [BY_DAY, 5]
/** Parts that are carried out concurrently, each on a database of its own, because its servers have their own clocks. */
const PARTS = process.env.NIGHT ? 4 : 1
/** The time limit of a number of orders, with the start and the search for a shorter order that breaks the law, ms. */
const patience = (orders: number) => 120_000 + orders * 2_000
/** The same orders every day, other orders every night; `LIMIT_ORDERS_SEED` repeats a run. */
const SEED = Number(process.env.LIMIT_ORDERS_SEED ?? (process.env.NIGHT ? randomInt(2 ** 31) : 20_261_129))
/** An order may last longer than a session. */
const ENV = { SLIP_OPEN: '00:00', SLIP_CLOSE: '00:00', CHAT_BOT: '0', WITHDRAW_MIN: '1', REMEMBERED_DAYS: '1000' }

/** An event: `by` is the server that carries it out, and `isTwice` sends its request to the other one as well. */
type Act = { by: number; isTwice: boolean } & (
  | ({ kind: 'limit'; amount: Satang | null } & LimitRequest)
  | { kind: 'repeat'; isConfirmed: boolean }
  | { kind: 'code'; amount: Satang }
  | { kind: 'pay'; which: number; amount: Satang | null }
  | { kind: 'slip'; isAccepted: boolean; amount: Satang; reference: number }
  | { kind: 'accept'; which: number; amount: Satang; reference: number }
  | { kind: 'gift'; amount: Satang }
  | { kind: 'release' }
  | { kind: 'return'; which: number }
  | { kind: 'withdraw'; amount: Satang }
  | { kind: 'settle'; which: number; isPaid: boolean }
)
/** Events that begin at the same time, `pause` ms after the previous ones. */
type Step = { pause: number; acts: readonly Act[] }
/** `apart`: how far the second server's clock is ahead, ms. */
type Order = { limits: Record<LimitPeriod, Satang | null>; apart: number; steps: readonly Step[] }

const isTwice = fc.nat(5).map((lot) => lot === 0)
const which = fc.nat(7)
const reference = fc.nat(4)
const baht = (...all: number[]) => all.map((each) => satang(each * 100))
/** Few amounts, so that a request often repeats an earlier one, and deposits use a limit up. */
const LIMITS = baht(200, 400, 600, 1_000)
const amount = fc.oneof(fc.constantFrom(...baht(100, 200, 300)), fc.integer({ min: 1_000, max: 50_000 }).map(satang))
const kind = <K extends Act['kind']>(name: K) => ({ kind: fc.constant(name), by: fc.nat(1), isTwice })
const limit = fc.record({
  ...kind('limit'),
  period: fc.constantFrom(...LIMIT_PERIODS),
  amount: fc.constantFrom(...LIMITS, null),
  isConfirmed: fc.boolean(),
})
/** Requests the last limit again. */
const repeat = fc.record({ ...kind('repeat'), isConfirmed: fc.nat(3).map((lot) => lot > 0) })
/** Events that read or change the room within a limit. */
const races: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: limit },
  { weight: 2, arbitrary: repeat },
  { weight: 9, arbitrary: fc.record({ ...kind('pay'), which, amount: fc.option(amount) }) },
  { weight: 3, arbitrary: fc.record({ ...kind('slip'), isAccepted: fc.boolean(), amount, reference }) },
  { weight: 3, arbitrary: fc.record(kind('release')) },
)
const others: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ ...kind('code'), amount }) },
  { weight: 2, arbitrary: fc.record({ ...kind('accept'), which, amount, reference }) },
  { weight: 1, arbitrary: fc.record({ ...kind('gift'), amount }) },
  { weight: 1, arbitrary: fc.record({ ...kind('return'), which }) },
  { weight: 1, arbitrary: fc.record({ ...kind('withdraw'), amount }) },
  { weight: 1, arbitrary: fc.record({ ...kind('settle'), which, isPaid: fc.boolean() }) },
)
const act = fc.oneof({ weight: 3, arbitrary: races }, { weight: 1, arbitrary: others })
const [SECOND, MINUTE] = [1_000, 60_000]
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constantFrom(SECOND, 20 * MINUTE, HOUR, 9 * HOUR) },
  { weight: 4, arbitrary: fc.constantFrom(DAY - MINUTE, DAY, DAY + MINUTE) },
  { weight: 2, arbitrary: fc.constantFrom(6 * DAY, 7 * DAY - MINUTE, 7 * DAY, 8 * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(23 * DAY, 30 * DAY - MINUTE, 30 * DAY) },
)
const atFirst = fc.option(fc.constantFrom(...LIMITS), { freq: 1 })
const step: fc.Arbitrary<Step> = fc.record({
  pause,
  acts: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(act) },
    { weight: 1, arbitrary: fc.tuple(act, others) },
    { weight: 1, arbitrary: fc.tuple(races, races) },
  ),
})
/** A limit that is requested again when it can be confirmed, or just before or after that time. */
const raise: fc.Arbitrary<Step[]> = fc.tuple(
  fc.record({ pause, acts: fc.tuple(limit) }),
  fc.record({
    pause: fc.constantFrom(DAY - MINUTE, DAY, DAY + MINUTE, 8 * DAY - MINUTE, 8 * DAY),
    acts: fc.oneof(fc.tuple(repeat), fc.tuple(repeat, races)),
  }),
)
const order: fc.Arbitrary<Order> = fc.record({
  limits: fc.record({ day: atFirst, week: atFirst, month: atFirst }),
  apart: fc.constantFrom(0, SECOND, 30 * SECOND),
  steps: fc
    .array(fc.oneof({ weight: 6, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: raise }), {
      minLength: 3,
      maxLength: 8,
    })
    .map((parts) => parts.flat()),
})

/** The number of members so far. */
let joined = 0

/** One order in progress. */
class Run {
  readonly #servers: Servers
  readonly #db: Db
  readonly #member: { id: string; token: string }
  readonly #codes: string[] = []
  readonly #requests = new Map<string, LimitRequest & { amount: Satang | null }>()
  readonly #history: LimitHistory[number][] = []
  #lastRow = 0

  private constructor(servers: Servers, db: Db, member: { id: string; token: string }) {
    this.#servers = servers
    this.#db = db
    this.#member = member
  }

  /** A new member, who joins at `now`. */
  static async begin(servers: Servers, db: Db, now: number): Promise<Run> {
    const username = `order-${++joined}`
    const account = { bankCode: 'SCB', bankAccountName: 'Player', bankAccountNo: username }
    const blank = { ...account, name: 'Player', password: '', createdAt: new Date(now) }
    const [member] = await db
      .insert(members)
      .values({ ...blank, username })
      .returning({ id: members.id })
    const id = member?.id ?? ''
    const token = await openSession(db, id, true, { now: () => now, settings: readSettings(ENV) })
    const run = new Run(servers, db, { id, token })
    // a code from before the limits, which can be paid late
    const code = { id: newId(), provider: 'FP', amount: satang(20_000), payload: '', status: 'open' } as const
    const [createdAt, expireAt] = [new Date(now), new Date(now + 15 * MINUTE)]
    await db.insert(qrcodes).values({ ...code, memberId: id, createdAt, expireAt })
    run.#codes.push(code.id)
    return run
  }

  #server = (by: number) => this.#servers[by % 2] as Server

  async #send(by: number, method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const server = this.#server(by)
    const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${this.#member.token}` }
    const reply = await server.request(path, { method, ...init, headers: { ...headers, ...init.headers } })
    expect(reply.status, `${method} ${path}`).toBeLessThan(500)
    return reply
  }

  /** Sends a call to server `by`, and with `isTwice` the same request to the other one as well. */
  async #call<N extends CallName>(
    { by, isTwice }: Pick<Act, 'by' | 'isTwice'>,
    name: N,
    input: v.InferInput<Calls[N]['input']>,
    key = newKey(),
  ): Promise<Record<string, unknown>> {
    const { method, path, body } = requestOf(calls[name], { ...input })
    const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}
    const init = { headers: { 'Idempotency-Key': key, ...type }, ...(body !== undefined && { body }) }
    const sent = isTwice ? [by, by + 1] : [by]
    const [reply] = await Promise.all(sent.map((each) => this.#send(each, method, path, init)))
    return (await reply?.json()) as Record<string, unknown>
  }

  /** Sends a form of the sandbox like {@link #call}. */
  async #form({ by, isTwice }: Pick<Act, 'by' | 'isTwice'>, path: string, fields: Record<string, string>) {
    const sent = isTwice ? [by, by + 1] : [by]
    const body = () => new URLSearchParams(fields)
    await Promise.all(sent.map((each) => this.#send(each, 'POST', `/sandbox${path}`, { body: body() })))
  }

  /** Accepts a slip, whose reference number may be that of an earlier one. */
  async #accept(act: Act & { amount: Satang; reference: number }, slip: string | undefined) {
    const { amount, reference } = act
    if (!slip) return
    const fields = { slip, amount: String(toBaht(amount)), reference: `${this.#member.id}${reference}` }
    await this.#form(act, '/slip/accept', fields)
  }

  /** Selects one of the member's pending rows of a table, and returns its id. */
  async #pick(table: typeof slips | typeof heldDeposits | typeof withdrawals, which: number) {
    const { id, memberId, status } = table
    const own = and(eq(memberId, this.#member.id), eq(status, 'PENDING'))
    const rows = await this.#db.select({ id }).from(table).where(own).orderBy(asc(id))
    return rows[which % rows.length]?.id
  }

  async #act(act: Act): Promise<void> {
    if (act.kind === 'limit') {
      const { period, amount, isConfirmed } = act
      const key = newKey()
      this.#requests.set(idOf(this.#member.id, 'limits.set', key), { period, amount, isConfirmed })
      await this.#call(act, 'limits.set', { period, amount: amount && toBaht(amount), isConfirmed }, key)
    } else if (act.kind === 'repeat') {
      const last = [...this.#requests.values()].at(-1)
      if (last) await this.#act({ ...last, ...act, kind: 'limit' })
    } else if (act.kind === 'code') {
      const { qrcodeId } = await this.#call(act, 'qr.create', { provider: 'FP', amount: toBaht(act.amount) })
      if (typeof qrcodeId === 'string') this.#codes.push(qrcodeId)
    } else if (act.kind === 'pay') {
      // any code: open, late, superseded, or paid before
      const qrcodeId = this.#codes[act.which % this.#codes.length]
      const amount = act.amount ? { amount: String(toBaht(act.amount)) } : {}
      if (qrcodeId) await this.#form(act, '/pay', { qrcodeId, reference: newKey(), ...amount })
    } else if (act.kind === 'slip') {
      // added without its picture, which matters to no limit
      const blank = { memberId: this.#member.id, type: 'image/png', status: 'PENDING' } as const
      const createdAt = new Date(this.#server(act.by).now())
      const [slip] = await this.#db
        .insert(slips)
        .values({ ...blank, createdAt })
        .returning({ id: slips.id })
      if (act.isAccepted) await this.#accept(act, slip?.id)
    } else if (act.kind === 'accept') await this.#accept(act, await this.#pick(slips, act.which))
    else if (act.kind === 'gift') {
      const link = sealedGift(giftLink(`${newKey().slice(0, 8)}-${toBaht(act.amount)}`))
      await this.#call(act, 'wallet.truelink', { link })
    } else if (act.kind === 'release') {
      const sent = act.isTwice ? this.#servers : [this.#server(act.by)]
      await Promise.all(sent.map((each) => each.release()))
    } else if (act.kind === 'return') await this.#return(act, await this.#pick(heldDeposits, act.which))
    else if (act.kind === 'withdraw') await this.#call(act, 'wallet.withdrawAll', { amount: toBaht(act.amount) })
    else {
      const id = await this.#pick(withdrawals, act.which)
      if (id) await this.#form(act, '/withdrawal', { id, isPaid: String(act.isPaid) })
    }
  }

  async #return(act: Pick<Act, 'by' | 'isTwice'>, id: string | undefined) {
    if (id) await this.#form(act, '/held/return', { id })
  }

  /** Sets the second clock `apart` ms ahead of the first one, which is set to `ms` after the start of the order. */
  async setClocks(ms: number, apart: number) {
    const [first, second] = this.#servers
    await Promise.all([first.setAhead(ms), second.setAhead(ms + apart)])
  }

  /** Carries out `acts` concurrently, and judges the law by what the database contains afterwards. */
  async step(acts: readonly Act[]) {
    await Promise.all(acts.map((each) => this.#act(each)))
    await this.#readHistory()
    const events = JSON.stringify(this.#history)
    expect(WITHIN_LIMITS.holds(this.#history), `${WITHIN_LIMITS.sentence} ${events}`).toBe(true)
    expect(await this.#limits(), `the limits in force ${events}`).toEqual({
      ...{ day: null, week: null, month: null },
      ...limitsInForce(this.#history).at(-1),
    })
  }

  /**
   * Reads what was committed since the last step from the audit log. A member's rows are numbered in the order of their
   * commits, because deposits and limits lock the wallet before they add them.
   */
  async #readHistory() {
    const rows = await this.#db
      .select({
        ...{ id: auditLog.id, kind: auditLog.kind, cause: auditLog.cause, at: auditLog.at },
        ...{ account: accounts.kind, amount: postings.amount },
      })
      .from(auditLog)
      .leftJoin(postings, eq(postings.entryId, auditLog.entryId))
      .leftJoin(accounts, eq(accounts.id, postings.accountId))
      .where(and(eq(auditLog.memberId, this.#member.id), gt(auditLog.id, this.#lastRow)))
      .orderBy(asc(auditLog.id))
    for (const [id, lines] of Map.groupBy(rows, (row) => row.id)) {
      this.#lastRow = id
      const [{ kind, cause, at }] = lines as [(typeof lines)[number]]
      const request = this.#requests.get(cause)
      if (kind === 'limit' && request) this.#history.push({ at: at.getTime(), request })
      // by the accounts and not by the reason: money from outside, or from the held deposits
      const isDeposit = lines.some(({ account }) => account === 'outside' || account === 'held')
      const credit = lines.find(({ account }) => account === 'wallet')?.amount ?? 0
      if (isDeposit && credit > 0) this.#history.push({ at: at.getTime(), credit })
    }
  }

  /** The member's limits in the database. */
  async #limits() {
    const rows = await this.#db.select().from(playLimits).where(eq(playLimits.memberId, this.#member.id))
    const limits = rows.map(({ period, amount }) => [period, amount])
    return { day: null, week: null, month: null, ...Object.fromEntries(limits) }
  }

  /** The held deposits' ids and amounts. */
  #held() {
    return this.#db
      .select({ id: heldDeposits.id, amount: statements.amount })
      .from(heldDeposits)
      .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
      .where(and(eq(heldDeposits.memberId, this.#member.id), eq(heldDeposits.status, 'PENDING')))
  }

  /** Releases at `ms` what the limits allow, while the member pays a code late, and checks that they forbid the rest. */
  async release(ms: number) {
    await this.setClocks(ms, 0)
    await this.step([
      { kind: 'release', by: 0, isTwice: false },
      { kind: 'pay', by: 1, isTwice: false, which: 0, amount: null },
    ])
    for (const { amount } of await this.#held()) {
      const more = [...this.#history, { at: this.#server(0).now(), credit: amount }]
      expect(WITHIN_LIMITS.holds(more), `a held deposit fits into the limits ${JSON.stringify(more)}`).toBe(false)
    }
  }

  /** Waits for each period to end and releases what the limits allow, and returns the rest to the payer. */
  async end(ms: number) {
    await this.release(ms)
    for (const period of LIMIT_PERIODS) await this.release(ms + LIMIT_DAYS[period] * DAY)
    for (const { id } of await this.#held()) await this.#return({ by: 0, isTwice: true }, id)
    expect(await this.#held()).toEqual([])
    await this.step([])
  }
}

async function carryOut(servers: Servers, db: Db, { limits, apart, steps }: Order) {
  for (const server of servers) await server.setAhead(0)
  const run = await Run.begin(servers, db, servers[0].now())
  await run.setClocks(0, apart)
  const sent = { kind: 'limit', by: 0, isTwice: false, isConfirmed: false } as const
  await run.step(LIMIT_PERIODS.map((period) => ({ ...sent, period, amount: limits[period] })))
  let time = 0
  for (const { pause, acts } of steps) {
    time += pause
    await run.setClocks(time, apart)
    await run.step(acts)
  }
  await run.end(time + apart)
}

/** Carries out random orders, and checks that the books are sound. */
async function carryOutAll(servers: Servers, db: Db, { numRuns, seed }: { numRuns: number; seed: number }) {
  console.info(`LIMIT_ORDERS_SEED=${seed}`)
  const each = fc.asyncProperty(fc.noBias(order), (drawn) => carryOut(servers, db, drawn))
  await fc.assert(each, { seed, numRuns })
  await expectSound(db)
  expect(await audit(db)).toEqual([])
}

test.for(Array.from({ length: PARTS }, (_, at) => at + 1))(
  `none of ${ORDERS} orders by two servers credits more than the limit, part %i of ${PARTS} (R586, R587)`,
  { timeout: patience(ORDERS), concurrent: true },
  async (part) => {
    const numRuns = ORDERS / PARTS
    await withTwoServers(`limit_orders_${part}`, ENV, async (servers, db) => {
      await carryOutAll(servers, db, { numRuns, seed: SEED + part - 1 })
      for (const reason of ['deposit', 'deposit held', 'deposit released', 'deposit returned'] as const)
        expect(await db.$count(entries, eq(entries.reason, reason)), reason).toBeGreaterThan(numRuns / 30)
    })
  },
)

describe.each(POSTGRES)('with two processes', (url) => {
  test(
    `none of ${OF_PROCESSES} orders credits more than the limit (R586, R587)`,
    async () => {
      const runs = { numRuns: OF_PROCESSES, seed: SEED }
      await inOwnDatabase(url, (own) => withTwoProcesses(own, ENV, (servers, db) => carryOutAll(servers, db, runs)))
    },
    patience(OF_PROCESSES),
  )
})
