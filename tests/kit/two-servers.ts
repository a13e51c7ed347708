import { DAY } from '#contract/limits.ts'
import { type Db, type OpenDb, openEmbedded, openPostgres } from '#server/core/db.ts'
import { readSettings, type Settings } from '#server/core/settings.ts'
import { createSwitches, readSwitches } from '#server/core/switches.ts'
import { createClock } from '#server/demo/sandbox/clock.ts'
import { createSandbox } from '#server/demo/sandbox/sandbox.ts'
import { seed } from '#server/demo/seed.ts'
import { releaseHeld } from '#server/domain/deposit-limit.ts'
import { createApp } from '#server/http/app.ts'
import { startServer } from '../bench/server.ts'
import { START } from './database.ts'
import { freshDatabase } from './databases.ts'
import { tempFolder } from './temp.ts'

/** The furthest that the sandbox can move its clock ahead, in ms. */
const YEAR = 366 * DAY

/**
 * One of two servers that share a database. `setAhead` sets how far `now` is ahead of the original clock, in ms.
 * `release` runs the job that releases held deposits.
 */
export type Server = {
  request: (path: string, init: RequestInit) => Response | Promise<Response>
  now: () => number
  setAhead: (ms: number) => unknown
  release: () => Promise<void>
}
export type Servers = readonly [Server, Server]

/** A server in this process. Its clock stays at `START` until `setAhead` moves it. */
function serverIn(db: Db, settings: Settings): Server {
  let ahead = 0
  const clock = createClock(() => START + ahead)
  const { now } = clock
  const open = () => db
  const nobody = () => {}
  const { world, pages, faultMiddleware } = createSandbox({
    ...{ open, clock, settings, switches: createSwitches(), push: nobody, cutLines: nobody },
    ask: (path, init) => app.request(path, init),
  })
  // read only once, because no test with two servers changes a switch
  const switches = readSwitches(db)
  const app = createApp({ open, now, settings, world, faultMiddleware, sandbox: pages, switches: () => switches })
  return {
    request: (path, init) => app.request(path, init),
    now,
    setAhead: (ms) => {
      ahead = ms
    },
    release: () => releaseHeld(db, new Date(now())),
  }
}

/**
 * Runs `use` with two servers in this process. They share the seeded database `name`, and each has its own connections
 * to it. Without TEST_DATABASE_URL, they share an embedded database and its only connection.
 */
export async function withTwoServers(
  name: string,
  env: Record<string, string>,
  use: (servers: Servers, db: Db) => Promise<void>,
) {
  const { TEST_DATABASE_URL: url, WIRE_DATABASES: prefix } = process.env
  const fresh = url ? await freshDatabase(url, `${prefix}_${name}`) : null
  const opened = fresh ? [await openPostgres(fresh.url), await openPostgres(fresh.url)] : [await openEmbedded()]
  try {
    const [{ db }, other = { db }] = opened as [OpenDb, OpenDb?]
    const settings = readSettings({ ...env, UPLOAD_DIR: tempFolder(name), SANDBOX: '1' })
    await seed(db, settings, START)
    await use([serverIn(db, settings), serverIn(other.db, settings)], db)
  } finally {
    for (const { close } of opened) await close()
    await fresh?.drop()
  }
}

/**
 * A server in its own process, with a running clock that can be set only to whole seconds. The server's own job that
 * releases held deposits runs too rarely for a test, so `release` runs it directly on `db`.
 */
function serverAt(base: string, db: Db): Server {
  let ahead = 0
  const now = () => Date.now() + ahead
  const request = (path: string, init: RequestInit) => fetch(base + path, { ...init, redirect: 'manual' })
  return {
    request,
    now,
    setAhead: (ms) => {
      ahead = Math.min(ms, YEAR)
      return request('/sandbox/clock', { method: 'POST', body: new URLSearchParams({ seconds: String(ahead / 1000) }) })
    },
    release: () => releaseHeld(db, new Date(now())),
  }
}

/**
 * Runs `use` with two server processes that share the initially empty database at `url`. Also passes a connection to
 * that database.
 */
export async function withTwoProcesses(
  url: string,
  env: Record<string, string>,
  use: (servers: Servers, db: Db) => Promise<void>,
) {
  const start = () => startServer({ ...env, DATABASE_URL: url })
  const processes = [await start(), await start()] as const
  const { db, close } = await openPostgres(url)
  try {
    await Promise.all(processes.map(({ ready }) => ready()))
    const [first, second] = processes
    await use([serverAt(first.base, db), serverAt(second.base, db)], db)
  } finally {
    await Promise.all(processes.map(({ stop }) => stop()))
    await close()
  }
}
