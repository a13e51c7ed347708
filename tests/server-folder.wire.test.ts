import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lock } from '#server/db.ts'

let dir: string
let otherDir: string
const running: ChildProcess[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'krapao-data-'))
  otherDir = mkdtempSync(join(tmpdir(), 'krapao-data-'))
})
afterEach(async () => {
  for (const process of running.splice(0))
    if (process.exitCode === null && process.signalCode === null) {
      process.kill('SIGKILL')
      await once(process, 'exit')
    }
  rmSync(dir, { recursive: true })
  rmSync(otherDir, { recursive: true })
})

/** A free port of this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

function start(port: number, folder: string) {
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', NODE_ENV: '' }
  const child = spawn(process.execPath, ['server/main.ts'], { env })
  running.push(child)
  let text = ''
  const hear = (part: Buffer) => {
    text += part
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const said = (words: string) => vi.waitFor(() => expect(text).toContain(words), { timeout: 20_000 })
  return { child, said, text: () => text }
}

test('a folder is held by one process, and is free again after it', () => {
  const unlock = lock(dir)
  expect(() => lock(dir)).toThrow()
  unlock()
  lock(dir)()
})

test('a second server on the same folder or port refuses at once, and the first ends cleanly', async () => {
  const port = await freePort()
  const first = start(port, dir)
  await first.said('opening the database')
  const refused = [
    [start(await freePort(), dir), `${dir} is in use by another krapao`],
    [start(port, otherDir), `Port ${port} cannot be used`],
  ] as const
  for (const [{ child, said }, words] of refused) {
    await said(words)
    await vi.waitFor(() => expect(child.exitCode).toBe(1))
  }
  await first.said('Sandbox:')
  expect(await (await fetch(`http://localhost:${port}/api/health`)).json()).toEqual({ status: 'ready' })
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'exit')).toEqual([0, null])
  expect(first.text()).toContain('closed')
}, 30_000)
