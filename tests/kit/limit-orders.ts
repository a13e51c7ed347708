import { randomInt } from 'node:crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import fc from 'fast-check'
import type * as v from 'valibot'
import { expect } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { LIMIT_PERIODS } from '#contract/play-limit.ts'
import { newKey } from '#contract/random.ts'
import type { Db } from '#server/core/db.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { accounts, postings } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { readSettings } from '#server/core/settings.ts'
import { audit } from '#server/domain/audit.ts'
import { limitsOfKind } from '#server/domain/play-limit.ts'
import { openSession } from '#server/domain/session.ts'
import { expectSound, requestOf } from './server.ts'
import type { Server, Servers } from './two-servers.ts'

/*
 * An order is a random sequence of events that concern a new member's limits. Two servers that share a database carry
 * it out, some events concurrently. After each step, the rows in the database are checked against the rules for limits.
 */

export const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
/** The parts of a run, which run concurrently. Each has its own database, because its servers have their own clocks. */
export const PARTS = Array.from({ length: process.env.NIGHT ? 4 : 1 }, (_, at) => at + 1)
/** The time limit for a run of `orders` orders, in ms. Includes startup and the time to shrink a failing order. */
export const patience = (orders: number) => 120_000 + orders * 2_000
/** The seed for the random orders: fixed by day, new in each nightly run. Set `LIMIT_ORDERS_SEED` to repeat a run. */
export const SEED = Number(process.env.LIMIT_ORDERS_SEED ?? (process.env.NIGHT ? randomInt(2 ** 31) : 20_261_129))
/** The servers' environment. Sessions last 1,000 days, because an order may outlast a normal session. */
export const ENV = {
  SLIP_OPEN: '00:00',
  SLIP_CLOSE: '00:00',
  CHAT_BOT: '0',
  WITHDRAW_MIN: '1',
  REMEMBERED_DAYS: '1000',
}

/** The server that carries out an event. If `isTwice` is true, the other server receives the same request. */
export type To = { by: number; isTwice: boolean }
/** Pauses after which a raised limit cannot be confirmed yet, can be confirmed, or can no longer be confirmed, ms. */
export const toConfirm = fc.constantFrom(DAY - 60_000, DAY, DAY + 60_000, 8 * DAY - 60_000, 8 * DAY)
export const baht = (...all: number[]) => all.map((each) => satang(each * 100))
/** The fields that all events share. */
export const act = <K extends string>(name: K) => ({
  kind: fc.constant(name),
  by: fc.nat(1),
  isTwice: fc.nat(5).map((lot) => lot === 0),
})
/**
 * Returns random events that request a limit. There are only a few amounts, so that a request often repeats an earlier
 * one.
 */
export const limitOf = <A>(...amounts: readonly A[]) =>
  fc.record({
    ...act('limit'),
    period: fc.constantFrom(...LIMIT_PERIODS),
    amount: fc.constantFrom(...amounts, null),
    isConfirmed: fc.boolean(),
  })
/** A random event that requests the last limit again. */
export const repeat = fc.record({ ...act('repeat'), isConfirmed: fc.nat(3).map((lot) => lot > 0) })
/** The limits at the start of an order. Each period has a limit in half of the orders. */
export function firstLimits<A>(...amounts: readonly A[]) {
  const limit = fc.option(fc.constantFrom(...amounts), { freq: 2 })
  return fc.record({ day: limit, week: limit, month: limit })
}

/** Opens a session without checking the password, because hashing is slow, and returns its token. */
const tokenAt = (db: Db, id: string, at: number) =>
  openSession(db, id, true, { now: () => at, settings: readSettings(ENV) })

/** The number of members that have joined so far. */
let joined = 0

/** The member of one order, as a client of both servers. */
export class OrderMember {
  readonly id: string
  readonly username: string
  readonly #servers: Servers
  readonly #db: Db
  /** The member's token, and when its session was opened, ms after the start of the order. */
  #session: { token: string; openedAt: number }

  private constructor(servers: Servers, db: Db, member: Record<'id' | 'username' | 'token', string>) {
    this.id = member.id
    this.username = member.username
    this.#servers = servers
    this.#db = db
    this.#session = { token: member.token, openedAt: 0 }
  }

  /** Creates a member who joins at `now`. */
  static async join(servers: Servers, db: Db, now: number): Promise<OrderMember> {
    const username = `order-${++joined}`
    const account = { bankCode: 'SCB', bankAccountName: 'Player', bankAccountNo: username }
    const blank = { ...account, name: 'Player', password: '', createdAt: new Date(now) }
    const [member] = await db
      .insert(members)
      .values({ ...blank, username })
      .returning({ id: members.id })
    const id = member?.id ?? ''
    return new OrderMember(servers, db, { id, username, token: await tokenAt(db, id, now) })
  }

  /** The servers to which an event is sent. The first one carries it out. */
  serversOf({ by, isTwice }: To): Server[] {
    const [first, second] = this.#servers
    const inOrder = by % 2 ? [second, first] : [first, second]
    return isTwice ? inOrder : inOrder.slice(0, 1)
  }

  /** Sends a request to the servers of an event, and returns the first server's reply. */
  async #send(to: To, method: string, path: string, init: RequestInit): Promise<Response> {
    const headers = {
      'X-Requested-With': 'wallet-user',
      Authorization: `Bearer ${this.#session.token}`,
      ...init.headers,
    }
    const replies = this.serversOf(to).map((server) => server.request(path, { method, ...init, headers }))
    const all = await Promise.all(replies)
    for (const { status } of all) {
      expect(status, `${method} ${path}`).toBeLessThan(500)
      expect(status, `${method} ${path}`).not.toBe(401)
    }
    return all[0] as Response
  }

  async call<N extends CallName>(
    to: To,
    name: N,
    input: v.InferInput<Calls[N]['input']>,
    key = newKey(),
  ): Promise<{ isDone: boolean; body: Record<string, unknown> }> {
    const { method, path, body } = requestOf(calls[name], { ...input })
    const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}
    const init = { headers: { 'Idempotency-Key': key, ...type }, ...(body !== undefined && { body }) }
    const reply = await this.#send(to, method, path, init)
    return { isDone: reply.ok, body: (await reply.json()) as Record<string, unknown> }
  }

  /** Submits a sandbox form. */
  async form(to: To, path: string, fields: Record<string, string>) {
    await this.#send(to, 'POST', `/sandbox${path}`, { body: new URLSearchParams(fields) })
  }

  /** The member's limits of a kind in the database. */
  async limits(kind: Parameters<typeof limitsOfKind>[1]) {
    const rows = await this.#db.select().from(playLimits).where(limitsOfKind(this.id, kind))
    const limits = rows.map(({ period, amount }) => [period, amount])
    return { day: null, week: null, month: null, ...Object.fromEntries(limits) }
  }

  /**
   * The member's rows of the audit log with an id above `last`, in order. A row is repeated for each posting of its
   * entry, with that posting's amount and kind of account.
   */
  audited(last: number) {
    return this.#db
      .select({
        ...{ id: auditLog.id, kind: auditLog.kind, cause: auditLog.cause, at: auditLog.at },
        ...{ account: accounts.kind, amount: postings.amount },
      })
      .from(auditLog)
      .leftJoin(postings, eq(postings.entryId, auditLog.entryId))
      .leftJoin(accounts, eq(accounts.id, postings.accountId))
      .where(and(eq(auditLog.memberId, this.id), gt(auditLog.id, last)))
      .orderBy(asc(auditLog.id))
  }

  /**
   * Sets the first clock to `ms` after the start of the order, and the second clock `apart` ms ahead of the first. Logs
   * the member in again after seven days, because an unused session expires.
   */
  async setClocks(ms: number, apart: number) {
    const [first, second] = this.#servers
    await Promise.all([first.setAhead(ms), second.setAhead(ms + apart)])
    if (ms - this.#session.openedAt < 7 * DAY) return
    this.#session = { token: await tokenAt(this.#db, this.id, first.now()), openedAt: ms }
  }
}

/** Events that start at the same time, `pause` ms after the previous step. */
export type Step<A> = { pause: number; acts: readonly A[] }

/**
 * Carries out the steps of an order. The second server's clock is `apart` ms ahead of the first. Returns the second
 * clock's time at the end, in ms after the start.
 */
export async function carryOutSteps<A>(
  run: { member: OrderMember; step: (acts: readonly A[]) => Promise<void> },
  { apart, steps }: { apart: number; steps: readonly Step<A>[] },
): Promise<number> {
  let time = 0
  for (const { pause, acts } of steps) {
    time += pause
    await run.member.setClocks(time, apart)
    await run.step(acts)
  }
  return time + apart
}

/** Carries out `numRuns` random orders, and checks that the ledger is sound. */
export async function carryOutAll<O>(
  db: Db,
  order: fc.Arbitrary<O>,
  carryOut: (order: O) => Promise<void>,
  { numRuns, seed }: { numRuns: number; seed: number },
) {
  console.info(`LIMIT_ORDERS_SEED=${seed}`)
  await fc.assert(fc.asyncProperty(fc.noBias(order), carryOut), { seed, numRuns })
  await expectSound(db)
  expect(await audit(db)).toEqual([])
}
