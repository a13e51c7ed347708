import { eq, sum } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { qrcodes } from '#server/core/schema/deposits.ts'
import { postings } from '#server/core/schema/money.ts'
import { requests } from '#server/core/schema/site.ts'
import { DEMO } from '#server/demo/seed.ts'
import { wire } from '#src/api/request.ts'
import { type QrClient, qrClients } from '#tests/kit/qr-clients.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
let backend: Backend
let clients: ReturnType<typeof qrClients>
let sent: { method: string; key: string | null }[] = []

async function begin(env: Record<string, string> = {}) {
  backend = await startBackend({ env })
  const token = await backend.login()
  sent = []
  Object.assign(wire, {
    token: () => token,
    fetch: (url: string, init: RequestInit) => {
      sent.push({ method: String(init.method), key: new Headers(init.headers).get('Idempotency-Key') })
      return backend.fetch(url, init)
    },
  })
}
beforeEach(async () => {
  await begin()
  fakeWindow()
  clients = qrClients()
})
afterEach(() => {
  clients.close()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})
const rows = () => backend.db.select().from(qrcodes)
const balance = async () => (await backend.call('wallet.get', {}, { token: wire.token() ?? '' })).body.wallet
const total = async () => Number((await backend.db.select({ all: sum(postings.amount) }).from(postings))[0]?.all)

test('paying a QR code credits the amount received, shows the payment to the player and leaves the ledger balanced (R214, R215, R354)', async () => {
  const app = clients.open('WW')
  await app.create('100.25')
  expect(app.qr.getSnapshot().matches('shown')).toBe(true)
  const { code, now, deadline } = app.code().getSnapshot().context
  expect(code).toMatchObject({ amount: 10_025, qrcode: expect.stringMatching(/^<svg /) })
  expect(Math.abs((deadline ?? 0) - (now ?? 0) - 15 * 60_000)).toBeLessThan(5_000)
  expect((await app.look()).hasTag('code')).toBe(true)
  await backend.pay(app.qrcodeId(), { amount: '99.75' })
  expect((await app.look()).matches('received')).toBe(true)
  expect(app.code().getSnapshot().context.paid).toBe(9_975)
  expect(await balance()).toEqual({ amount: DEMO.member.wallet + 99.75 })
  expect(await total()).toBe(0)
})

test('a QR code stays the same after a reload or in another browser (R353, D-15)', async () => {
  const first = clients.open('WW')
  await first.create('100')
  const again = clients.open('WW')
  await again.quiet()
  expect(again.qrcodeId()).toBe(first.qrcodeId())
  expect(again.code().getSnapshot().context.code).toEqual(first.code().getSnapshot().context.code)
})

test('a QR code created in another browser closes the code that this browser shows (R219, D-15)', async () => {
  const [first, second] = [clients.open('WW'), clients.open('FP')]
  await first.create('100')
  await second.create('50')
  expect((await first.look()).matches('ended')).toBe(true)
  expect((await second.look()).hasTag('code')).toBe(true)
  expect((await rows()).filter(({ status }) => status === 'open')).toHaveLength(1)
})

test('creating a code makes the other providers’ tabs reload (R219)', async () => {
  const app = clients.open('WW')
  await app.create('100')
  app.dialog.send({ type: 'provider.choose', provider: 'FP' })
  const { WW, FP } = app.dialog.getSnapshot().context.qr
  await waitFor(FP, (s) => s.matches('empty'))
  FP.send({ type: 'amount.type', text: '50' })
  FP.send({ type: 'qr.create' })
  await waitFor(FP, (s) => s.matches('shown'))
  await waitFor(WW, (s) => s.matches('empty'))
})

describe('if the reply to a QR code request is lost', () => {
  const lose = () => {
    const direct = wire.fetch
    wire.fetch = async (url, init) => {
      const reply = await direct(url, init)
      if (init.method === 'GET') return reply
      wire.fetch = direct
      throw new TypeError('Failed to fetch')
    }
  }

  test('a check with the same idempotency key finds the one code that was created', async () => {
    const app = clients.open('WW')
    lose()
    expect((await app.create('100')).matches('unsure')).toBe(true)
    expect(await rows()).toHaveLength(1)
    app.qr.send({ type: 'qr.check' })
    await app.quiet()
    const [row, ...more] = await rows()
    expect(more).toEqual([])
    expect(app.qrcodeId()).toBe(row?.id)
    const keys = sent.filter(({ method }) => method === 'POST').map(({ key }) => key)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    expect(await backend.db.$count(requests)).toBe(1)
  })

  test('the page reloads the code after a cancellation, and finds it closed (R217)', async () => {
    const app = clients.open('WW')
    await app.create('100')
    lose()
    app.code().send({ type: 'qr.cancel' })
    app.code().send({ type: 'cancel.confirm' })
    await waitFor(app.qr, (s) => s.matches('empty'))
    expect((await rows()).map(({ status }) => status)).toEqual(['cancelled'])
  })
})

describe('cancelling a QR code', () => {
  const cancel = (app: QrClient) => {
    app.code().send({ type: 'qr.cancel' })
    app.code().send({ type: 'cancel.confirm' })
  }

  test('closes the code on the server (R217, R355, D-14)', async () => {
    const app = clients.open('WW')
    await app.create('100')
    cancel(app)
    await waitFor(app.qr, (s) => s.matches('empty'))
    expect((await rows()).map(({ status }) => status)).toEqual(['cancelled'])
    expect(sent.at(-1)).toEqual({ method: 'DELETE', key: expect.any(String) })
  })

  test('shows the payment instead if the code was paid in the meantime (R217)', async () => {
    const app = clients.open('WW')
    await app.create('100')
    await backend.pay(app.qrcodeId())
    cancel(app)
    expect((await waitFor(app.code(), (s) => s.matches('received'))).context.paid).toBe(10_000)
    expect(await balance()).toEqual({ amount: DEMO.member.wallet + 100 })
  })
})

test('a payment for an expired QR code is credited (R216)', async () => {
  const app = clients.open('WW')
  await app.create('100')
  const id = app.qrcodeId()
  await backend.db
    .update(qrcodes)
    .set({ expireAt: new Date(0) })
    .where(eq(qrcodes.id, id))
  await backend.pay(id)
  app.code().send({ type: 'clock.tick', now: Date.now() + 3_600_000 })
  expect((await waitFor(app.code(), (s) => s.matches('received'))).context.paid).toBe(10_000)
})

describe('a QR code is not created (R401)', () => {
  test('if the amount is below the general minimum (R401, D-13)', async () => {
    const state = await clients.open('KBANK').create('5')
    expect(state.matches('empty')).toBe(true)
    expect(state.context.failure).toMatchObject({ kind: 'refused', code: 'QR_FAIL', message: 'QR_FAIL' })
    expect(await rows()).toEqual([])
  })

  test('if the amount is below the provider’s own minimum (R531, D-51)', async () => {
    await begin({ VITE_QR_FP_MIN: '300' })
    expect((await clients.open('FP').create('299.99')).context.failure?.code).toBe('QR_FAIL')
    expect((await clients.open('FP').create('300')).matches('shown')).toBe(true)
  })

  test.each(['0.99', '0', '-', '1.005'])(
    'if the amount is invalid (%j), and no request is sent (R269, D-49)',
    async (text) => {
      await clients.open('KBANK').create(text)
      expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    },
  )

  test('during a bank outage, but the player sees the message and can try again later (R401)', async () => {
    await backend.form('/outage', { isOn: 'true' })
    const app = clients.open('WW')
    const state = await app.create('100')
    expect(state.matches('empty')).toBe(true)
    expect(state.context).toMatchObject({ text: '100', failure: { kind: 'refused', code: 'QR_FAIL' } })
    await backend.form('/outage', { isOn: 'false' })
    expect((await app.create('100')).matches('shown')).toBe(true)
  })
})
