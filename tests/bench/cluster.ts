import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../kit/free-port.ts'

const [BIN] = globSync('/usr/lib/postgresql/*/bin').sort().reverse()
/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0
const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
const OWNER = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

const run = (program: string, args: readonly string[]) =>
  execFileSync(join(BIN ?? '', program), [...args], { ...OWNER, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })

/** Server options: commits are durable, and the failures that the test provokes leave no log lines. */
const OPTIONS = [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200', '-c', 'fsync=on'],
  ...['-c', 'log_min_messages=panic', '-c', 'log_checkpoints=off'],
]

/** Ids of the child processes of `pid`. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        return false // the process has exited
      }
    })

/** Returns a folder in `parent` that PostgreSQL may use. */
function folderIn(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  chmodSync(parent, 0o755)
  chmodSync(folder, 0o700)
  if (OWNER.uid !== undefined) chownSync(folder, OWNER.uid, OWNER.gid)
  return folder
}

/** One PostgreSQL server in `folder`, whose process can be stopped, killed and suspended. */
async function serverIn(folder: string) {
  const port = await freePort()
  let child: ChildProcess
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

  async function start() {
    const args = ['-D', folder, '-p', String(port), '-k', folder, ...OPTIONS]
    child = spawn(join(BIN ?? '', 'postgres'), args, { ...OWNER, cwd: '/', stdio: 'ignore' })
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended by itself: ${child.exitCode}`)
      const client = new pg.Client({ connectionString: url('postgres') })
      client.on('error', () => {}) // without a listener, a server that stops again would end this process
      try {
        await client.connect()
        await client.end()
        return
      } catch {
        await wait(20) // the server is not up yet
      }
    }
  }
  async function signal(name: NodeJS.Signals) {
    const gone = once(child, 'exit')
    child.kill(name)
    await gone
  }
  await start()
  return {
    port,
    url,
    folder,
    start,
    /** Shuts the server down gracefully, closing its connections. */
    stop: () => signal('SIGINT'),
    /** Kills the server before it can write anything, so that the next start recovers from the write-ahead log. */
    crash: () => signal('SIGQUIT'),
    /** Suspends all server processes for `ms`. Connections stay open, but the server does not respond. */
    hang: async (ms: number) => {
      const all = [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]
      for (const pid of all) process.kill(pid, 'SIGSTOP')
      await wait(ms)
      for (const pid of all) process.kill(pid, 'SIGCONT')
    },
    promote: () => run('pg_ctl', ['promote', '-D', folder, '-w']),
    run: async (sql: string) => {
      const client = new pg.Client({ connectionString: url('postgres') })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return rows
    },
  }
}
export type PostgresServer = Awaited<ReturnType<typeof serverIn>>

/** Creates and starts an empty server in a folder of `parent`. */
export async function createServerIn(parent: string): Promise<PostgresServer> {
  if (!BIN) throw new Error('this needs Debian’s postgresql')
  const folder = folderIn(parent, 'first')
  run('initdb', ['-D', folder, '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8'])
  return serverIn(folder)
}

/**
 * Creates a synchronous standby of `primary` in a folder of `parent`. From then on, each commit waits for both servers.
 */
export async function addStandby(primary: PostgresServer, parent: string, name: string): Promise<PostgresServer> {
  const folder = folderIn(parent, name)
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  run('pg_basebackup', ['-d', source, '-D', folder, '-R', '-X', 'stream', '-c', 'fast'])
  const standby = await serverIn(folder)
  await primary.run(`alter system set synchronous_standby_names = 'standby'`)
  await primary.run('select pg_reload_conf()')
  for (;;) {
    const [state] = await primary.run('select sync_state from pg_stat_replication')
    if (state?.sync_state === 'sync') return standby
    await wait(50)
  }
}
