import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { ApiError, isUnavailable, kept, NotSent } from '#server/core/api-error.ts'
import type { Unfinished } from '#server/core/context.ts'
import { type Db, prepared, retried } from '#server/core/db.ts'
import type { Gateways } from '#server/core/gateways.ts'
import { logFailure } from '#server/core/log.ts'
import { ANYONE } from '#server/core/owner.ts'
import { operations } from '#server/core/schema/operations.ts'
import { ORDERS, type Step, type StoredStep } from '#server/core/world.ts'
import {
  type Asker,
  after,
  type Ended,
  FIRST_PAUSE,
  type Kind,
  LEASE,
  lockSubject,
  OPEN,
  type OperationKind,
  type Order,
  type Row,
} from './operation.ts'
import { isWithin } from './within.ts'

/** The longest pause between two outcome checks, in ms (assumed). The pause doubles after each check. */
const LONGEST_PAUSE = 60_000
/** The age in ms up to which a lease is not renewed, because it still lasts long enough for another step. */
const FRESH = LEASE / 3
/** The latest possible `nextAt`, in ms from now. Includes one minute for differences between clocks. */
const LATEST = Math.max(LEASE, LONGEST_PAUSE) + 60_000
/** The maximum number of times a step is sent if it does not reach the provider (assumed). */
const MOST_SENDS = 2
/** The maximum number of operations per reconciler pass. */
const AT_ONCE = 20

/** The dependencies for carrying out operations; `now` returns epoch ms. */
export type Outside = {
  db: Db
  gateways: Gateways
  kinds: Readonly<Record<OperationKind, Kind>>
  now: () => number
  unfinished: Unfinished
}
type Asked = { id: string; steps: readonly StoredStep[] }
type Ending = Pick<Row, 'id' | 'subject'>
/** The reply of a booked operation, which may be an ApiError. */
type Booked = { reply: unknown }

const refusalFor = ({ call }: StoredStep) => new ApiError(ORDERS[call])

/**
 * Sends one step to the provider, or queries its outcome, until the outcome is known. Returns null if the outcome is
 * still unknown at `until`, a `performance.now()` timestamp. If `isSent`, the step may already have been sent, so the
 * provider is queried first.
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
        if (error instanceof ApiError) return error
        if (error instanceof NotSent) return refusalFor(step)
        logFailure(step.call, error, { operation: id })
      }
    }
    const found = await gateways.find({ ...step, request: id })
    if (found instanceof ApiError || found.state === 'done') return found
    mustSend = found.state === 'never'
    if (mustSend) continue
    if (performance.now() + pause > until) return null
    await wait(pause)
  }
}

/**
 * Carries out the steps and returns their outcome, or null if it is unknown at `until`. Before each step, renews the
 * lease unless it is fresh.
 */
async function endOf(outside: Outside, { id, steps }: Asked, isSent: boolean, until: number): Promise<Ended | null> {
  const results: unknown[] = []
  let renewed = performance.now()
  for (const step of steps) {
    if (performance.now() - renewed > FRESH) {
      await renewLease(outside, id)
      renewed = performance.now()
    }
    const found = await outcomeOf(outside.gateways, id, step, isSent, until)
    if (found === null) return null
    if (found instanceof ApiError) return { results, refusal: found }
    results.push(found.result)
  }
  return { results, refusal: null }
}

const locking = prepared((db) =>
  db
    .select()
    .from(operations)
    .where(eq(operations.id, sql.placeholder('id')))
    .for('update')
    .prepare('lock operation'),
)
const ending = prepared((db) => {
  const { placeholder } = sql
  return db
    .update(operations)
    .set({
      state: sql`${placeholder('state')}`,
      reply: sql`${sql.param(placeholder('reply'), operations.reply)}`,
      endedAt: sql`${sql.param(placeholder('endedAt'), operations.endedAt)}`,
    })
    .where(eq(operations.id, placeholder('id')))
    .returning({ reply: operations.reply })
    .prepare('end operation')
})

/**
 * Books the outcome of an operation once. Returns the reply, which a repeat of the request also receives, or null if
 * the outcome was already booked.
 */
async function settle({ db, kinds, now }: Outside, { id, subject }: Ending, ended: Ended): Promise<Booked | null> {
  return retried(() =>
    db.transaction(async (tx) => {
      if (subject !== null) await lockSubject(tx, subject)
      const [row] = await locking(tx).execute({ id })
      if (!row || isFinal(row)) return null
      const { kind, payload, at, memberId } = row
      const endedAt = new Date(now())
      const reply = await kinds[kind].book(tx, { id, payload, at, owner: memberId ?? ANYONE, now: endedAt }, ended)
      const end =
        reply instanceof ApiError
          ? { state: 'refused' as const, reply: kept(reply) }
          : { state: 'settled' as const, reply }
      const [booked] = await ending(tx).execute({ id, ...end, endedAt })
      return { reply: reply instanceof ApiError ? reply : booked?.reply }
    }),
  )
}
const isFinal = ({ state }: Row) => state === 'settled' || state === 'refused'
const isOpen = (id: string) => and(eq(operations.id, id), inArray(operations.state, OPEN))

const renewLease = ({ db }: Outside, id: string) =>
  db
    .update(operations)
    .set({ nextAt: after(LEASE) })
    .where(isOpen(id))

/** Leaves an operation to the reconciler, which checks it again after `ms`. */
const leave = ({ db }: Outside, id: string, ms: number) =>
  db
    .update(operations)
    .set({ state: 'unknown', nextAt: after(ms) })
    .where(isOpen(id))

/**
 * Carries out an operation whose row was just committed, books its outcome, and returns its reply. Returns null if the
 * reconciler has already booked the outcome. If the outcome is unknown at `until` (a `performance.now()` timestamp),
 * leaves the operation to the reconciler and returns null.
 */
export async function carryOut(
  outside: Outside,
  { id, at }: Asker,
  { steps, more }: Order,
  until: number,
): Promise<Booked | null> {
  try {
    const ended = await endOf(outside, { id, steps }, false, until)
    if (ended) return await settle(outside, { id, subject: more.subject?.name ?? null }, ended)
    await leave(outside, id, FIRST_PAUSE)
    return null
  } catch (error) {
    outside.unfinished.set(id, at)
    throw error
  }
}

/**
 * Expires the leases of unfinished operations. Compares `at` too, because a repeated request may have started a new
 * operation with the same id, and another process may be sending that operation.
 */
async function handOver({ db, unfinished }: Outside) {
  for (const [id, at] of unfinished) {
    await db
      .update(operations)
      .set({ nextAt: sql`now()` })
      .where(and(isOpen(id), eq(operations.at, at)))
    unfinished.delete(id)
  }
}

/**
 * Expires all leases, because the processes that took them have stopped. Use this only if no more than one process at a
 * time uses the database.
 */
export const takeOver = (db: Db) =>
  db.update(operations).set({ nextAt: sql`now()` }).where(inArray(operations.state, OPEN))

/**
 * Checks the operations that were left without an outcome because their process stopped or their provider did not
 * answer, and books the outcomes. Several processes share the work. Returns the number of operations checked.
 */
export async function reconcile(outside: Outside): Promise<number> {
  const { db, kinds, now, unfinished } = outside
  await handOver(outside)
  const due = db
    .select({ id: operations.id })
    .from(operations)
    // A `nextAt` later than `LATEST` was written before the database's clock was set back.
    .where(
      and(
        inArray(operations.state, OPEN),
        or(lte(operations.nextAt, sql`now()`), gt(operations.nextAt, after(LATEST))),
      ),
    )
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
        const isExpired = !isWithin(row.at.getTime(), expires, now())
        const [first] = row.steps
        const ended =
          (await endOf(outside, row, true, 0)) ??
          (isExpired && first ? { results: [], refusal: refusalFor(first) } : null)
        if (ended) await settle(outside, row, ended)
        else await leave(outside, row.id, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** row.attempts))
      } catch (error) {
        // After an outage, the next pass retries the operation. After any other failure, a later pass retries it once
        // the lease has expired.
        if (isUnavailable(error)) unfinished.set(row.id, row.at)
        logFailure(`reconcile ${row.kind}`, error, { operation: row.id })
      }
    }),
  )
  return taken.length
}
