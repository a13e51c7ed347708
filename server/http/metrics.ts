import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { OpenDb } from '#server/core/db.ts'
import { nameOf } from '#server/core/log.ts'
import { operations } from '#server/core/schema/operations.ts'
import { passwordQueue } from '#server/domain/password.ts'

/** The upper bounds of the buckets for durations, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** How long the database may take to answer during a scrape, in ms. */
const DATABASE_TIMEOUT = 2_000
const OPEN = sql`${operations.state} in ('sent', 'unknown')`

type Opened = Pick<OpenDb, 'db' | 'pool'>
/** The sources of the gauges. `open` returns null until the database is open. */
export type Sources = { open: () => Opened | null; sockets: () => number }
type Labels = Record<string, string>
type Sample = [labels: Labels, value: number]
type Durations = { labels: Labels; count: number; sum: number; within: number[] }

const requests = new Map<string, Durations>()

/** Counts a request for `call` that took `seconds` and ended with `outcome`. */
export function countRequest(call: string, outcome: string, seconds: number): void {
  const key = `${call} ${outcome}`
  const found = requests.get(key) ?? { labels: { call, outcome }, count: 0, sum: 0, within: BOUNDS.map(() => 0) }
  requests.set(key, found)
  found.count += 1
  found.sum += seconds
  found.within = found.within.map((count, at) => count + (seconds <= (BOUNDS[at] ?? 0) ? 1 : 0))
}

/**
 * Returns one sample in the text format of Prometheus. All label values are names from our own code, so they need no
 * escaping.
 */
function line(name: string, labels: Labels, value: number): string {
  const list = Object.entries(labels).map(([label, of]) => `${label}="${of}"`)
  return `${name}${list.length > 0 ? `{${list}}` : ''} ${value}`
}

const metric = (name: string, type: 'gauge' | 'counter', help: string, samples: Sample[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map(([labels, value]) => line(name, labels, value)),
]

function requestLines(): string[] {
  const name = 'krapao_request_seconds'
  const lines = [`# HELP ${name} Duration of requests by call and outcome`, `# TYPE ${name} histogram`]
  for (const { labels, count, sum, within } of requests.values())
    lines.push(
      ...within.map((below, at) => line(`${name}_bucket`, { ...labels, le: String(BOUNDS[at]) }, below)),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
      line(`${name}_sum`, labels, sum),
      line(`${name}_count`, labels, count),
    )
  return lines
}

/**
 * Returns the number of operations without an outcome, and the age of the oldest in seconds, by kind and state. Rejects
 * if the query fails or takes too long.
 */
async function openOperations({ db }: Opened) {
  const { kind, state, at } = operations
  const asked = db
    .select({
      labels: { kind, state },
      count: sql`count(*)`.mapWith(Number),
      age: sql`extract(epoch from now() - min(${at}))`.mapWith(Number),
    })
    .from(operations)
    .where(OPEN)
    .groupBy(kind, state)
  const late = () => Promise.reject(new Error('the database gives no answer'))
  return Promise.race([asked, wait(DATABASE_TIMEOUT, undefined, { ref: false }).then(late)])
}

async function databaseLines(opened: Opened | null): Promise<string[]> {
  const up = (value: 0 | 1) => metric('krapao_database_up', 'gauge', '1 if the database answers', [[{}, value]])
  if (!opened) return up(0)
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = opened.pool ?? {}
  const pool = metric('krapao_database_connections', 'gauge', 'Connections to the database, and waits for one', [
    [{ state: 'used' }, totalCount - idleCount],
    [{ state: 'idle' }, idleCount],
    [{ state: 'waiting' }, waitingCount],
  ])
  const found = await openOperations(opened).catch(nameOf)
  if (!Array.isArray(found)) return [...up(0), ...pool]
  const samples = (of: 'count' | 'age') => found.map((row): Sample => [row.labels, row[of]])
  return [
    ...up(1),
    ...pool,
    ...metric('krapao_operations_open', 'gauge', 'Operations without an outcome', samples('count')),
    ...metric('krapao_operations_oldest_seconds', 'gauge', 'Age of the oldest without an outcome', samples('age')),
  ]
}

/** Returns all metrics in the text format of Prometheus. */
export async function metricsText({ open, sockets }: Sources): Promise<string> {
  const { running, waiting } = passwordQueue()
  const lines = [
    ...requestLines(),
    ...(await databaseLines(open())),
    ...metric('krapao_passwords', 'gauge', 'Logins and other changes with a password that run and that wait', [
      [{ state: 'running' }, running],
      [{ state: 'waiting' }, waiting],
    ]),
    ...metric('krapao_sockets', 'gauge', 'Open lines of the chat', [[{}, sockets()]]),
    ...metric('krapao_memory_bytes', 'gauge', 'Resident memory of the process', [[{}, process.memoryUsage.rss()]]),
  ]
  return `${lines.join('\n')}\n`
}

/** Serves the metrics at `/metrics` on a port that only this machine can reach. */
export const serveMetrics = (port: number, sources: Sources): Server =>
  createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(await metricsText(sources))
  }).listen(port, '127.0.0.1')
