import { once } from 'node:events'
import { join } from 'node:path'
import { inOwnDatabase } from '../bench/database.ts'
import { cuttableLine } from './cut-line.ts'
import { freePort } from './free-port.ts'
import { endServers, startServer } from './process.ts'
import { tempFolder } from './temp.ts'

const url = process.env.TEST_DATABASE_URL
/**
 * The number of servers that share the chat. Without PostgreSQL, there is only one, because only one server can use an
 * embedded database.
 */
export const PROCESSES = url ? 2 : 1

/** A server process behind a connection that can be cut. `kill` stops the process without warning and restarts it. */
async function processAt(folder: string, env: Record<string, string>) {
  const port = await freePort()
  const start = () => startServer(port, folder, env)
  let server = start()
  const line = await cuttableLine(port)
  return {
    url: line.url,
    cut: line.cut,
    close: line.close,
    ready: () => server.said('Sandbox:'),
    kill: async () => {
      server.child.kill('SIGKILL')
      await once(server.child, 'exit')
      server = start()
    },
  }
}
/** A running chat server whose connection a test can cut and which it can kill and restart. */
export type ChatProcess = Awaited<ReturnType<typeof processAt>>

/**
 * Runs `use` with servers that share an empty database, then stops them. `database` is the URL of that database, or
 * empty for the embedded one.
 */
export async function withProcesses(
  env: Record<string, string>,
  use: (processes: ChatProcess[], database: string) => Promise<void>,
) {
  const folder = tempFolder('chat')
  const run = async (database: string) => {
    const own = { UPLOAD_DIR: join(folder, 'uploads'), DATABASE_URL: database, ...env }
    const processes: ChatProcess[] = []
    try {
      for (let i = 0; i < PROCESSES; i++) processes.push(await processAt(folder, own))
      for (const { ready } of processes) await ready()
      await use(processes, database)
    } finally {
      for (const { close } of processes) await close()
      await endServers()
    }
  }
  await (url ? inOwnDatabase(url, run) : run(''))
}
