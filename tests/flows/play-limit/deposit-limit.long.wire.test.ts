import { and, eq, gt, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/limits.ts'
import { type Satang, satang } from '#contract/money.ts'
import { LIMIT_DAYS, LIMIT_PERIODS, type LimitPeriod } from '#contract/play-limit.ts'
import { newId } from '#server/core/schema/columns.ts'
import { heldDeposits } from '#server/core/schema/deposits.ts'
import { accounts, entries, postings, statements } from '#server/core/schema/money.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { audit } from '#server/domain/audit.ts'
import { endHeld, releaseHeld, roomFor } from '#server/domain/deposit-limit.ts'
import { credit } from '#server/domain/payment.ts'
import { setLimit } from '#server/domain/play-limit.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'

const ORDERS = process.env.NIGHT ? 10_000 : 300
/** The time limit for all operations, in ms. */
const PATIENCE = ORDERS * 200
const MEMBERS = 5
const AT_ONCE = 10
const SEED = 20_261_128
const BY = { actor: 'bank', cause: 'test' }
const NEVER = satang(Number.MAX_SAFE_INTEGER)

type Order =
  | { kind: 'deposit'; member: number; amount: Satang }
  | { kind: 'limit'; member: number; period: LimitPeriod; amount: Satang | null; isConfirmed: boolean }
  | { kind: 'return'; member: number }
  | { kind: 'release' }

const member = fc.nat(MEMBERS - 1)
const amount = fc.integer({ min: 1, max: 500 }).map(satang)
const orders: fc.Arbitrary<Order> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('deposit' as const), member, amount }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('limit' as const),
      member,
      period: fc.constantFrom(...LIMIT_PERIODS),
      // only a few amounts, so that some requests repeat a pending one
      amount: fc.constantFrom(null, satang(300), satang(900), satang(2_000)),
      isConfirmed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), member }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
)
/** Orders that arrive concurrently, after a pause. */
const batch = fc.record({
  pause: fc.constantFrom(1, HOUR, 20 * HOUR, DAY, 3 * DAY, 8 * DAY),
  orders: fc.array(orders, { minLength: AT_ONCE, maxLength: AT_ONCE }),
})

type Limits = Record<LimitPeriod, number>
/** Returns each member's limits, with {@link NEVER} for a missing limit. */
async function readLimits({ db }: Backend, ids: readonly string[]): Promise<Limits[]> {
  const rows = await db
    .select()
    .from(playLimits)
    .where(inArray(playLimits.memberId, [...ids]))
  const limitOf = (id: string, period: LimitPeriod) =>
    rows.find((row) => row.memberId === id && row.period === period)?.amount ?? NEVER
  return ids.map((id) => ({ day: limitOf(id, 'day'), week: limitOf(id, 'week'), month: limitOf(id, 'month') }))
}

type Credited = { memberId: string | null; amount: Satang; at: Date }
/** Reads from the ledger the deposits that were credited to wallets after `since`. */
const readCredited = ({ db }: Backend, ids: readonly string[], since: number): Promise<Credited[]> =>
  db
    .select({ memberId: accounts.memberId, amount: postings.amount, at: entries.at })
    .from(postings)
    .innerJoin(entries, eq(entries.id, postings.entryId))
    .innerJoin(accounts, eq(accounts.id, postings.accountId))
    .where(
      and(
        inArray(accounts.memberId, [...ids]),
        eq(accounts.kind, 'wallet'),
        inArray(entries.reason, ['deposit', 'deposit released']),
        gt(entries.at, new Date(since)),
      ),
    )

async function carryOut({ db }: Backend, ids: readonly string[], order: Order, at: Date): Promise<void> {
  if (order.kind === 'release') return releaseHeld(db, at)
  const memberId = ids[order.member] ?? ''
  if (order.kind === 'limit') return db.transaction((tx) => setLimit(tx, { ...order, kind: 'deposit', memberId }, at))
  if (order.kind === 'deposit') {
    const deposit = { memberId, by: BY, from: 'TEST', reference: newId(), amount: order.amount }
    await db.transaction((tx) => credit(tx, deposit, at))
    return
  }
  const waiting = await db
    .select({ id: heldDeposits.id })
    .from(heldDeposits)
    .where(and(eq(heldDeposits.memberId, memberId), eq(heldDeposits.status, 'PENDING')))
  for (const { id } of waiting) await db.transaction((tx) => endHeld(tx, id, 'outside', at))
}

test(
  `${ORDERS} random operations never credit more than a limit allows, and lose no deposit (R586, R588)`,
  async () => {
    const backend = await startBackend()
    const ids: string[] = []
    for (let no = 0; no < MEMBERS; no++) ids.push((await backend.join({ username: `06${no}` })).id)
    const runs = fc.sample(batch, { numRuns: ORDERS / AT_ONCE, seed: SEED })
    const paid = new Map<string, number>()
    let after = await readLimits(backend, ids)
    let mostHeld = 0
    for (const { pause, orders } of runs) {
      backend.pass(pause)
      const at = new Date(backend.now())
      const before = after
      await Promise.all(orders.map((order) => carryOut(backend, ids, order, at)))
      for (const order of orders)
        if (order.kind === 'deposit') {
          const id = ids[order.member] ?? ''
          paid.set(id, (paid.get(id) ?? 0) + order.amount)
        }
      mostHeld = Math.max(mostHeld, await backend.db.$count(heldDeposits, eq(heldDeposits.status, 'PENDING')))
      after = await readLimits(backend, ids)
      const credited = await readCredited(backend, ids, at.getTime() - LIMIT_DAYS.month * DAY)
      for (const [no, id] of ids.entries()) {
        const own = credited.filter(({ memberId }) => memberId === id)
        // earlier credits may exceed a limit that was lowered since, so only a new credit is checked
        if (!own.some((each) => each.at.getTime() === at.getTime())) continue
        for (const period of LIMIT_PERIODS) {
          const since = at.getTime() - LIMIT_DAYS[period] * DAY
          const sum = own.reduce((all, each) => (each.at.getTime() > since ? all + each.amount : all), 0)
          // if the limit changed in this batch, the higher value applies
          const most = Math.max(before[no]?.[period] ?? 0, after[no]?.[period] ?? 0)
          expect(sum, `${period} of member ${no}`).toBeLessThanOrEqual(most)
        }
      }
    }
    expect(mostHeld).toBeGreaterThan(MEMBERS)
    await releaseHeld(backend.db, new Date(backend.now()))
    const waiting = await backend.db
      .select({ memberId: statements.memberId, amount: statements.amount })
      .from(heldDeposits)
      .innerJoin(statements, and(eq(statements.memberId, heldDeposits.memberId), eq(statements.no, heldDeposits.no)))
      .where(eq(heldDeposits.status, 'PENDING'))
    for (const { memberId, amount } of waiting)
      expect(await roomFor(backend.db, memberId, new Date(backend.now()))).toBeLessThan(amount)
    const rows = await backend.db.select().from(statements).where(inArray(statements.memberId, ids))
    const shown = Map.groupBy(rows, ({ memberId }) => memberId)
    expect(new Map([...shown].map(([id, all]) => [id, all.reduce((sum, { amount }) => sum + amount, 0)]))).toEqual(paid)
    await expectSound(backend.db)
    expect(await audit(backend.db)).toEqual([])
  },
  PATIENCE,
)
