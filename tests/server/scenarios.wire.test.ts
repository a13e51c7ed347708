import { beforeEach, expect, test } from 'vitest'
import { SCENARIOS } from '#server/demo/sandbox/scenarios.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { START } from '#tests/kit/database.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

async function play(name: string) {
  const reply = await backend.app.request(`/sandbox/scenario/${name}`, { method: 'POST', body: new URLSearchParams() })
  expect(reply.status).toBe(200)
  const { token, to } = (await reply.json()) as { token: string | null; to: string }
  const read = async (call: Parameters<Backend['call']>[0], input = {}) =>
    (await backend.call(call, input as never, { token: token ?? '' })).body
  return { token, to, read }
}

test.each(Object.entries(SCENARIOS))(
  'the scenario %s leaves a sound ledger, and returns its path and, unless it is for guests, a token',
  async (name, { to, isGuest }) => {
    const scene = await play(name)
    expect(scene.to).toBe(to)
    expect(scene.token === null).toBe(isGuest === true)
    await expectSound(backend.db)
  },
)

test('a scenario creates the situation that its name describes', async () => {
  expect(await (await play('qr-open')).read('qr.get', { provider: 'KBANK' })).toMatchObject({ hasQrcode: true })
  expect(await (await play('bonus-held')).read('bonus.active')).toMatchObject({ status: true, remaining: 100 })
  expect(await (await play('turnover-reached')).read('bonus.active')).toMatchObject({ status: true, remaining: 0 })
  expect(await (await play('refund-ready')).read('refund.check')).toMatchObject({ refundAmount: 50 })
  expect(await (await play('wheel-ready')).read('spin.setup')).toMatchObject({ userCoin: 3 })
  expect(
    (await (await play('withdraw-pending')).read('statement.list', { page: 1, limit: 1 })).statements,
  ).toMatchObject([{ status: 'PENDING', amount: 500 }])
  expect(await (await play('server-error')).read('wallet.get')).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  expect(await (await play('site-closed')).read('lookup.active')).toMatchObject({ terminated: 'gone' })
  expect(await (await play('newcomer')).read('wallet.get')).toMatchObject({ wallet: { amount: 0 } })
  expect(await (await play('newcomer')).read('wallet.get')).toMatchObject({ limitPrompt: 'first' })
  expect(await (await play('limits-review')).read('wallet.get')).toMatchObject({ limitPrompt: 'review' })
  expect(await (await play('invite-ready')).read('wallet.get')).toMatchObject({ invite: { amount: 50, success: 1 } })
  expect(await (await play('signed-out')).read('wallet.get')).toMatchObject({ message: 'invalid-token' })
  expect(await (await play('chat')).read('lookup.enableChatWidget')).toMatchObject({ enableChatWidget: true })
  const login = { username: DEMO.member.username, password: DEMO_PASSWORD, remember: false }
  expect(await (await play('newcomer')).read('account.login', login)).toHaveProperty('token')
  expect(await (await play('login-closed')).read('account.login', login)).toMatchObject({ code: 'LOGIN_FAIL' })
  const { read: lost } = await play('transfer-unknown')
  await expect(lost('wallet.transfer', { from: 'WALLET', to: 'pg', amount: 100 })).rejects.toThrow('JSON')
  expect(await lost('wallet.get')).toMatchObject({ wallet: { amount: 400 } })
  const { read: code } = await play('qr-expired')
  expect(await code('qr.get', { provider: 'KBANK' })).toMatchObject({ hasQrcode: true })
  const seconds = String(Math.round((backend.now() - START) / 1000) + 11)
  await backend.app.request('/sandbox/clock', { method: 'POST', body: new URLSearchParams({ seconds }) })
  expect(await code('qr.get', { provider: 'KBANK' })).toMatchObject({ hasQrcode: false })
  const { read: down } = await play('games-down')
  await down('wallet.add', { amount: 100 })
  await down('wallet.activate', { code: 'pg' })
  expect(await down('wallet.transfer', { from: 'WALLET', to: 'pg', amount: 100 })).toMatchObject({
    code: 'TRANSFER_FAIL',
  })
})

test('a scenario first undoes the changes of earlier scenarios', async () => {
  for (const name of ['site-closed', 'games-down', 'server-error', 'qr-expired']) await play(name)
  const { read } = await play('newcomer')
  expect(await read('wallet.get')).toMatchObject({ wallet: { amount: 0 } })
  expect(await read('lookup.active')).not.toMatchObject({ terminated: 'gone' })
  expect(backend.now()).toBe(START)
})

test('/?scenario=NAME redirects to the scenario, and the server answers 404 for unknown names and 403 to other sites', async () => {
  const link = await backend.app.request('/?scenario=qr-open')
  expect([link.status, link.headers.get('Location')]).toEqual([302, '/sandbox/scenario/qr-open'])
  const page = await backend.app.request('/sandbox/scenario/qr-open')
  expect(await page.text()).toContain(SCENARIOS['qr-open']?.title)
  for (const name of ['nothing', 'constructor', '__proto__'])
    for (const method of ['GET', 'POST'])
      expect((await backend.app.request(`/sandbox/scenario/${name}`, { method })).status).toBe(404)
  const foreign = { method: 'POST', headers: { 'Sec-Fetch-Site': 'cross-site' } }
  expect((await backend.app.request('/sandbox/scenario/newcomer', foreign)).status).toBe(403)
  expect(await (await backend.app.request('/sandbox')).text()).toContain('/?scenario=wheel-ready')
})
