import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { readable } from '#contract/rows.ts'
import { DEMO } from '#server/demo/seed.ts'
import { statementLogic } from '#src/actors/statement.ts'
import { wire } from '#src/api/request.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>

async function begin(username?: string) {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login(username)
  member = memberAt(backend, token)
}
afterEach(() => {
  member.leave()
  vi.unstubAllGlobals()
})

/** Opens the statement page. */
function open() {
  const actor = createActor(statementLogic).start()
  const settled = () => waitFor(actor, (s) => !s.hasTag('busy'))
  const choose = (page: number) => {
    actor.send({ type: 'page.choose', page })
    return settled()
  }
  return { actor, settled, choose }
}

describe('the demo member', () => {
  beforeEach(() => begin())

  test('sees ten rows per page, newest first, on as many pages as needed (R10, R134, R177, R359, R518)', async () => {
    const app = open()
    const { context: first } = await app.settled()
    expect([first.rows.length, first.last, first.page]).toEqual([10, 2, 1])
    const { context: second } = await app.choose(2)
    expect([second.rows.length, second.last]).toEqual([6, 2])
    const times = readable([...first.rows, ...second.rows]).map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
    await app.choose(3)
    expect(member.sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/statement', { page: 1, limit: 10 }],
      ['/api/statement', { page: 2, limit: 10 }],
    ])
  })

  test('sees a new row when the page is reloaded, with its amount converted to satang (R175, R241)', async () => {
    const app = open()
    await app.settled()
    await backend.call('wallet.transfer', { from: 'WALLET', to: 'pg', amount: 100.25 }, { token })
    const [row] = (await app.choose(1)).context.rows
    const moved = { from: 'WALLET', to: 'Moonreel', amount: 10_025 }
    expect(row).toMatchObject({ statementType: 'transfer', status: 'SUCCESS', ...moved })
  })

  test('sees a failure if the connection is lost, and sees the rows after a retry (R408)', async () => {
    vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const app = open()
    expect((await app.settled()).value).toBe('failed')
    app.actor.send({ type: 'page.retry' })
    expect((await app.settled()).context.rows).toHaveLength(10)
  })
})

test('a member without transactions sees an empty page (R134)', async () => {
  await begin(DEMO.bonus.username)
  const { value, context } = await open().settled()
  expect([value, context]).toEqual(['shown', { page: 1, last: 1, rows: [] }])
})
