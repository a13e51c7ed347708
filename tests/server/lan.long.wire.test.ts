import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'

afterEach(endServers)

const LAN = ['server/main.ts', '--lan']

/** Requests a page of a server whose certificate is `ca`, and returns the status. */
const statusOf = (url: string, ca: string) =>
  new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })

it('`--lan` prints the machine’s network address and a QR code for it, and serves the sandbox there over HTTPS', async () => {
  const [dir, port] = [await dataFolder(), await freePort()]
  const start = async () => {
    const { child, said, text } = startServer(port, dir, {}, LAN)
    await said('move its demo money')
    const { cert } = JSON.parse(readFileSync(join(dir, 'lan.json'), 'utf8'))
    const end = async () => {
      child.kill('SIGTERM')
      await said('closed')
    }
    return { end, text: text(), cert }
  }
  const first = await start()
  const [, address] = /(https:\/\/(?!localhost)\S+)\n/.exec(first.text) ?? []
  expect(first.text).toMatch(/█▀|▄█/)
  expect(await statusOf(`${address}/api/health`, first.cert)).toBe(200)
  expect(await statusOf(`https://localhost:${port}/api/health`, first.cert)).toBe(200)
  await expect(fetch(`http://localhost:${port}/api/health`)).rejects.toThrow('fetch failed')
  await first.end()

  // the certificate must not change, because the user accepts it on the phone only once
  const second = await start()
  expect(second.cert).toBe(first.cert)
}, 120_000)

it('`--lan` is refused outside the sandbox', async () => {
  const { child, said } = startServer(await freePort(), await dataFolder(), { SANDBOX: '' }, LAN)
  await said('--lan is for the sandbox')
  await expect.poll(() => child.exitCode, { timeout: 20_000 }).toBe(1)
})
