import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Db, retried } from '#server/core/db.ts'
import type { Gateways } from '#server/core/gateways.ts'
import { logFailure } from '#server/core/log.ts'
import { ANYONE } from '#server/core/owner.ts'
import { kept, keptRefusal, NotSent, Refusal } from '#server/core/refusal.ts'
import { type OPERATIONS, operations } from '#server/core/schema/operations.ts'
import { seal, unseal } from '#server/core/seal.ts'
import { ORDERS, type Step, type StoredStep } from '#server/core/world.ts'

/*
 * An operation is a change that needs a provider. Its handler reserves the money and returns an Order, whose row is committed;
 * then the providers are asked, with no transaction and no lock held; then the outcome is booked in a second transaction, by
 * the call itself or by the reconciler of any process.
 */

/** How long an operation is left to the process that began it, ms (assumed). */
const LEASE = 60_000
/** Between two questions after an outcome, ms: doubled each time up to the most (assumed). */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 60_000
/** How often a step is sent that does not arrive (assumed). */
const MOST_SENDS = 2
/** Operations that one pass of the reconciler takes. */
const AT_ONCE = 20
const OPEN = ['sent', 'unknown'] as const

export type OperationKind = (typeof OPERATIONS)[number]
type Row = typeof operations.$inferSelect

/** How the steps of an operation ended: the results of those that were done, and the refusal that came after them. */
export type Ended = { results: readonly unknown[]; refusal: Refusal | null }
/** An operation to book: `at` is the time of the request, `now` that of the booking. */
export type Booking<P> = Pick<Row, 'id' | 'at'> & { owner: string; payload: P; now: Date }

/**
 * One kind of operation. `book` writes the outcome and returns the reply; if it returns a Refusal, that is the answer, and
 * its writes stay. It runs once. `expires` is the age in ms at which an unknown outcome counts as refused.
 */
export type Kind = {
  expires?: number
  book: (tx: Db, booking: Booking<unknown>, ended: Ended) => Promise<object>
}

/** A handler's request for an operation. */
export class Order {
  readonly kind: OperationKind
  readonly payload: object
  readonly steps: readonly Step[]
  readonly more: More
  constructor(kind: OperationKind, payload: object, steps: readonly Step[], more: More) {
    this.kind = kind
    this.payload = payload
    this.steps = steps
    this.more = more
  }
}
/**
 * `subject`: what only one operation at a time may be about, and what a second one is refused with. `isSecret`: the steps are
 * stored without their input, and not sent a second time. `reply`: what only who asked may read once it is done.
 */
type More = { subject?: { name: string; taken: Refusal }; isSecret?: boolean; reply?: object }

/** A kind with the schema of its payload, and how a handler orders it. */
export function operation<P extends object>(
  name: OperationKind,
  payload: v.GenericSchema<P>,
  book: (tx: Db, booking: Booking<P>, ended: Ended) => Promise<object>,
  expires?: number,
) {
  const kind: Kind = {
    ...(expires && { expires }),
    book: (tx, booking, ended) => book(tx, { ...booking, payload: v.parse(payload, booking.payload) }, ended),
  }
  return { kind, order: (values: P, steps: readonly Step[], more: More = {}) => new Order(name, values, steps, more) }
}

const after = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`

/**
 * Locks a subject until the transaction ends. A handler that first looks whether its subject was done already locks it before:
 * it is not booked between the look and the order.
 */
export const lockSubject = (tx: Db, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** A request and its owner: `key` is its Idempotency-Key. */
export type Asker = { id: string; owner: string; key: string; at: Date }

/** Writes the row of an order, in the transaction that reserves for it. */
export async function begin(tx: Db, order: Order, { id, owner, key, at }: Asker) {
  const { kind, payload, steps, more } = order
  const [begun] = await tx
    .insert(operations)
    .values({
      ...{ id, kind, payload, at, memberId: owner === ANYONE ? null : owner, subject: more.subject?.name ?? null },
      steps: steps.map(({ call, input }) => ({ call, input: more.isSecret ? null : input })),
      sealed: more.reply ? seal(more.reply, key) : null,
      nextAt: after(LEASE),
    })
    .onConflictDoNothing()
    .returning({ id: operations.id })
  if (!begun) throw more.subject?.taken ?? new Error('an operation was begun twice')
}

/** The answer of an operation that has ended; null while nobody knows. Throws a Refusal that was the answer. */
export async function answerOf(db: Db, id: string, key: string): Promise<{ reply: unknown } | null> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  if (row?.state === 'refused') throw keptRefusal(row.reply)
  if (row?.state === 'settled') return { reply: row.sealed ? unseal(row.sealed, key) : row.reply }
  return null
}

/** Waits until `until`, in epoch ms, for the answer of an operation that somebody looks after. Throws {@link Pending} then. */
export async function awaitAnswer(db: Db, id: string, key: string, until: number): Promise<unknown> {
  for (;;) {
    const found = await answerOf(db, id, key)
    if (found) return found.reply
    if (Date.now() >= until) throw new Pending()
    await wait(FIRST_PAUSE)
  }
}

/** The outcome of an operation is not known in time: the same request gets it later. */
export class Pending extends Error {}

/** Operations that this process began and could not end, as it lost the database: the time of the request by the id. */
export type Unfinished = Map<string, Date>
/** The parts that operations need; `now` returns epoch ms. */
export type Outside = {
  db: Db
  gateways: Gateways
  kinds: Readonly<Record<OperationKind, Kind>>
  now: () => number
  unfinished: Unfinished
}
type Asked = { id: string; steps: readonly StoredStep[] }
type Booked = Pick<Row, 'id' | 'subject'>

const refusalFor = ({ call }: StoredStep) => new Refusal(ORDERS[call])

/**
 * Sends one step and asks for its outcome until it is known, or until `until` in epoch ms: null then. `isSent`: the step may
 * have been sent before, so that the provider is asked about it first.
 */
async function outcomeOf(gateways: Gateways, id: string, step: StoredStep, isSent: boolean, until: number) {
  let mustSend = !isSent
  let sends = 0
  for (let pause = FIRST_PAUSE; ; pause *= 2) {
    if (mustSend) {
      if (!step.input || sends === MOST_SENDS) return refusalFor(step)
      sends += 1
      try {
        return { state: 'done' as const, result: await gateways.send(step as Step, id) }
      } catch (error) {
        if (error instanceof Refusal) return error
        if (error instanceof NotSent) return refusalFor(step)
        logFailure(step.call, error, { operation: id })
      }
    }
    const found = await gateways.find({ ...step, request: id })
    if (found instanceof Refusal || found.state === 'done') return found
    mustSend = found.state === 'never'
    if (mustSend) continue
    if (Date.now() + pause > until) return null
    await wait(pause)
  }
}

/** How the steps end; null when that is still unknown at `until`. */
async function endOf(gateways: Gateways, { id, steps }: Asked, isSent: boolean, until: number): Promise<Ended | null> {
  const results: unknown[] = []
  for (const step of steps) {
    const found = await outcomeOf(gateways, id, step, isSent, until)
    if (found === null) return null
    if (found instanceof Refusal) return { results, refusal: found }
    results.push(found.result)
  }
  return { results, refusal: null }
}

/** Books how an operation ended, once. */
async function settle({ db, kinds, now }: Outside, { id, subject }: Booked, ended: Ended): Promise<void> {
  await retried(() =>
    db.transaction(async (tx) => {
      if (subject !== null) await lockSubject(tx, subject)
      const [row] = await tx.select().from(operations).where(eq(operations.id, id)).for('update')
      if (!row || isFinal(row)) return
      const { kind, payload, at, memberId } = row
      const endedAt = new Date(now())
      const reply = await kinds[kind].book(tx, { id, payload, at, owner: memberId ?? ANYONE, now: endedAt }, ended)
      const end =
        reply instanceof Refusal
          ? { state: 'refused' as const, reply: kept(reply) }
          : { state: 'settled' as const, reply }
      await tx
        .update(operations)
        .set({ ...end, endedAt })
        .where(eq(operations.id, id))
    }),
  )
}
const isFinal = ({ state }: Row) => state === 'settled' || state === 'refused'
const isOpen = (id: string) => and(eq(operations.id, id), inArray(operations.state, OPEN))

/** True while an operation about `subject` has no outcome. */
export const isUnderWay = async (db: Db, subject: string): Promise<boolean> =>
  (await db.$count(operations, and(eq(operations.subject, subject), inArray(operations.state, OPEN)))) > 0

/** Leaves an operation to the reconciler: it asks again in `ms`. */
const leave = ({ db }: Outside, id: string, ms: number) =>
  db
    .update(operations)
    .set({ state: 'unknown', nextAt: after(ms) })
    .where(isOpen(id))

/**
 * Has an operation done whose row was just committed, and books how it ended, or leaves it to the reconciler if that is
 * unknown at `until`, in epoch ms.
 */
export async function carryOut(
  outside: Outside,
  { id, at }: Asker,
  { steps, more }: Order,
  until: number,
): Promise<void> {
  const ended = await endOf(outside.gateways, { id, steps }, false, until)
  try {
    if (ended) await settle(outside, { id, subject: more.subject?.name ?? null }, ended)
    else await leave(outside, id, FIRST_PAUSE)
  } catch (error) {
    outside.unfinished.set(id, at)
    throw error
  }
}

/** Ends the leases of unfinished operations. `at` tells such an operation from a repeat, which somebody may be sending. */
async function handOver({ db, unfinished }: Outside) {
  for (const [id, at] of unfinished) {
    await db
      .update(operations)
      .set({ nextAt: sql`now()` })
      .where(and(isOpen(id), eq(operations.at, at)))
    unfinished.delete(id)
  }
}

/** Ends the leases of processes that have ended: for a database that one process at a time has. */
export const takeOver = (db: Db) =>
  db.update(operations).set({ nextAt: sql`now()` }).where(inArray(operations.state, OPEN))

/**
 * Asks for the outcomes of operations whose process has ended or whose provider could not answer, and books them. Several
 * processes share the work. Returns how many operations it took.
 */
export async function reconcile(outside: Outside): Promise<number> {
  const { db, gateways, kinds, now } = outside
  await handOver(outside)
  const due = db
    .select({ id: operations.id })
    .from(operations)
    .where(and(inArray(operations.state, OPEN), lte(operations.nextAt, sql`now()`)))
    .orderBy(operations.nextAt)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(operations)
    .set({ nextAt: after(LEASE), attempts: sql`${operations.attempts} + 1` })
    .where(inArray(operations.id, due))
    .returning()
  await Promise.all(
    taken.map(async (row) => {
      try {
        const { expires = Number.POSITIVE_INFINITY } = kinds[row.kind]
        const isExpired = row.at.getTime() + expires <= now()
        const [first] = row.steps
        const ended =
          (await endOf(gateways, row, true, 0)) ??
          (isExpired && first ? { results: [], refusal: refusalFor(first) } : null)
        if (ended) await settle(outside, row, ended)
        else await leave(outside, row.id, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** row.attempts))
      } catch (error) {
        // The next pass after its lease takes it again.
        logFailure(`reconcile ${row.kind}`, error, { operation: row.id })
      }
    }),
  )
  return taken.length
}
