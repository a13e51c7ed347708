import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../kit/free-port.ts'
import { tempFolder } from '../kit/temp.ts'
import { TIED } from '../kit/tied.ts'

/**
 * Starts the real server in its own process, which can be killed and restarted at the same address. The server stops
 * with the current process.
 */
export async function startServer(env: Record<string, string>) {
  const port = String(await freePort())
  const uploads = tempFolder('bench')
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let ready: Promise<void>
  let isEnding = false
  let hasFailed = false

  function start() {
    const started = spawn(process.execPath, [...TIED, 'server/main.ts'], {
      env: { ...process.env, UPLOAD_DIR: uploads, SANDBOX: '1', ...env, PORT: port },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child = started
    ready = new Promise((done, failed) => {
      started.stdout.on('data', (text: Buffer) => text.includes('Ready') && done())
      started.once('exit', (code) => {
        hasFailed ||= !isEnding
        failed(new Error(`the server ended by itself: ${code}`))
      })
    })
    // avoids an unhandled rejection: callers that await `ready` still receive the failure
    ready.catch(() => {})
  }
  start()

  return {
    base,
    /** Resolves once the server is ready, also after a kill. */
    ready: () => ready,
    /** Kills the process and starts a new one. */
    kill: async () => {
      isEnding = true
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      isEnding = false
      start()
    },
    /** Returns true if a server process has exited on its own. */
    hasFailed: () => hasFailed,
    stop: async () => {
      await ready
      isEnding = true
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
