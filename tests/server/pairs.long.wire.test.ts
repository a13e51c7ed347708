import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { satang } from '#contract/money.ts'
import { qrcodes } from '#server/core/schema/deposits.ts'
import { entries } from '#server/core/schema/money.ts'
import { bonuses, plays } from '#server/core/schema/rewards.ts'
import { holdTable } from '#tests/kit/hold.ts'
import { addPlayers, type Change, changesOf, HELD, type Player, statesOf } from '#tests/kit/pairs.ts'
import { expectSound, type Reply, startBackend } from '#tests/kit/server.ts'

/**
 * The number of pairs in a daytime run. It is lower on the embedded database, which runs one transaction at a time and
 * so has no real races.
 */
const BY_DAY = process.env.TEST_DATABASE_URL ? 60 : 20
/** The number of pairs. A night tests all of them. */
const PAIRS = process.env.NIGHT ? 153 : BY_DAY
/** The seed, which is the same every day and new every night. `PAIRS_SEED` repeats a run. */
const SEED = Number(process.env.PAIRS_SEED ?? (process.env.NIGHT ? randomInt(2 ** 31) : 20_260_102))
/** Two members who make the two changes one after the other, in either order, and one who makes them concurrently. */
const MEMBERS = 3

test(`two concurrent changes by a member have the same result as if made one after the other, for ${PAIRS} pairs of different changes (R385)`, async () => {
  console.info(`PAIRS_SEED=${SEED}`)
  const backend = await startBackend()
  const { db } = backend
  await db
    .update(bonuses)
    .set({ leastBalance: satang(10_000) })
    .where(eq(bonuses.code, 'DAILY'))
  backend.fate(...Array.from({ length: MEMBERS * PAIRS }, () => 'CASH5'))
  const changes = changesOf(backend)
  const names = Object.keys(changes) as Change[]
  const all = names.flatMap((first, at) => names.slice(at + 1).map((second) => ({ first, second })))
  const drawn = fc.tuple(
    fc.shuffledSubarray(all, { minLength: PAIRS, maxLength: PAIRS }),
    fc.array(fc.constantFrom(...HELD), { minLength: PAIRS, maxLength: PAIRS }),
  )
  const [[pairs, held] = [[], []]] = fc.sample(drawn, { numRuns: 1, seed: SEED })
  const players = await addPlayers(
    db,
    held.flatMap((each) => Array.from({ length: MEMBERS }, () => each)),
  )

  const run = async (name: Change, player: Player) => {
    const { status, body }: Reply = await changes[name](player)
    return JSON.stringify({ status, code: body.code, amount: body.amount })
  }
  const replies = new Map<string, string[]>()
  for (const [at, { first, second }] of pairs.entries()) {
    const [one, other, both] = players.slice(at * MEMBERS) as [Player, Player, Player]
    replies.set(one.id, [await run(first, one), await run(second, one)])
    replies.set(other.id, [await run(second, other), await run(first, other)].reverse())
    const table = await holdTable(db, [entries, plays, qrcodes][at % 3] ?? entries)
    const calls = [run(first, both), run(second, both)]
    await table.stopped(...calls)
    await table.release()
    replies.set(both.id, await Promise.all(calls))
  }

  await expectSound(db)
  const states = await statesOf(db)
  const ends = players.map(({ id }) => [...(replies.get(id) ?? []), states.get(id)].join('\n'))
  for (const [at, { first, second }] of pairs.entries()) {
    const [one, other, both] = ends.slice(at * MEMBERS)
    if (both !== other) expect(both, `${first} and ${second}, holding ${held[at]}`).toBe(one)
  }
}, 120_000)
