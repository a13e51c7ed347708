import { not } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { members } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'
import { NEWCOMER, startBackend } from '#tests/kit/server.ts'

let dir: string
beforeEach(async () => {
  dir = await dataFolder()
})
afterEach(endServers)

/** An address of this machine that a server on 127.0.0.1 does not listen at. */
const OTHER_ADDRESS = '127.0.0.2'
const headers = { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' }
const body = JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD })

test('listens on this machine alone with the sandbox, unless HOST opens it; production on a demo database refuses its members', async () => {
  const port = await freePort()
  const health = (host: string) => fetch(`http://${host}:${port}/api/health`)
  const login = (key: string) =>
    fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { ...headers, 'Idempotency-Key': key },
      body,
    })
  const wallet = (token: string) =>
    fetch(`http://127.0.0.1:${port}/api/wallet`, { headers: { ...headers, Authorization: `Bearer ${token}` } })

  const demo = startServer(port, dir)
  await demo.said('Sandbox:')
  expect((await health('localhost')).status).toBe(200)
  await expect(health(OTHER_ADDRESS)).rejects.toThrow('fetch failed')
  const { token } = await (await login('one')).json()
  expect((await wallet(token)).status).toBe(200)
  demo.child.kill('SIGTERM')
  await demo.said('closed')

  const open = startServer(port, dir, { HOST: '0.0.0.0' })
  await open.said('Sandbox:')
  expect((await health(OTHER_ADDRESS)).status).toBe(200)
  open.child.kill('SIGTERM')
  await open.said('closed')

  const production = startServer(port, dir, { NODE_ENV: 'production' })
  await production.said('Ready:')
  expect((await health(OTHER_ADDRESS)).status).toBe(200)
  const refused = await login('two')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'INACTIVE_USER' })
  expect((await wallet(token)).status).toBe(401)
}, 120_000)

test('production refuses the members of the demo, and no other', async () => {
  const backend = await startBackend({ env: { NODE_ENV: 'production' } })
  expect(await backend.db.$count(members, not(members.isDemo))).toBe(0)
  const login = (username: string, password: string) => backend.call('account.login', { username, password })
  expect((await login(DEMO.bonus.username, DEMO_PASSWORD)).body.code).toBe('INACTIVE_USER')
  await backend.turn('registerOTP', false)
  expect((await backend.call('account.create', NEWCOMER)).status).toBe(200)
  expect((await login(NEWCOMER.username, NEWCOMER.password)).status).toBe(200)
})
