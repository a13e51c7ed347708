import { once } from 'node:events'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { askOver } from '#tests/kit/kept-open.ts'
import { endServers, startServer } from '#tests/kit/process.ts'

const CLIENTS = 100
/** The server must stop by itself within 10 s. The rest is a margin. */
const DEADLINE = 12_000

afterEach(endServers)

it(`the server stops in time while ${CLIENTS} clients keep their connections busy, and cuts off only a call that hangs (R385)`, async () => {
  const port = await freePort()
  const { child, said } = startServer(port, await dataFolder())
  await said('Sandbox:')
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) => askOver(agent, `http://127.0.0.1:${port}${path}`)
  let answers = 0
  let isTold = false
  async function client(n: number) {
    for (let status: number | null = 0; status !== null; ) {
      status = await ask(n % 2 === 0 ? '/api/health' : '/api/lookup/active')
      if (status === null) expect(isTold).toBe(true)
      else answers += 1
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n))
  await expect.poll(() => answers, { timeout: 30_000 }).toBeGreaterThan(10 * CLIENTS)
  const armed = async () => (await fetch(`http://127.0.0.1:${port}/sandbox/faults`)).json()
  const delay = (match: string, ms: string) =>
    fetch(`http://127.0.0.1:${port}/sandbox/faults`, {
      method: 'POST',
      body: new URLSearchParams({ match, kind: 'delay', ms }),
    })
  await delay('lookup.contact', '60000')
  await delay('lookup.info', '2000')
  const hanging = ask('/api/lookup/contact')
  const slow = ask('/api/lookup/info')
  await expect.poll(armed, { timeout: 30_000 }).toEqual([])
  isTold = true
  const start = performance.now()
  child.kill('SIGTERM')
  await said('closed')
  expect(performance.now() - start).toBeLessThan(DEADLINE)
  expect(await slow).toBe(200)
  expect(await hanging).toBe(null)
  await Promise.all(clients)
  agent.destroy()
}, 120_000)

/** Starts a provider that accepts every order but never replies. */
async function silentProvider() {
  let orders = 0
  const server = createServer(() => {
    orders += 1
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, orders: () => orders }
}

it('the server stops in time while a provider is silent (R385)', async () => {
  const port = await freePort()
  const { url, orders } = await silentProvider()
  const { child, said } = startServer(port, await dataFolder(), { PROVIDERS_URL: url })
  await said('Sandbox:')
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/api/${path}`, {
      method: 'POST',
      headers: { 'X-Requested-With': 'wallet-user', 'Idempotency-Key': newKey(), ...headers },
      body: JSON.stringify(body),
    })
  const login = await post('login', { username: DEMO.member.username, password: DEMO_PASSWORD })
  const { token } = (await login.json()) as { token: string }
  const order = { from: WALLET, to: 'pg', amount: 1 }
  const cut = post('wallet/transfer', order, { Authorization: `Bearer ${token}` }).catch(() => 'cut')
  await expect.poll(orders, { timeout: 30_000 }).toBe(1)
  const start = performance.now()
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(performance.now() - start).toBeLessThan(DEADLINE)
  expect(await cut).toBe('cut')
}, 120_000)
