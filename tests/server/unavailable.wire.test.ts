import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isUnavailable } from '#server/core/api-error.ts'
import { createPool } from '#server/core/pool.ts'
import { logged } from '#tests/kit/logged.ts'
import { startBackend } from '#tests/kit/server.ts'

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
const LIMITS = {
  connectionTimeoutMillis: 200,
  statement_timeout: 200,
  lock_timeout: 200,
  idle_in_transaction_session_timeout: 200,
}
const LOCK = 7_299_999

/** Returns the error of a promise, or undefined if it resolves. */
const errorOf = (waiting: Promise<unknown>) =>
  waiting.then(
    () => undefined,
    (error: unknown) => error,
  )

it.for(POSTGRES)('every wait for PostgreSQL times out with an error that counts as unavailable (R385)', async (url) => {
  logged()
  const pool = createPool(url, 1, 'test', LIMITS)
  onTestFinished(() => pool.end())
  const other = createPool(url, 1, 'other')
  onTestFinished(() => other.end())
  const db = drizzle(pool)

  expect(isUnavailable(await errorOf(db.execute(sql`select pg_sleep(5)`)))).toBe(true)
  await other.query('select pg_advisory_lock($1)', [LOCK])
  expect(isUnavailable(await errorOf(db.execute(sql`select pg_advisory_lock(${LOCK})`)))).toBe(true)

  const idle = db.transaction(async (tx) => {
    await new Promise((done) => setTimeout(done, 1_000))
    await tx.execute(sql`select 1`)
  })
  expect(isUnavailable(await errorOf(idle))).toBe(true)

  const held = await pool.connect()
  expect(isUnavailable(await errorOf(db.execute(sql`select 1`)))).toBe(true)
  held.release()
  expect(isUnavailable(await errorOf(db.execute(sql`select 1 / 0`)))).toBe(false)
})

it.each([
  ['57014', 503, '1'],
  ['53300', 503, '1'],
  ['ECONNREFUSED', 503, '1'],
  ['22012', 500, null],
])('a call that fails with the database error %s is answered with %i', async (code, status, retryAfter) => {
  logged()
  const backend = await startBackend()
  const token = await backend.login()
  const cause = Object.assign(new Error('no'), { code })
  // fails every time, because a background pass may run a transaction first
  const failing = vi.spyOn(backend.db, 'transaction').mockRejectedValue(new Error('Failed query', { cause }))
  const reply = await backend.send('POST', '/api/qrcode/KBANK', { token, key: 'k', body: '{"amount":100}' })
  failing.mockRestore()
  expect(reply.status).toBe(status)
  expect(reply.headers.get('Retry-After')).toBe(retryAfter)
})
