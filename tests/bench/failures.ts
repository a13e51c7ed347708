import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { newKey } from '#contract/random.ts'
import { cuttableLine } from '../kit/cut-line.ts'
import { tempFolder } from '../kit/temp.ts'
import { addStandby, createServerIn } from './cluster.ts'
import { type LedgerReport, ledgerRun } from './ledger.ts'
import { type StopReport, stopRun } from './stop.ts'

/** The time limit for a server to accept changes again once its database accepts writes, ms. */
export const RECOVERY_MOST = 2_000
/** The duration of a database failure and the pause between two failures, ms. */
const OUTAGE = 1_500
const BETWEEN = 1_000
const OPERATIONS = 500
/** The time a server may take to recover before the run is aborted, ms. */
const LIMIT = 30_000

/**
 * `slowest`: the slowest recovery of any server, ms; `recoveries`: the slowest for each kind of failure; `stop`: the
 * result of stopping a server under load.
 */
export type FailuresReport = LedgerReport & { slowest: number; recoveries: Record<string, number>; stop: StopReport }

/** Repeats a change that moves no money until the server at `base` accepts it. */
async function makesChanges(base: string, token: string): Promise<void> {
  const call = calls['chat.read']
  for (const end = Date.now() + LIMIT; Date.now() < end; ) {
    const reply = await fetch(base + call.path, {
      method: call.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': newKey(),
        'X-Requested-With': 'wallet-user',
      },
      body: '{}',
    }).catch(() => null)
    if (reply?.ok) return
    await wait(20)
  }
  throw new Error(`${base} makes no changes`)
}

/**
 * Makes PostgreSQL fail `times` times under the load of {@link ledgerRun} on two servers: it crashes, stops, hangs,
 * loses its connections, and fails over to its synchronous standby. Then stops a server under load.
 */
export async function failuresRun(times: number, seed: number): Promise<FailuresReport> {
  const folder = tempFolder('failures')
  let primary = await createServerIn(folder)
  const running = new Set([primary])
  const line = await cuttableLine(primary.port)
  const recoveries: Record<string, number> = {}
  await primary.run('create database krapao')
  await primary.run('create table probe (at timestamptz)')

  const failures: Record<string, () => Promise<void>> = {
    crash: async () => {
      await primary.crash()
      await wait(OUTAGE)
      await primary.start()
    },
    stop: async () => {
      await primary.stop()
      await wait(OUTAGE)
      await primary.start()
    },
    hang: () => primary.hang(OUTAGE),
    'lost connections': async () => {
      await primary.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'krapao'`)
    },
    failover: async () => {
      const standby = await addStandby(primary, folder, `standby-${primary.port}`)
      running.add(standby)
      await wait(BETWEEN)
      await primary.crash()
      running.delete(primary)
      standby.promote()
      line.lead(standby.port)
      line.cut()
      primary = standby
    },
  }
  const kinds = Object.keys(failures)

  let player = ''
  async function during(bases: readonly string[], token: string) {
    player = token
    for (let i = 0; i < times; i++) {
      await wait(BETWEEN)
      const kind = kinds[i % kinds.length] ?? ''
      await failures[kind]?.()
      await primary.run('insert into probe values (now())')
      const start = performance.now()
      await Promise.all(bases.map((base) => makesChanges(base, token)))
      recoveries[kind] = Math.max(recoveries[kind] ?? 0, performance.now() - start)
    }
  }

  const url = `${line.url.replace('http://', 'postgres://postgres@')}/krapao`
  try {
    const report = await ledgerRun({ url, operations: OPERATIONS, kills: 0, seed, during })
    const stop = await stopRun(url, player)
    return { ...report, stop, slowest: Math.max(...Object.values(recoveries)), recoveries }
  } finally {
    await line.close()
    for (const server of running) await server.crash()
  }
}
