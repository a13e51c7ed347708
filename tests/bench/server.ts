import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../kit/free-port.ts'
import { tempFolder } from '../kit/temp.ts'
import { TIED } from '../kit/tied.ts'

/** The real server as a process of its own, which can be killed and started again at the same address. It ends with this one. */
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
    // whoever waits for it receives the failure
    ready.catch(() => {})
  }
  start()

  return {
    base,
    /** Resolves as soon as it answers, also after it was killed. */
    ready: () => ready,
    /** Kills the process, and starts another. */
    kill: async () => {
      isEnding = true
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      isEnding = false
      start()
    },
    /** Returns true if a process has ended by itself. */
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
