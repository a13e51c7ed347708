import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { TIED } from './tied.ts'

const running: ChildProcess[] = []

/** Kills every server that a test started. */
export async function endServers() {
  for (const process of running.splice(0))
    if (process.exitCode === null && process.signalCode === null) {
      process.kill('SIGKILL')
      await once(process, 'exit')
    }
}

/**
 * Starts the server, or another `program`, on `port` with its data in `folder` and the settings in `more`. `said` waits
 * until the output contains the given words. The server exits when this process does, because Vitest may kill a worker
 * before it calls {@link endServers}.
 */
export function startServer(
  port: number,
  folder: string,
  more: Record<string, string> = {},
  program: readonly string[] = ['server/main.ts'],
) {
  const own = { PORT: String(port), DATA_DIR: folder, UPLOAD_DIR: '', DATABASE_URL: '', SANDBOX: '1' }
  const env = { ...process.env, ...own, ...more }
  const child = spawn(process.execPath, [...TIED, ...program], { env })
  running.push(child)
  let text = ''
  const hear = (part: Buffer) => {
    text += part
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const said = (words: string) => vi.waitFor(() => expect(text).toContain(words), { timeout: 60_000 })
  return { child, said, text: () => text }
}
