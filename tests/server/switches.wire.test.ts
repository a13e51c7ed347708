import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Db, type OpenDb, openEmbedded, openPostgres } from '#server/core/db.ts'
import { createSwitches, SWITCHES_CHANNEL } from '#server/core/switches.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

const { TEST_DATABASE_URL } = process.env
/** The statement with which a connection subscribes to notifications. */
const LISTEN = `listen ${SWITCHES_CHANNEL}`

const turn = (db: Db, isOn: boolean) =>
  db.execute(sql`insert into switches (name, "isOn") values ('spinActive', ${isOn})
    on conflict (name) do update set "isOn" = excluded."isOn"`)

/**
 * Returns a cache of the switches. `isOn` reads a switch through the cache, and `reads` returns the number of database
 * queries.
 */
function cacheOn(db: Db) {
  const switches = createSwitches()
  let reads = 0
  const counted = new Proxy(db, {
    get: (target, name) => {
      if (name === 'select') reads += 1
      return Reflect.get(target, name)
    },
  })
  return {
    switches,
    isOn: async () => (await switches.read(counted)).spinActive,
    reads: () => reads,
  }
}

/** Returns a cache on this worker's database, marked as listening although nothing notifies it. */
async function upCache() {
  const { db } = await startBackend()
  const cache = cacheOn(db)
  cache.switches.listening(true)
  return { ...cache, db }
}

/** Returns a cache that listens to an open database. */
async function listening({ db, listen }: OpenDb) {
  const cache = cacheOn(db)
  await listen(SWITCHES_CHANNEL, cache.switches)
  return cache
}

/**
 * Runs a test with two connections to one database, as two processes would have. Without PostgreSQL, both are the same
 * embedded database.
 */
async function withTwo(use: (one: OpenDb, other: OpenDb) => Promise<void>) {
  if (TEST_DATABASE_URL)
    return inOwnDatabase(TEST_DATABASE_URL, async (url) => {
      const [one, other] = [await openPostgres(url), await openPostgres(url)]
      await use(one, other)
      await one.close()
      await other.close()
    })
  const one = await openEmbedded()
  await use(one, one)
  return one.close()
}

it('the server reads the switches once, and again only after a process or a manual update has changed a switch (R385)', async () => {
  await withTwo(async (one, other) => {
    const [here, there] = [await listening(one), await listening(other)]
    expect([await here.isOn(), await there.isOn(), await here.isOn()]).toEqual([true, true, true])
    expect(here.reads()).toBe(1)

    await there.switches.set(other.db, 'spinActive', false)
    expect(await there.isOn()).toBe(false)
    await until(async () => expect(await here.isOn()).toBe(false))
    await turn(other.db, true)
    await until(async () => expect([await here.isOn(), await there.isOn()]).toEqual([true, true]))
    const reads = here.reads()
    expect(await here.isOn()).toBe(true)
    expect(here.reads()).toBe(reads)
  })
}, 120_000)

it('a process immediately applies its own reset of all switches (R385)', async () => {
  const { db, switches, isOn } = await upCache()
  await switches.set(db, 'spinActive', false)
  expect(await isOn()).toBe(false)
  await switches.reset(db)
  expect(await isOn()).toBe(true)
})

it('the server reads the switches from the database every time while no connection is listening for changes (R385)', async () => {
  const { db, switches, isOn, reads } = await upCache()
  switches.listening(false)
  expect(await isOn()).toBe(true)
  await turn(db, false)
  expect(await isOn()).toBe(false)
  expect(reads()).toBe(2)
})

it('the server reads the switches again if they changed during the previous read', async () => {
  const { switches, isOn, reads } = await upCache()
  const read = isOn()
  switches.notified()
  await read
  await isOn()
  expect(reads()).toBe(2)
})

it('the server reads the switches again after 5 seconds, in case the listening connection has died unnoticed (assumed)', async () => {
  const { isOn, reads } = await upCache()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  await isOn()
  clock.mockReturnValue(4_999)
  await isOn()
  expect(reads()).toBe(1)
  clock.mockReturnValue(5_000)
  await isOn()
  expect(reads()).toBe(2)
})

it.for([TEST_DATABASE_URL || []].flat())(
  'the server ignores its cached switches while its listening connection is lost, and then listens again (R385)',
  { timeout: 30_000 },
  async (base) => {
    await inOwnDatabase(base, async (url) => {
      const one = await openPostgres(url)
      const { isOn, reads } = await listening(one)
      // Stops the clock, so that the cached switches do not expire.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
      onTestFinished(() => clock.mockRestore())
      expect(await isOn()).toBe(true)
      // The listener is disconnected before the change, so it receives no notification.
      const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = ${LISTEN}`
      await one.db.execute(kill)
      await turn(one.db, false)
      await until(async () => expect(await isOn()).toBe(false))
      await until(async () => {
        const before = reads()
        expect(await isOn()).toBe(false)
        expect(reads()).toBe(before)
      })
      await turn(one.db, true)
      await until(async () => expect(await isOn()).toBe(true))
      await one.close()
    })
  },
)
