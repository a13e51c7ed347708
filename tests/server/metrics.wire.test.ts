import { expect, it } from 'vitest'
import { operations } from '#server/core/schema/operations.ts'
import { metricsText } from '#server/http/metrics.ts'
import { startBackend } from '#tests/kit/server.ts'

/** Returns the value of a sample, or undefined if the sample is missing. */
function valueIn(text: string, sample: string): number | undefined {
  const found = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return found === undefined ? undefined : Number(found.slice(sample.length + 1))
}

it('the metrics count requests and record their durations by call and outcome', async () => {
  const { call, login, db } = await startBackend()
  const token = await login()
  const read = () => metricsText({ open: () => ({ db }), sockets: () => 0 })
  const counts = (text: string, outcome: string) =>
    valueIn(text, `krapao_request_seconds_count{call="wallet.get",outcome="${outcome}"}`) ?? 0
  const before = await read()
  await call('wallet.get', {}, { token })
  await call('wallet.get', {}, { token })
  await call('wallet.get', {})
  const after = await read()
  expect(counts(after, 'ok') - counts(before, 'ok')).toBe(2)
  expect(counts(after, 'UNAUTHORIZED') - counts(before, 'UNAUTHORIZED')).toBe(1)
  const bucket = (le: string) =>
    valueIn(after, `krapao_request_seconds_bucket{call="wallet.get",outcome="ok",le="${le}"}`)
  expect(bucket('+Inf')).toBe(counts(after, 'ok'))
  expect(bucket('0.005')).toBeLessThanOrEqual(bucket('30') ?? 0)
})

it('the metrics report open operations, the age of the oldest one, and the connections that are in use or waiting', async () => {
  const { db } = await startBackend()
  const at = new Date(Date.now() - 90_000)
  const open = { kind: 'transfer', steps: [], payload: {}, at, nextAt: new Date() } as const
  await db.insert(operations).values([
    { ...open, id: 'one', state: 'unknown' },
    { ...open, id: 'two', state: 'unknown', at: new Date() },
    { ...open, id: 'three', state: 'refused', reply: {}, endedAt: at },
  ])
  const pool = { totalCount: 7, idleCount: 4, waitingCount: 2 }
  const text = await metricsText({ open: () => ({ db, pool }), sockets: () => 5 })
  const labels = '{kind="transfer",state="unknown"}'
  expect(valueIn(text, `krapao_operations_open${labels}`)).toBe(2)
  expect(valueIn(text, `krapao_operations_oldest_seconds${labels}`)).toBeGreaterThan(80)
  expect(text).not.toContain('refused"')
  expect(valueIn(text, 'krapao_database_connections{state="used"}')).toBe(3)
  expect(valueIn(text, 'krapao_database_connections{state="waiting"}')).toBe(2)
  expect(valueIn(text, 'krapao_passwords{state="waiting"}')).toBe(0)
  expect(valueIn(text, 'krapao_sockets')).toBe(5)
  expect(valueIn(text, 'krapao_database_up')).toBe(1)
})

it.each([
  ['is not open', () => null],
  [
    'fails',
    (db: object) =>
      Object.create(db, {
        select: {
          value: () => {
            throw new Error('down')
          },
        },
      }),
  ],
])('the metrics are served while the database %s', async (_, broken) => {
  const { db } = await startBackend()
  const failing = broken(db)
  const text = await metricsText({ open: () => failing && { db: failing, close: async () => {} }, sockets: () => 0 })
  expect(valueIn(text, 'krapao_database_up')).toBe(0)
  expect(text).not.toContain('krapao_operations')
})
