import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type ApiError, keptRefusal } from '#server/core/api-error.ts'
import { type Db, prepared } from '#server/core/db.ts'
import { ANYONE } from '#server/core/owner.ts'
import { type OPERATIONS, operations } from '#server/core/schema/operations.ts'
import { seal, unseal } from '#server/core/seal.ts'
import type { Step } from '#server/core/world.ts'

/*
 * An operation is a change that a provider must carry out. Its handler reserves the money and returns an Order, and the
 * operation's row is committed. Then the server calls the providers without holding a transaction or a lock. Finally,
 * either the process that handles the call or the reconciler of any process books the outcome in a second transaction.
 */

/**
 * How long an operation is reserved for the process that is working on it, in ms (assumed). Covers the longest wait of
 * a call, plus one more order and one more query to a provider. The reconciler's `endOf` renews this lease between slow
 * steps.
 */
export const LEASE = 90_000
/** The initial pause between two outcome checks, in ms (assumed). */
export const FIRST_PAUSE = 250
/** The states of an operation whose outcome is not known yet. */
export const OPEN = ['sent', 'unknown'] as const

export type OperationKind = (typeof OPERATIONS)[number]
export type Row = typeof operations.$inferSelect

/** The outcome of an operation's steps: the results of the completed steps and, if a step was refused, its refusal. */
export type Ended = { results: readonly unknown[]; refusal: ApiError | null }
/** An operation to book. `at` is the time of the request, and `now` is the time of the booking. */
export type Booking<P> = Pick<Row, 'id' | 'at'> & { owner: string; payload: P; now: Date }

/**
 * One kind of operation. `book` runs only once: it writes the outcome and returns the reply. An ApiError that `book`
 * returns is also a reply, and the writes are still committed. `expires` is the age in ms at which an unknown outcome
 * counts as a refusal.
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
 * `subject`: only one operation per subject name may be pending, and a second one fails with `taken`. `isSecret`: the
 * steps are stored without their input and are never resent. `reply`: the reply to the caller, stored encrypted so that
 * only the caller can read it.
 */
type More = { subject?: { name: string; taken: ApiError }; isSecret?: boolean; reply?: object }

/**
 * Returns an operation kind that validates its payload with the schema, and the function that handlers use to order an
 * operation of this kind.
 */
export function operation<P extends object>(
  name: OperationKind,
  payload: v.GenericSchema<unknown, P>,
  book: (tx: Db, booking: Booking<P>, ended: Ended) => Promise<object>,
  expires?: number,
) {
  const kind: Kind = {
    ...(expires && { expires }),
    book: (tx, booking, ended) => book(tx, { ...booking, payload: v.parse(payload, booking.payload) }, ended),
  }
  return { kind, order: (values: P, steps: readonly Step[], more: More = {}) => new Order(name, values, steps, more) }
}

/** SQL for the time `ms` milliseconds from now, by the database's clock. */
export const after = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`

/**
 * Locks a subject until the transaction ends. A handler that checks whether its work is already done must take this
 * lock before the check. Otherwise an outcome could be booked between the check and the order.
 */
export const lockSubject = (tx: Db, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

/** A request and its owner; `key` is the request's Idempotency-Key. */
export type Asker = { id: string; owner: string; key: string; at: Date }

const beginning = prepared((db) => {
  const { placeholder } = sql
  return db
    .insert(operations)
    .values({
      id: placeholder('id'),
      kind: placeholder('kind'),
      memberId: placeholder('memberId'),
      subject: placeholder('subject'),
      steps: placeholder('steps'),
      payload: placeholder('payload'),
      sealed: placeholder('sealed'),
      at: placeholder('at'),
      nextAt: after(LEASE),
    })
    .onConflictDoNothing()
    .returning({ id: operations.id })
    .prepare('begin operation')
})

/** Inserts the row of an order. Call this in the transaction that reserves the money for the order. */
export async function begin(tx: Db, order: Order, { id, owner, key, at }: Asker) {
  const { kind, payload, steps, more } = order
  const [begun] = await beginning(tx).execute({
    ...{ id, kind, payload, at, memberId: owner === ANYONE ? null : owner, subject: more.subject?.name ?? null },
    steps: steps.map(({ call, input }) => ({ call, input: more.isSecret ? null : input })),
    sealed: more.reply ? seal(more.reply, key) : null,
  })
  if (!begun) throw more.subject?.taken ?? new Error('an operation was begun twice')
}

/**
 * Returns an operation's reply, or null while its outcome is unknown. Throws the stored ApiError if the operation was
 * refused.
 */
export async function answerOf(db: Db, id: string, key: string): Promise<{ reply: unknown } | null> {
  const [row] = await db.select().from(operations).where(eq(operations.id, id))
  if (row?.state === 'refused') throw keptRefusal(row.reply)
  if (row?.state === 'settled') return { reply: row.sealed ? unseal(row.sealed, key) : row.reply }
  return null
}

/**
 * Waits for the reply of an operation that is still being carried out, possibly by another process. Throws
 * {@link Pending} if there is no reply by `until`, a `performance.now()` timestamp.
 */
export async function awaitAnswer(db: Db, id: string, key: string, until: number): Promise<unknown> {
  for (;;) {
    const found = await answerOf(db, id, key)
    if (found) return found.reply
    if (performance.now() >= until) throw new Pending()
    await wait(FIRST_PAUSE)
  }
}

/** Thrown if an operation's outcome is not known in time. Repeating the request later returns the outcome. */
export class Pending extends Error {}

/** True if an operation with this subject is pending. */
export const isUnderWay = async (db: Db, subject: string): Promise<boolean> =>
  (await db.$count(operations, and(eq(operations.subject, subject), inArray(operations.state, OPEN)))) > 0
