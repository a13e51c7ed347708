import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { dataFolder } from '../kit/data-folder.ts'
import { freePort } from '../kit/free-port.ts'
import { TIED } from '../kit/tied.ts'
import { inOwnDatabase } from './database.ts'

/** The limits for the built server on PostgreSQL: the seconds until it is ready, and its idle memory in MB. */
const READY_MAX = 0.4
const IDLE_MAX = 110

const ROUNDS = 5
/** How long a server idles before its memory is measured, ms. */
const IDLE = 5_000

/**
 * A Hono server with one route. It is the lower bound, because no server on the same libraries starts faster or needs
 * less memory.
 */
const BARE = `
  import { serve } from '@hono/node-server'
  import { Hono } from 'hono'
  const app = new Hono().get('/', (c) => c.text('ok'))
  serve({ fetch: app.fetch, port: Number(process.env.PORT) }, () => console.log('Ready'))`

/** The arguments with which `npm start` runs the built server. */
const BUILT = ['--enable-source-maps', 'dist-server/main.js']

type Program = { name: string; args: readonly string[]; env?: Record<string, string> }
/**
 * The seconds from the process start until the server is ready, and its resident memory after 5 s without a request, in
 * MB.
 */
type Start = { ready: number; idle: number }

/** Starts a program, measures it and then stops it. Reads the memory from `/proc`, which exists only on Linux. */
async function start({ name, args, env }: Program): Promise<Start> {
  const from = performance.now()
  const child = spawn(process.execPath, [...TIED, ...args], {
    env: { ...process.env, SANDBOX: '', UPLOAD_DIR: '', DATABASE_URL: '', ...env, PORT: String(await freePort()) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready') && done())
    child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)))
  })
  const ready = (performance.now() - from) / 1000
  await wait(IDLE)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  child.kill('SIGTERM')
  await once(child, 'exit')
  return { ready, idle: Number(kilobytes) / 1000 }
}

const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

/**
 * Measures these starts in turn: a bare Hono server, and the server both built and from source, each on PostgreSQL and
 * on the embedded database. Returns the medians; `isOver` is true if a target was missed. Each program's first start
 * does not count, because it creates the tables.
 */
export async function startRun(url: string) {
  return inOwnDatabase(url, async (own) => {
    const onPostgres = { DATABASE_URL: own, DATA_DIR: await dataFolder() }
    const onEmbedded = { DATA_DIR: await dataFolder() }
    const programs: readonly Program[] = [
      { name: 'bare Hono server', args: ['--input-type=module', '--eval', BARE] },
      { name: 'built, PostgreSQL', args: BUILT, env: onPostgres },
      { name: 'built, embedded', args: BUILT, env: onEmbedded },
      { name: 'sources, PostgreSQL', args: ['server/main.ts'], env: onPostgres },
      { name: 'sources, embedded', args: ['server/main.ts'], env: onEmbedded },
    ]
    const starts = new Map(programs.map(({ name }) => [name, [] as Start[]]))
    for (let round = 0; round <= ROUNDS; round++)
      for (const program of programs) {
        const measured = await start(program)
        if (round > 0) starts.get(program.name)?.push(measured)
      }
    const medians = [...starts].map(([name, all]) => ({
      name,
      ready: median(all.map(({ ready }) => ready)),
      idle: median(all.map(({ idle }) => idle)),
    }))
    const [bare] = medians
    const table = medians.map(({ name, ready, idle }) => ({
      name,
      'ready, s': ready.toFixed(2),
      'to bare': (ready / (bare?.ready ?? 0)).toFixed(1),
      'idle, MB': idle.toFixed(0),
      'to bare ': (idle / (bare?.idle ?? 0)).toFixed(1),
    }))
    const target = medians.find(({ name }) => name === 'built, PostgreSQL')
    const isOver = !target || target.ready > READY_MAX || target.idle > IDLE_MAX
    return { table, isOver }
  })
}
