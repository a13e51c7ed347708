import crypto from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:https'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import { DAY, UPLOAD_TIMEOUT } from '#contract/limits.ts'
import type { Unfinished } from './core/context.ts'
import { lock, type OpenDb, openEmbedded, openPostgres } from './core/db.ts'
import { createGateways } from './core/gateways.ts'
import { log, logFailure } from './core/log.ts'
import { ROOT } from './core/root.ts'
import { readSettings, type Settings } from './core/settings.ts'
import { createSwitches, SWITCHES_CHANNEL } from './core/switches.ts'
import { closedWorld } from './core/world.ts'
import { releaseHeld } from './domain/deposit-limit.ts'
import { markProduction, servesProduction } from './domain/production.ts'
import { reconcile, takeOver } from './domain/reconciler.ts'
import { sealEntries } from './domain/seals.ts'
import { sweepUploads } from './domain/stored-files.ts'
import { sweep } from './domain/sweep.ts'
import { kinds } from './handlers/kinds.ts'
import { createApp } from './http/app.ts'
import { serveMetrics } from './http/metrics.ts'
import { attachSocket, cutAll, hangUpAt, pushTo, shareRooms } from './http/socket.ts'

const isDemo = process.env.SANDBOX === '1'
/** `npm start -- --lan` lets phones in the local network open the sandbox. */
const isLan = process.argv.includes('--lan')
/**
 * In the sandbox anyone who can connect can move money, so the server listens only on this machine unless HOST or --lan
 * is set.
 */
const {
  PORT = '3000',
  HOST = isDemo && !isLan ? '127.0.0.1' : undefined,
  DATA_DIR = '.data',
  DIST_DIR,
  DATABASE_URL,
  METRICS_PORT = '',
  LOG_LEVEL = isDemo ? 'warn' : 'info',
} = process.env

/** The interval between two reconciler passes, in ms (assumed). */
const RECONCILE_EVERY = 3_000
/** The interval between two releases of held deposits, in ms (assumed). */
const RELEASE_EVERY = 60_000

/** The minimum length of LEDGER_KEY in characters, so that nobody can guess it. */
const LEDGER_KEY_LEAST = 32

/** How long the process may take to stop, and how long before this deadline it cuts pending responses, in ms. */
const STOP_DEADLINE = 10_000
const LAST_MOMENT = 1_000

/** The number of calls that may wait for a database connection. Further calls are refused immediately (assumed). */
const MOST_WAITING = 200

/** Reports the server's state: on the console if the sandbox is on, otherwise in the log. */
const say = (words: string) => (isDemo ? console.log(words) : log.info(words))

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

if (!('argon2' in crypto)) refuse(`krapao needs Node 24.7 or newer; this is ${process.version}.`)

if (isDemo && process.env.NODE_ENV === 'production')
  refuse('SANDBOX=1 (npm start, npm run dev) is not for production. Start it by: node dist-server/main.js')

if (!isPort(PORT)) refuse(`PORT is no port number: ${PORT}`)

if (isLan && !isDemo) refuse('--lan is for the sandbox: npm start -- --lan')

const LOG_LEVELS = ['error', 'warn', 'info', 'silent']
if (!LOG_LEVELS.includes(LOG_LEVEL)) refuse(`LOG_LEVEL is none of ${LOG_LEVELS.join(', ')}: ${LOG_LEVEL}`)
log.level = LOG_LEVEL

if (METRICS_PORT && !isPort(METRICS_PORT)) refuse(`METRICS_PORT is no port number: ${METRICS_PORT}`)

let unlock = () => {}
if (!DATABASE_URL)
  try {
    unlock = lock(DATA_DIR)
  } catch {
    refuse(`${DATA_DIR} is in use by another krapao, or cannot be written. Stop the other, or set DATA_DIR.`)
  }

let ready: OpenDb | null = null
let lookingAfter = Promise.resolve()
const open = () => ready?.db ?? null
const clock = isDemo ? (await import('./demo/sandbox/clock.ts')).createClock() : null
const now = clock?.now ?? Date.now
let settings: Settings
try {
  settings = readSettings(process.env)
} catch (error) {
  refuse((error as Error).message)
}
try {
  mkdirSync(settings.uploads, { recursive: true, mode: 0o700 })
  accessSync(settings.uploads, constants.W_OK)
} catch {
  refuse(`${settings.uploads} cannot be written. Set UPLOAD_DIR.`)
}
if (!isDemo && !settings.ledgerKey)
  log.warn('LEDGER_KEY is not set: nobody can tell whether entries of the ledger were changed. See docs/operations.md')
if (!isDemo && settings.ledgerKey && settings.ledgerKey.length < LEDGER_KEY_LEAST)
  refuse(`LEDGER_KEY has fewer than ${LEDGER_KEY_LEAST} characters. It cannot be changed later: set a longer one now.`)
const lan = isLan
  ? await (await import('./demo/lan.ts')).openLan(DATA_DIR).catch((error) => refuse(`--lan: ${error.message}`))
  : null
const ownUrl = `${lan ? 'https' : 'http'}://localhost:${PORT}`
const http = createAdaptorServer({
  fetch: (request, env) => app.fetch(request, env),
  ...(lan && { createServer, serverOptions: lan.pair }),
}) as HttpServer
const stopping = new AbortController()
const isStopping = () => stopping.signal.aborted
// Otherwise a client that keeps using its connection could keep the server from stopping.
http.prependListener('request', (_, response) => {
  if (isStopping()) response.shouldKeepAlive = false
})
const io = attachSocket(http, { open, now, settings })
const endSharing = DATABASE_URL ? shareRooms(io, DATABASE_URL) : async () => {}
const push = pushTo(io)
const cutLines = () => cutAll(io)
const switches = createSwitches()
const ask: typeof app.request = (path, init) => app.request(path, init)
const sandbox =
  clock &&
  (await import('./demo/sandbox/sandbox.ts')).createSandbox({
    ...{ open, clock, switches, push, cutLines, ask, settings },
  })
const world = sandbox?.world ?? closedWorld
const gateways = createGateways(world)
const unfinished: Unfinished = new Map()
const app = createApp({
  open,
  isStopping,
  isFull: () => (ready?.pool?.waitingCount ?? 0) >= MOST_WAITING,
  now,
  settings,
  push,
  hangUp: hangUpAt(io),
  world,
  gateways,
  unfinished,
  switches: switches.read,
  ...(sandbox && { sandbox: sandbox.pages, faultMiddleware: sandbox.faultMiddleware }),
  dist: DIST_DIR ? resolve(DIST_DIR) : join(ROOT, 'dist'),
})

const listening = once(http, 'listening')
http.listen(Number(PORT), HOST)
await listening.catch((error) => refuse(`Port ${PORT} cannot be used: ${error.message}. Set PORT.`))
say(`${ownUrl} (opening the database)`)

if (METRICS_PORT) {
  const metrics = serveMetrics(Number(METRICS_PORT), { open: () => ready, sockets: () => io.engine.clientsCount })
  await once(metrics, 'listening').catch((error) => refuse(`METRICS_PORT cannot be used: ${error.message}`))
}

const opening = (async () => {
  const opened = await (DATABASE_URL ? openPostgres(DATABASE_URL) : openEmbedded(DATA_DIR))
  if (!isDemo) await markProduction(opened.db, now())
  else if (await servesProduction(opened.db))
    throw new Error('it has served production, so the sandbox does not start. Set DATA_DIR or DATABASE_URL')
  else await (await import('./demo/seed.ts')).seed(opened.db, settings)
  await opened.listen(SWITCHES_CHANNEL, switches)
  const tidy = () => sweep(opened.db, settings, now())
  await tidy()
  setInterval(() => tidy().catch((error) => logFailure('sweep', error)), DAY).unref()
  const release = () => releaseHeld(opened.db, new Date(now()))
  setInterval(() => release().catch((error) => logFailure('held deposits', error)), RELEASE_EVERY).unref()
  // Other processes that share a PostgreSQL database may still be receiving uploads. The embedded database belongs to
  // this process alone.
  await sweepUploads(opened.db, settings.uploads, DATABASE_URL ? now() - 2 * UPLOAD_TIMEOUT : now())
  return opened
})()

/**
 * Seals new entries. The log contains the hash of each seal, so that the operator can notice if the newest seals are
 * removed from the database.
 */
async function sealed(db: OpenDb['db']): Promise<void> {
  const seal = settings.ledgerKey && (await sealEntries(db, settings.ledgerKey))
  if (seal) log.info(seal, 'seal')
}

/**
 * Settles operations without an outcome until the server stops, including those left behind by processes that have
 * stopped. A pass does not wait for the previous pass, which may be waiting for a slow provider.
 */
async function lookAfterOperations(db: OpenDb['db']): Promise<void> {
  const { signal } = stopping
  const passes = new Set<Promise<unknown>>()
  if (!DATABASE_URL) await takeOver(db)
  while (!signal.aborted) {
    const pass = reconcile({ db, gateways, kinds, now, unfinished })
      .catch((error) => logFailure('reconcile', error))
      .finally(() => passes.delete(pass))
    passes.add(pass)
    await sealed(db).catch((error) => logFailure('seal', error))
    // Stopping the server interrupts this wait.
    await wait(RECONCILE_EVERY, undefined, { signal }).catch(() => {})
  }
  await Promise.all(passes)
}

async function stop() {
  if (isStopping()) return
  stopping.abort()
  const deadline = setTimeout(() => http.closeAllConnections(), STOP_DEADLINE - LAST_MOMENT)
  // Does not wait for a provider or database that hangs, because the reconciler later settles unfinished operations
  // from their rows.
  setTimeout(() => {
    log.error('not closed in time')
    process.exit(1)
  }, STOP_DEADLINE).unref()
  // Closing `http` ends only connections that are idle now, not those that become idle later.
  const idle = setInterval(() => http.closeIdleConnections(), 100)
  // Closing `io` also closes `http` and waits for pending responses.
  await io.close()
  clearInterval(idle)
  clearTimeout(deadline)
  await endSharing()
  await lookingAfter
  await (await opening).close()
  unlock()
  say('closed')
  process.exit(0)
}
process.on('SIGTERM', stop).on('SIGINT', stop)

ready = await opening.catch((error) => refuse(`The database cannot be opened: ${error.message}`))
lookingAfter = lookAfterOperations(ready.db)
if (!isStopping()) say(`Ready: ${ownUrl}`)
if (isDemo && !isStopping()) {
  const { DEMO, DEMO_PASSWORD } = await import('./demo/seed.ts')
  for (const { username, name } of Object.values(DEMO)) console.log(`  ${username} / ${DEMO_PASSWORD}  ${name}`)
  console.log(`Sandbox: ${ownUrl}/sandbox`)
  if (lan) console.log(await lan.invitation(PORT))
}
