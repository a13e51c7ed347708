import { expect, type Route } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { formatAmount } from '#src/lib/format.ts'
import { OwnServer } from './pages/server.ts'
import { injectFirst } from './pages/spoil.ts'
import { NIGHT } from './pages/tags.ts'
import { test as base, type WorkerOptions } from './pages/test.ts'

const GAME = 'joker2'
const PORTS_AWAY = 10
/** Chromium's errors for a server that goes away before or during a reply. */
const GONE =
  /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|FAILED|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)/

const test = base.extend<object, { server: OwnServer }>({
  server: [
    async ({ playwright: _ }, use, { parallelIndex, project }) => {
      const { product } = project.use as Partial<WorkerOptions>
      const server = new OwnServer((product?.port ?? 0) + PORTS_AWAY + parallelIndex)
      await server.start()
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
})

test.use({ as: 'member' })
// all tests share one server
test.describe.configure({ mode: 'default' })
test.beforeEach(async ({ backend, faults }) => {
  faults.expect(GONE)
  // A newly started server replies with 503 until its database is open.
  faults.allow(/Failed to load resource.*status of 503 /)
  await backend.fill(satang(100_000))
})

for (const { name, kill } of [
  {
    name: 'before a transfer arrives',
    kill: async (server: OwnServer, route: Route) => {
      await server.end()
      await route.continue()
    },
  },
  {
    name: 'after it has done a transfer, before its answer arrives',
    kill: async (server: OwnServer, route: Route) => {
      await route.fetch()
      await server.end()
      await route.abort()
    },
  },
])
  test(`if the server is killed ${name}, the outcome of the transfer is unknown until the restart, and the money moves only once (R332)`, {
    tag: name === 'before a transfer arrives' ? NIGHT : [],
  }, async ({ server, page, backend, home, transfer }) => {
    const [main, there] = [await backend.inMain(), await backend.inGame(GAME)]
    const { total } = await backend.statement()
    const keys = await injectFirst(page, '**/api/wallet/transfer', (route) => kill(server, route))
    await transfer.open()
    await transfer.fill(WALLET, GAME, satang(30_000))
    await transfer.submit.click()
    await expect(transfer.unsure).toBeVisible()
    await transfer.check.click()
    await expect(transfer.busy).toHaveCount(0)
    await expect(transfer.unsure).toBeVisible()

    await server.start()
    await transfer.check.click()
    await expect(transfer.done).toContainText('300.00')
    expect(new Set(keys).size).toBe(1)
    await expect(home.main).toHaveText(formatAmount(satang(main - 30_000)))
    expect([await backend.inMain(), await backend.inGame(GAME)]).toEqual([main - 30_000, there + 30_000])
    expect((await backend.statement()).total).toBe(Number(total) + 1)
  })

test('if the server is killed during a withdrawal, the outcome is unknown until the server restarts, and the money is paid once (R335)', {
  tag: NIGHT,
}, async ({ server, page, backend, home, withdraw }) => {
  const main = await backend.inMain()
  const { total } = await backend.statement()
  const keys = await injectFirst(page, '**/api/wallet/withdrawAll', async (route) => {
    await route.continue()
    await server.end()
  })
  await withdraw.open()
  await withdraw.send(satang(20_000))
  await expect(withdraw.unsure).toBeVisible()
  await withdraw.close.click()
  await server.start()
  await home.check.click()
  await expect(withdraw.done).toContainText('200.00')
  expect(new Set(keys).size).toBe(1)
  await withdraw.gotIt.click()
  await expect(home.main).toHaveText(formatAmount(satang(main - 20_000)))
  expect(await backend.inMain()).toBe(main - 20_000)
  expect((await backend.statement()).total).toBe(Number(total) + 1)
})
