import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tempFolder } from '../kit/temp.ts'

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The real server as a process of its own, which can be killed and started again at the same address. */
export async function startServer(env: Record<string, string>) {
  const port = String(await freePort())
  const uploads = tempFolder('bench')
  const base = `http://127.0.0.1:${port}`
  let child: ChildProcess
  let ready: Promise<void>

  function start() {
    const started = spawn(process.execPath, ['server/main.ts'], {
      env: { ...process.env, UPLOAD_DIR: uploads, ...env, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = started
    ready = new Promise((done, failed) => {
      started.stdout.on('data', (text: Buffer) => text.includes('Ready') && done())
      started.once('exit', (code) => failed(new Error(`the server ended by itself: ${code}`)))
    })
    // whoever waits for it hears of a failure
    ready.catch(() => {})
  }
  start()

  return {
    base,
    /** Resolves as soon as it answers, also after it was killed. */
    ready: () => ready,
    /** Takes the process away without a warning, and starts another. */
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      start()
    },
    stop: async () => {
      await ready
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
