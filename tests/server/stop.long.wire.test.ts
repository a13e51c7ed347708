import { Agent } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { askOver } from '#tests/kit/kept-open.ts'
import { endServers, startServer } from '#tests/kit/process.ts'

const CLIENTS = 100
/** The server's own deadline is 10 s. */
const DEADLINE = 12_000

afterEach(endServers)

it(`ends in time while ${CLIENTS} clients keep their connections busy and one call hangs, and cuts no other answer (R385)`, async () => {
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
