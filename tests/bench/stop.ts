import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import { newKey } from '#contract/random.ts'
import { openPostgres } from '#server/core/db.ts'
import { requests } from '#server/core/schema/site.ts'
import { askOver } from '../kit/kept-open.ts'
import { startServer } from './server.ts'

const CLIENTS = 100
/** How long the clients keep the server busy before it is asked to stop, ms. */
const BUSY = 2_000
/** The time limit for a server to stop, ms. */
export const STOP_MOST = 10_000

/**
 * `took`: ms until the process was gone; `cut`: the number of replies that were cut off, plus the number of changes
 * that were made but got no reply.
 */
export type StopReport = { took: number; answers: number; cut: number }

/**
 * Stops a server on the database at `url` while 100 clients keep their connections busy: half of them read, half make
 * changes.
 */
export async function stopRun(url: string, token: string): Promise<StopReport> {
  const { db, close } = await openPostgres(url)
  const server = await startServer({ DATABASE_URL: url })
  await server.ready()
  const before = await db.$count(requests)
  const agent = new Agent({ keepAlive: true })
  const report = { answers: 0, cut: 0 }
  let changes = 0
  const authorized = { Authorization: `Bearer ${token}` }
  const read = () => askOver(agent, server.base + calls['wallet.get'].path, { headers: authorized })
  const change = () => {
    const { method, path } = calls['wallet.add']
    const headers = { ...authorized, 'Content-Type': 'application/json', 'Idempotency-Key': newKey() }
    return askOver(agent, server.base + path, { method, headers }, JSON.stringify({ amount: 1 }))
  }
  async function client(act: () => Promise<number | null>) {
    for (;;) {
      const status = await act().catch(() => 0)
      if (status === null) return
      if (status === 0) report.cut += 1
      else report.answers += 1
      if (act === change && status === 200) changes += 1
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n % 2 === 0 ? read : change))
  await wait(BUSY)
  const start = performance.now()
  await server.stop()
  const took = performance.now() - start
  await Promise.all(clients)
  agent.destroy()
  const made = (await db.$count(requests)) - before
  await close()
  return { took, answers: report.answers, cut: report.cut + made - changes }
}
