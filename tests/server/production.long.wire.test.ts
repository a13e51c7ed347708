import { eq, not } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY } from '#contract/limits.ts'
import { members } from '#server/core/schema/members.ts'
import { siteKeys } from '#server/core/schema/site.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { markProduction, servesProduction } from '#server/domain/production.ts'
import { dataFolder } from '#tests/kit/data-folder.ts'
import { freePort } from '#tests/kit/free-port.ts'
import { endServers, startServer } from '#tests/kit/process.ts'
import { NEWCOMER, startBackend } from '#tests/kit/server.ts'

let dir: string
beforeEach(async () => {
  dir = await dataFolder()
})
afterEach(endServers)

/** An address of this machine on which a server bound to 127.0.0.1 does not listen. */
const OTHER_ADDRESS = '127.0.0.2'
const headers = { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json', 'Idempotency-Key': 'k' }
const body = JSON.stringify({ username: DEMO.member.username, password: DEMO_PASSWORD })

test('the sandbox listens only on this machine unless HOST is set, and production refuses the demo members of the sandbox’s database', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
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

  const production = startServer(port, dir, { SANDBOX: '', METRICS_PORT: String(metricsPort) })
  await production.said('Ready:')
  expect((await health(OTHER_ADDRESS)).status).toBe(200)
  const refused = await login('two')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'INACTIVE_USER' })
  expect((await wallet(token)).status).toBe(401)
  expect(production.text()).not.toContain('Sandbox')
  expect((await fetch(`http://127.0.0.1:${port}/sandbox`)).status).toBe(404)
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(await metrics.text()).toContain('krapao_request_seconds_count{call="account.login",outcome="INACTIVE_USER"} 1')
  await expect(fetch(`http://${OTHER_ADDRESS}:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  const lines = production.text().trim().split('\n')
  const refusedLine = { level: 'info', call: 'account.login', outcome: 'INACTIVE_USER', status: 403, msg: 'request' }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(refusedLine))
  production.child.kill('SIGTERM')
  await production.said('closed')

  const again = startServer(port, dir)
  await again.said('it has served production')
  await expect.poll(() => again.child.exitCode, { timeout: 20_000 }).toBe(1)
}, 120_000)

test('the server warns in production if LEDGER_KEY is missing, and rejects a key that is too short', async () => {
  const start = async (more: Record<string, string>) => startServer(await freePort(), dir, more)
  const end = async ({ child, said }: Awaited<ReturnType<typeof start>>) => {
    await said('Ready:')
    child.kill('SIGTERM')
    await said('closed')
  }
  const short = await start({ SANDBOX: '', LEDGER_KEY: 'x'.repeat(31) })
  await short.said('LEDGER_KEY has fewer than 32 characters')
  await expect.poll(() => short.child.exitCode, { timeout: 20_000 }).toBe(1)

  const demo = await start({ LEDGER_KEY: '' })
  await end(demo)
  expect(demo.text()).not.toContain('LEDGER_KEY')

  const sealed = await start({ SANDBOX: '', LEDGER_KEY: 'x'.repeat(32) })
  await end(sealed)
  expect(sealed.text()).not.toContain('LEDGER_KEY')

  const unsealed = await start({ SANDBOX: '', LEDGER_KEY: '' })
  await end(unsealed)
  const lines = unsealed.text().trim().split('\n')
  const warning = { level: 'warn', msg: expect.stringContaining('LEDGER_KEY is not set') }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(warning))
}, 120_000)

test('the server refuses to start the sandbox in production, before it opens a port or a database', async () => {
  const { child, said, text } = startServer(await freePort(), dir, { NODE_ENV: 'production' })
  await said('SANDBOX=1 (npm start, npm run dev) is not for production')
  await expect.poll(() => child.exitCode, { timeout: 20_000 }).toBe(1)
  expect(text()).not.toContain('opening the database')
})

test('the server permanently marks a database as production, and ends the sessions of demo members', async () => {
  const { db, login, call, now } = await startBackend()
  const token = await login()
  expect(await servesProduction(db)).toBe(false)
  await markProduction(db, now())
  expect(await servesProduction(db)).toBe(true)
  expect((await call('wallet.get', {}, { token })).status).toBe(401)
  await markProduction(db, now() + DAY)
  const [mark] = await db.select().from(siteKeys).where(eq(siteKeys.name, 'production'))
  expect(mark?.key).toBe(new Date(now()).toISOString())
})

test('production refuses the demo members, but not a new member', async () => {
  const backend = await startBackend({ env: { SANDBOX: '' } })
  expect(await backend.db.$count(members, not(members.isDemo))).toBe(0)
  const login = (username: string, password: string) => backend.call('account.login', { username, password })
  expect((await login(DEMO.bonus.username, DEMO_PASSWORD)).body.code).toBe('INACTIVE_USER')
  await backend.turn('registerOTP', false)
  expect((await backend.call('account.create', NEWCOMER)).status).toBe(200)
  expect((await login(NEWCOMER.username, NEWCOMER.password)).status).toBe(200)
})
