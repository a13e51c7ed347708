import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { openPostgres } from '#server/core/db.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO, DEMO_PASSWORD, SEED_LOCK, seed } from '#server/demo/seed.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { cuttableLine } from '#tests/kit/cut-line.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'
import { tempFolder } from '#tests/kit/temp.ts'
import { until } from '#tests/kit/until.ts'

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
/** Twice the pool size: half of the calls get no connection. */
const AT_ONCE = 40
/** Calls that are running when the database stops responding. */
const BEFORE = 10
/** The longest that a call may take, ms: it waits for a connection, and then for one statement. */
const LIMIT = 25_000

it.for(POSTGRES)(
  'the server answers every call with 503 and Retry-After while the database is silent, and recovers automatically (R385)',
  { timeout: 120_000 },
  async (url) => {
    await inOwnDatabase(url, async (own) => {
      const behind = new URL(own)
      const line = await cuttableLine(Number(behind.port))
      behind.host = new URL(line.url).host
      const port = await freePort()
      const { said } = startServer(port, tempFolder('silent'), { DATABASE_URL: behind.href })
      await said('Sandbox:')
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'wallet-user' }
      const post = (path: string, input: object, Authorization = '') =>
        fetch(`http://127.0.0.1:${port}/api/${path}`, {
          method: 'POST',
          headers: { ...headers, Authorization, 'Idempotency-Key': newKey() },
          body: JSON.stringify(input),
          signal: AbortSignal.timeout(2 * LIMIT),
        })
      const { username } = DEMO.member
      const login = await post('login', { username, password: DEMO_PASSWORD, remember: false })
      const Authorization = `Bearer ${(await login.json()).token}`
      const move = () => post('wallet/transfer', { from: WALLET, to: 'pg', amount: 1 }, Authorization)
      const read = () =>
        fetch(`http://127.0.0.1:${port}/api/wallet`, {
          headers: { ...headers, Authorization },
          signal: AbortSignal.timeout(2 * LIMIT),
        })
      const calls = (count: number) => Array.from({ length: count }, (_, n) => (n % 2 === 0 ? move() : read()))
      expect((await move()).status).toBe(200)

      const running = calls(BEFORE)
      line.hold()
      const start = performance.now()
      const replies = await Promise.all(calls(AT_ONCE))
      const took = performance.now() - start
      expect(replies.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(503))
      expect(replies.map((reply) => reply.headers.get('Retry-After'))).toEqual(Array(AT_ONCE).fill('1'))
      expect(took).toBeLessThan(LIMIT)
      for (const { status } of await Promise.all(running)) expect([200, 503]).toContain(status)

      line.release()
      await until(async () => expect((await read()).status).toBe(200))
      const after = await Promise.all(calls(AT_ONCE))
      expect(after.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200))
      await endServers()
      await line.close()
    })
  },
)

it.for(POSTGRES)(
  'the server waits while another process seeds the database, even for longer than a connection may be silent (R385)',
  async (url) => {
    await inOwnDatabase(url, async (own) => {
      const silence = 500
      const { db, close } = await openPostgres(own, { silence })
      const settings = readSettings({ UPLOAD_DIR: tempFolder('seed') })
      const other = await openPostgres(own)
      const done = other.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
        await wait(4 * silence)
      })
      await until(async () => {
        const { rows } = await db.execute(sql`select 1 from pg_locks where locktype = 'advisory'`)
        expect(rows).toHaveLength(1)
      })
      const seeded = seed(db, settings)
      await done
      expect(await seeded).toBe(true)
      await Promise.all([close(), other.close()])
    })
  },
)
