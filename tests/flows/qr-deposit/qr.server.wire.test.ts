import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { toSatang } from '#contract/money.ts'
import { QR_PROVIDERS, QR_RULES, type QrProvider } from '#contract/qr.ts'
import { qrcodes } from '#server/core/schema/deposits.ts'
import { DEMO } from '#server/demo/seed.ts'
import { receive } from '#server/domain/payment.ts'
import { createApp } from '#server/http/app.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const START = DEMO.member.wallet

let backend: Backend
let token: string
let other: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  other = await backend.login(DEMO.bonus.username)
})

const create = (provider: QrProvider, amount: number, as = token) =>
  backend.call('qr.create', { provider, amount }, { token: as })
const get = async (provider: QrProvider, as = token) => (await backend.call('qr.get', { provider }, { token: as })).body
const remove = (provider: QrProvider, qrcodeId: string, as = token) =>
  backend.call('qr.remove', { provider, qrcodeId }, { token: as })
const made = async (provider: QrProvider, amount: number) => String((await create(provider, amount)).body.qrcodeId)
const wallet = async (as = token) => (await backend.call('wallet.get', {}, { token: as })).body.wallet
const none = { hasQrcode: false }
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })

test('a QR code has a picture and an amount, is returned unchanged when read again, and expires after 15 minutes (R167, D-13)', async () => {
  const { body } = await create('KBANK', 100.5)
  expect(body).toMatchObject({ hasQrcode: true, amount: 100.5, qrcode: expect.stringMatching(/^<svg /) })
  expect(Date.parse(String(body.expireIn)) - backend.now()).toBeGreaterThan(14 * MINUTE)
  expect(await get('KBANK')).toEqual(body)
  backend.pass(16 * MINUTE)
  expect(await get('KBANK')).toEqual(none)
})

test('a member has at most one open QR code, and a new code with any provider supersedes the open code (D-15, R219)', async () => {
  await create('KBANK', 100)
  expect((await create('FP', 50)).body.hasQrcode).toBe(true)
  expect([await get('KBANK'), (await get('FP')).amount]).toEqual([none, 50])
  await create('FP', 60)
  expect((await get('FP')).amount).toBe(60)
})

test('only one of several QR codes requested concurrently stays open', async () => {
  const replies = await Promise.all(QR_PROVIDERS.map((provider) => create(provider, 100)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const rows = await backend.db.select().from(qrcodes)
  expect(rows.filter(({ status }) => status === 'open')).toHaveLength(1)
})

it.each([
  ['stays open if that clock is up to a minute ahead, because the code may have been requested later', MINUTE, 100],
  ['is superseded if that clock is further ahead, because it must have been set back since', MINUTE + 1, 50],
])('a QR code created by a process with a different clock %s', async (_, ahead, open) => {
  const { db, now, world, settings } = backend
  const other = createApp({ open: () => db, now: () => now() + ahead, world, settings })
  const headers = {
    Authorization: `Bearer ${token}`,
    'X-Requested-With': 'wallet-user',
    'Idempotency-Key': 'elsewhere',
  }
  const reply = await other.request('/api/qrcode/KBANK', { method: 'POST', headers, body: '{"amount":100}' })
  expect(reply.status).toBe(200)
  await create('FP', 50)
  const rows = await backend.db.select().from(qrcodes).where(eq(qrcodes.status, 'open'))
  expect(rows.map(({ amount }) => amount)).toEqual([toSatang(open)])
})

test.each(QR_PROVIDERS)('the server enforces the minimum amount of the provider %s (R532, D-13)', async (provider) => {
  const least = Math.max(QR_RULES[provider].minimum, 1_000) / 100
  expect(await create(provider, least - 0.01)).toEqual(refusal(400, 'QR_FAIL'))
  expect(await get(provider)).toEqual(none)
  expect((await create(provider, least)).status).toBe(200)
})

test('the server enforces a minimum from the build settings (R531, D-51)', async () => {
  backend = await startBackend({ env: { VITE_QR_FP_MIN: '300', VITE_QR_WW_MIN: '5' } })
  token = await backend.login()
  expect(await create('FP', 299.99)).toEqual(refusal(400, 'QR_FAIL'))
  expect((await create('FP', 300)).status).toBe(200)
  // the provider's own minimum applies, not the general one
  expect(await create('WW', 4.99)).toEqual(refusal(400, 'QR_FAIL'))
  expect((await create('WW', 5)).status).toBe(200)
})

test('the operator can set the general minimum and the lifetime of QR codes, and the deposit lookup returns both (R533, R534, D-13)', async () => {
  backend = await startBackend({ env: { QR_MINIMUM: '50.5', QR_MINUTES: '5' } })
  token = await backend.login()
  expect((await backend.call('lookup.deposit', {}, { token })).body.qr).toEqual({ minimum: 50.5, minutes: 5 })
  expect(await create('KBANK', 50.49)).toEqual(refusal(400, 'QR_FAIL'))
  expect(await create('WW', 99.99)).toEqual(refusal(400, 'QR_FAIL'))
  expect((await create('FP', 10)).status).toBe(200)
  const { body } = await create('KBANK', 50.5)
  const left = Date.parse(String(body.expireIn)) - backend.now()
  expect(left).toBeGreaterThan(4 * MINUTE)
  expect(left).toBeLessThanOrEqual(5 * MINUTE)
  backend.pass(5 * MINUTE)
  expect(await get('KBANK')).toEqual(none)
})

test('if a provider issues no code, the open QR code stays open', async () => {
  await create('KBANK', 100)
  await backend.form('/outage', { isOn: 'true' })
  const before = await backend.db.select().from(qrcodes)
  expect((await create('FP', 100)).body).toEqual({ hasQrcode: false, message: 'QR_FAIL' })
  expect(await backend.db.select().from(qrcodes)).toEqual(before)
  await backend.form('/outage', { isOn: 'false' })
  expect((await create('FP', 100)).body.hasQrcode).toBe(true)
})

describe('a payment for a QR code', () => {
  test('raises the balance, and is reported to the player until the next code is created', async () => {
    const code = await made('KBANK', 100.25)
    expect((await backend.pay(code)).status).toBe(303)
    expect(await wallet()).toEqual({ amount: START + 100.25 })
    expect(await get('KBANK')).toEqual({ hasQrcode: false, paid: { qrcodeId: code, amount: 100.25 } })
    expect(await get('FP')).toEqual(none)
    await create('KBANK', 10)
    expect((await get('KBANK')).paid).toBeUndefined()
  })

  it('is reported to the player for an hour', async () => {
    const code = await made('KBANK', 100)
    await backend.pay(code)
    backend.pass(59 * MINUTE)
    token = await backend.login()
    expect((await get('KBANK')).paid).toEqual({ qrcodeId: code, amount: 100 })
    backend.pass(2 * MINUTE)
    expect(await get('KBANK')).toEqual(none)
  })

  it('is reported only to the member who created the code', async () => {
    const code = await made('KBANK', 100)
    await backend.pay(code)
    expect(await get('KBANK', other)).toEqual(none)
    expect((await get('KBANK')).paid).toEqual({ qrcodeId: code, amount: 100 })
  })

  test('credits the amount received, not the amount requested (R385)', async () => {
    const code = await made('KBANK', 100)
    await backend.pay(code, { amount: '99.99' })
    expect(await wallet()).toEqual({ amount: START + 99.99 })
    expect((await get('KBANK')).paid).toEqual({ qrcodeId: code, amount: 99.99 })
  })

  test('is credited even if it arrives late, after a cancellation, or after another code was created (R385, D-13)', async () => {
    const [late, cancelled] = [await made('KBANK', 10), await made('KBANK', 20)]
    await remove('KBANK', cancelled)
    const superseded = await made('WW', 100)
    const open = await made('FP', 30)
    await backend.pay(late, { late: 'true' })
    await backend.pay(cancelled)
    await backend.pay(superseded)
    expect(await wallet()).toEqual({ amount: START + 130 })
    expect((await get('FP')).qrcodeId).toBe(open)
    await backend.pay(open, { late: 'true' })
    expect(await wallet()).toEqual({ amount: START + 160 })
    expect(await get('FP')).toEqual({ hasQrcode: false, paid: { qrcodeId: open, amount: 30 } })
  })

  test('is booked once per bank reference, even if the bank reports it several times at once', async () => {
    const code = await made('KBANK', 100)
    await Promise.all(Array.from({ length: 5 }, () => backend.pay(code, { reference: 'bank 1' })))
    expect(await wallet()).toEqual({ amount: START + 100 })
    await backend.pay(code, { reference: 'bank 2', amount: '5' })
    expect(await wallet()).toEqual({ amount: START + 105 })
    expect((await get('KBANK')).paid).toEqual({ qrcodeId: code, amount: 105 })
  })

  test('is reported as booked only the first time its bank reference arrives, and never if the code is unknown (R385)', async () => {
    const pay = (qrcodeId: string) =>
      backend.db.transaction((tx) => receive(tx, { reference: 'bank 1', qrcodeId, amount: toSatang(5) }, new Date()))
    const code = await made('KBANK', 100)
    expect(await pay(code)).toBe(true)
    expect(await pay(code)).toBe(false)
    expect(await pay('unknown')).toBe(false)
    expect(await wallet()).toEqual({ amount: START + 5 })
  })

  test('changes nothing if the form is malformed, the code is unknown or the amount is invalid', async () => {
    const code = await made('KBANK', 100)
    const before = await dump(backend.db)
    const torn = { 'Content-Type': 'multipart/form-data; boundary=x', 'Sec-Fetch-Site': 'same-origin' }
    for (const body of ['', '--x', `--x\r\nContent-Disposition: form-data; name="qrcodeId"\r\n\r\n${code}`]) {
      const reply = await backend.app.request('/sandbox/pay', { method: 'POST', body, headers: torn })
      expect([reply.status, (await reply.json()).code]).toEqual([400, 'NO_DATA'])
    }
    expect((await backend.pay('nothing')).status).toBe(404)
    for (const amount of ['-1', '0', 'x', '1e308', '1.005'])
      expect((await backend.pay(code, { amount })).status).toBe(400)
    expect(await dump(backend.db)).toBe(before)
  })
})

describe('removing a QR code', () => {
  test('closes the code, and succeeds again when repeated', async () => {
    const code = await made('KBANK', 100)
    expect(await remove('KBANK', code)).toEqual({ status: 200, body: {} })
    expect(await get('KBANK')).toEqual(none)
    expect(await remove('KBANK', code)).toEqual({ status: 200, body: {} })
  })

  it('leaves a superseded code unchanged', async () => {
    const code = await made('KBANK', 100)
    await made('KBANK', 200)
    expect((await remove('KBANK', code)).status).toBe(200)
    const [{ status } = {}] = await backend.db.select().from(qrcodes).where(eq(qrcodes.id, code))
    expect(status).toBe('superseded')
  })

  test("treats another member's code exactly like an unknown one", async () => {
    const code = await made('KBANK', 100)
    const foreign = await remove('KBANK', code, other)
    expect(foreign).toEqual(refusal(404, 'NO_DATA'))
    expect(foreign).toEqual(await remove('KBANK', 'nothing', other))
    expect(foreign).toEqual(await remove('FP', code))
    expect((await get('KBANK')).qrcodeId).toBe(code)
    expect(await get('KBANK', other)).toEqual(none)
  })

  test('does not change a paid code', async () => {
    const code = await made('KBANK', 100)
    await backend.pay(code)
    expect(await remove('KBANK', code)).toEqual(refusal(409, 'QR_FAIL'))
    expect(await wallet()).toEqual({ amount: START + 100 })
    expect(await wallet(other)).toEqual({ amount: DEMO.bonus.wallet })
  })
})
