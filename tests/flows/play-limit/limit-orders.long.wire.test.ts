import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang, toBaht } from '#contract/money.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import { MINUTE } from '#contract/time-check.ts'
import type { Db } from '#server/core/db.ts'
import { newId } from '#server/core/schema/columns.ts'
import { heldDeposits, qrcodes, slips } from '#server/core/schema/deposits.ts'
import { entries, statements, withdrawals } from '#server/core/schema/money.ts'
import { idOf } from '#server/http/call.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import {
  act,
  baht,
  carryOutAll,
  carryOutSteps,
  ENV,
  firstLimits,
  limitOf,
  OrderMember,
  PARTS,
  POSTGRES,
  patience,
  repeat,
  SEED,
  type Step,
  type To,
  toConfirm,
} from '#tests/kit/limit-orders.ts'
import { giftLink, sealedGift } from '#tests/kit/money-in.ts'
import { type Servers, withTwoProcesses, withTwoServers } from '#tests/kit/two-servers.ts'
import { type LimitHistory, type LimitRequest, limitsInForce, WITHIN_LIMITS } from '#tests/laws/limits.ts'

/**
 * The number of orders in daytime runs. It is lower on the embedded database, which runs one transaction at a time and
 * so has no real races.
 */
const BY_DAY = process.env.TEST_DATABASE_URL ? 60 : 10
/**
 * How many orders (random sequences of events) run on two servers in this process, each with its own connections, and
 * how many run on two processes.
 */
const [ORDERS, OF_PROCESSES] = process.env.NIGHT ? [200, 10_000] : [BY_DAY, 5]

/** A requested limit, in satang. */
type Asked = Omit<LimitRequest, 'kind' | 'amount'> & { amount: Satang | null }
type Act = To &
  (
    | ({ kind: 'limit' } & Asked)
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
/** `apart`: how far the second server's clock is ahead, ms. */
type Order = { limits: Record<LimitPeriod, Satang | null>; apart: number; steps: readonly Step<Act>[] }

const which = fc.nat(7)
const reference = fc.nat(4)
/** Few and low limits, so that deposits use them up. */
const LIMITS = baht(200, 400, 600, 1_000)
const amount = fc.oneof(fc.constantFrom(...baht(100, 200, 300)), fc.integer({ min: 1_000, max: 50_000 }).map(satang))
const limit = limitOf(...LIMITS)
/** Events that depend on or change the amount left within a limit. */
const races: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: limit },
  { weight: 2, arbitrary: repeat },
  { weight: 9, arbitrary: fc.record({ ...act('pay'), which, amount: fc.option(amount) }) },
  { weight: 3, arbitrary: fc.record({ ...act('slip'), isAccepted: fc.boolean(), amount, reference }) },
  { weight: 3, arbitrary: fc.record(act('release')) },
)
const others: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ ...act('code'), amount }) },
  { weight: 2, arbitrary: fc.record({ ...act('accept'), which, amount, reference }) },
  { weight: 1, arbitrary: fc.record({ ...act('gift'), amount }) },
  { weight: 1, arbitrary: fc.record({ ...act('return'), which }) },
  { weight: 1, arbitrary: fc.record({ ...act('withdraw'), amount }) },
  { weight: 1, arbitrary: fc.record({ ...act('settle'), which, isPaid: fc.boolean() }) },
)
const any = fc.oneof({ weight: 3, arbitrary: races }, { weight: 1, arbitrary: others })
const SECOND = 1_000
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constantFrom(SECOND, 20 * MINUTE, HOUR, 9 * HOUR) },
  { weight: 4, arbitrary: fc.constantFrom(DAY - MINUTE, DAY, DAY + MINUTE) },
  { weight: 2, arbitrary: fc.constantFrom(6 * DAY, 7 * DAY - MINUTE, 7 * DAY, 8 * DAY) },
  { weight: 1, arbitrary: fc.constantFrom(23 * DAY, 30 * DAY - MINUTE, 30 * DAY) },
)
const step: fc.Arbitrary<Step<Act>> = fc.record({
  pause,
  acts: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(any) },
    { weight: 1, arbitrary: fc.tuple(any, others) },
    { weight: 1, arbitrary: fc.tuple(races, races) },
  ),
})
/** A limit request that is repeated just before, at or after the time when it can be confirmed. */
const raise: fc.Arbitrary<Step<Act>[]> = fc.tuple(
  fc.record({ pause, acts: fc.tuple(limit) }),
  fc.record({ pause: toConfirm, acts: fc.oneof(fc.tuple(repeat), fc.tuple(repeat, races)) }),
)
const order: fc.Arbitrary<Order> = fc.record({
  limits: firstLimits(...LIMITS),
  apart: fc.constantFrom(0, SECOND, 30 * SECOND),
  steps: fc
    .array(fc.oneof({ weight: 6, arbitrary: fc.tuple(step) }, { weight: 1, arbitrary: raise }), {
      minLength: 3,
      maxLength: 8,
    })
    .map((parts) => parts.flat()),
})

/** One order in progress. */
class Run {
  readonly member: OrderMember
  readonly #servers: Servers
  readonly #db: Db
  readonly #codes: string[] = []
  readonly #requests = new Map<string, Asked>()
  readonly #history: LimitHistory[number][] = []
  #lastRow = 0

  private constructor(servers: Servers, db: Db, member: OrderMember) {
    this.#servers = servers
    this.#db = db
    this.member = member
  }

  /** Starts a run with a new member who joins at `now`. */
  static async begin(servers: Servers, db: Db, now: number): Promise<Run> {
    const run = new Run(servers, db, await OrderMember.join(servers, db, now))
    // a code created before any limit, which may be paid after it has expired
    const code = { id: newId(), provider: 'FP', amount: satang(20_000), payload: '', status: 'open' } as const
    const [createdAt, expireAt] = [new Date(now), new Date(now + 15 * MINUTE)]
    await db.insert(qrcodes).values({ ...code, memberId: run.member.id, createdAt, expireAt })
    run.#codes.push(code.id)
    return run
  }

  /** Accepts a slip, possibly with the reference number of an earlier one. */
  async #accept(act: To & { amount: Satang; reference: number }, slip: string | undefined) {
    const { amount, reference } = act
    if (!slip) return
    const fields = { slip, amount: String(toBaht(amount)), reference: `${this.member.id}${reference}` }
    await this.member.form(act, '/slip/accept', fields)
  }

  /** Selects one of the member's pending rows of a table, and returns its id. */
  async #pick(table: typeof slips | typeof heldDeposits | typeof withdrawals, which: number) {
    const { id, memberId, status } = table
    const own = and(eq(memberId, this.member.id), eq(status, 'PENDING'))
    const rows = await this.#db.select({ id }).from(table).where(own).orderBy(asc(id))
    return rows[which % rows.length]?.id
  }

  async #act(act: Act): Promise<void> {
    const { member } = this
    if (act.kind === 'limit') {
      const { period, amount, isConfirmed } = act
      const key = newKey()
      this.#requests.set(idOf(member.id, 'limits.set', key), { period, amount, isConfirmed })
      await member.call(act, 'limits.set', { period, amount: amount && toBaht(amount), isConfirmed }, key)
    } else if (act.kind === 'repeat') {
      const last = [...this.#requests.values()].at(-1)
      if (last) await this.#act({ ...last, ...act, kind: 'limit' })
    } else if (act.kind === 'code') {
      const { body } = await member.call(act, 'qr.create', { provider: 'FP', amount: toBaht(act.amount) })
      if (typeof body.qrcodeId === 'string') this.#codes.push(body.qrcodeId)
    } else if (act.kind === 'pay') {
      // any code, even if it has expired, was superseded or is already paid
      const qrcodeId = this.#codes[act.which % this.#codes.length]
      const amount = act.amount ? { amount: String(toBaht(act.amount)) } : {}
      if (qrcodeId) await member.form(act, '/pay', { qrcodeId, reference: newKey(), ...amount })
    } else if (act.kind === 'slip') {
      // stored without its image, which does not affect limits
      const blank = { memberId: member.id, type: 'image/png', status: 'PENDING' } as const
      const createdAt = new Date(member.serversOf(act)[0]?.now() ?? 0)
      const [slip] = await this.#db
        .insert(slips)
        .values({ ...blank, createdAt })
        .returning({ id: slips.id })
      if (act.isAccepted) await this.#accept(act, slip?.id)
    } else if (act.kind === 'accept') await this.#accept(act, await this.#pick(slips, act.which))
    else if (act.kind === 'gift') {
      const link = sealedGift(giftLink(`${newKey().slice(0, 8)}-${toBaht(act.amount)}`))
      await member.call(act, 'wallet.truelink', { link })
    } else if (act.kind === 'release') await Promise.all(member.serversOf(act).map((each) => each.release()))
    else if (act.kind === 'return') await this.#return(act, await this.#pick(heldDeposits, act.which))
    else if (act.kind === 'withdraw') await member.call(act, 'wallet.withdrawAll', { amount: toBaht(act.amount) })
    else {
      const id = await this.#pick(withdrawals, act.which)
      if (id) await member.form(act, '/withdrawal', { id, isPaid: String(act.isPaid) })
    }
  }

  async #return(to: To, id: string | undefined) {
    if (id) await this.member.form(to, '/held/return', { id })
  }

  /** Carries out `acts` concurrently, then checks that the history in the database obeys the law of limits. */
  async step(acts: readonly Act[]) {
    await Promise.all(acts.map((each) => this.#act(each)))
    await this.#readHistory()
    const events = JSON.stringify(this.#history)
    expect(WITHIN_LIMITS.holds(this.#history), `${WITHIN_LIMITS.sentence} ${events}`).toBe(true)
    expect(await this.member.limits('deposit'), `the limits in force ${events}`).toEqual({
      ...{ day: null, week: null, month: null },
      ...limitsInForce(this.#history, 'deposit').at(-1),
    })
  }

  /**
   * Reads the rows that were added to the audit log since the last step. A member's rows are numbered in commit order,
   * because deposits and limits lock the wallet before they add rows.
   */
  async #readHistory() {
    const rows = await this.member.audited(this.#lastRow)
    for (const [id, lines] of Map.groupBy(rows, (row) => row.id)) {
      this.#lastRow = id
      const [{ kind, cause, at }] = lines as [(typeof lines)[number]]
      const request = this.#requests.get(cause)
      if (kind === 'limit' && request)
        this.#history.push({ at: at.getTime(), request: { kind: 'deposit', ...request } })
      // recognises a deposit by the accounts, not by the entry's reason: the money comes from outside or from the held
      // deposits
      const isDeposit = lines.some(({ account }) => account === 'outside' || account === 'held')
      const credit = lines.find(({ account }) => account === 'wallet')?.amount ?? 0
      if (isDeposit && credit > 0) this.#history.push({ at: at.getTime(), credit })
    }
  }

  /** The ids and amounts of the held deposits. */
  #held() {
    return this.#db
      .select({ id: heldDeposits.id, amount: statements.amount })
      .from(heldDeposits)
      .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
      .where(and(eq(heldDeposits.memberId, this.member.id), eq(heldDeposits.status, 'PENDING')))
  }

  /**
   * At `ms`, releases the held deposits that the limits allow, while the member pays a code late. Then checks that the
   * limits forbid releasing the rest.
   */
  async release(ms: number) {
    await this.member.setClocks(ms, 0)
    await this.step([
      { kind: 'release', by: 0, isTwice: false },
      { kind: 'pay', by: 1, isTwice: false, which: 0, amount: null },
    ])
    for (const { amount } of await this.#held()) {
      const more = [...this.#history, { at: this.#servers[0].now(), credit: amount }]
      expect(WITHIN_LIMITS.holds(more), `a held deposit fits into the limits ${JSON.stringify(more)}`).toBe(false)
    }
  }

  /** Releases the held deposits that the limits allow now and after each period, and returns the rest to the payer. */
  async end(ms: number) {
    await this.release(ms)
    for (const period of LIMIT_PERIODS) await this.release(ms + LIMIT_DAYS[period] * DAY)
    for (const { id } of await this.#held()) await this.#return({ by: 0, isTwice: true }, id)
    expect(await this.#held()).toEqual([])
    await this.step([])
  }
}

async function carryOut(servers: Servers, db: Db, { limits, ...order }: Order) {
  for (const server of servers) await server.setAhead(0)
  const run = await Run.begin(servers, db, servers[0].now())
  await run.member.setClocks(0, order.apart)
  const sent = { kind: 'limit', by: 0, isTwice: false, isConfirmed: false } as const
  await run.step(LIMIT_PERIODS.map((period) => ({ ...sent, period, amount: limits[period] })))
  await run.end(await carryOutSteps(run, order))
}

test.for(PARTS)(
  `none of ${ORDERS} operations on two servers credits more than the limit, part %i of ${PARTS.length} (R586, R587)`,
  { timeout: patience(ORDERS), concurrent: true },
  async (part) => {
    const numRuns = ORDERS / PARTS.length
    await withTwoServers(`limit_orders_${part}`, ENV, async (servers, db) => {
      await carryOutAll(db, order, (drawn) => carryOut(servers, db, drawn), { numRuns, seed: SEED + part - 1 })
      for (const reason of ['deposit', 'deposit held', 'deposit released', 'deposit returned'] as const)
        expect(await db.$count(entries, eq(entries.reason, reason)), reason).toBeGreaterThan(numRuns / 30)
    })
  },
)

describe.each(POSTGRES)('with two processes', (url) => {
  test.for(PARTS)(
    `none of ${OF_PROCESSES} operations credits more than the limit, part %i of ${PARTS.length} (R586, R587)`,
    { timeout: patience(OF_PROCESSES), concurrent: true },
    async (part) => {
      const runs = { numRuns: OF_PROCESSES / PARTS.length, seed: SEED + part - 1 }
      await inOwnDatabase(url, (own) =>
        withTwoProcesses(own, ENV, (servers, db) =>
          carryOutAll(db, order, (drawn) => carryOut(servers, db, drawn), runs),
        ),
      )
    },
  )
})
