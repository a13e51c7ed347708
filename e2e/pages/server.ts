import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tempFolder } from '../../tests/kit/temp.ts'

/** The built product as a separate process with its own folder, which can be killed and restarted. */
export class OwnServer {
  readonly #port: number
  readonly #env: Record<string, string>
  readonly #program: string
  readonly #folder = tempFolder('own')
  #process: ChildProcess | undefined
  /**
   * By default, slips are accepted at any hour, which `env` can override. `program` must serve the product and print
   * `Ready:`.
   */
  constructor(port: number, env: Record<string, string> = {}, program = 'dist-server/main.js') {
    this.#port = port
    this.#program = program
    this.#env = { SLIP_OPEN: '00:00', SLIP_CLOSE: '00:00', ...env }
  }

  /** The server's address. */
  get origin(): string {
    return `http://localhost:${this.#port}`
  }

  /**
   * Starts the server with its existing folder and with `more` settings. Rejects with the server's output if it exits
   * before it is ready.
   */
  async start(more: Record<string, string> = {}) {
    const env = { ...process.env, PORT: String(this.#port), DATA_DIR: this.#folder, ...this.#env, ...more }
    const child = spawn(process.execPath, ['e2e/serve.ts', this.#program], {
      cwd: new URL('../..', import.meta.url),
      env,
    })
    this.#process = child
    await new Promise<void>((ready, failed) => {
      let said = ''
      const hear = (part: Buffer) => {
        said += part
        if (said.includes('Ready:')) ready()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', () => failed(new Error(said)))
    })
  }

  /** Kills the server mid-operation (SIGKILL) or stops it gracefully (SIGTERM). */
  async end(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') {
    const child = this.#process
    this.#process = undefined
    if (child?.kill(signal)) await once(child, 'exit')
  }

  /** Stops the server gracefully, and starts it with `more` settings. */
  async restart(more: Record<string, string>) {
    await this.end('SIGTERM')
    await this.start(more)
  }

  /** Stops the server permanently and deletes its folder. */
  async remove() {
    await this.end('SIGTERM')
    rmSync(this.#folder, { recursive: true })
  }
}
