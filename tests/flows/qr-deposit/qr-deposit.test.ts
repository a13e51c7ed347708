import { describe, expect, test } from 'vitest'
import { satang } from '#contract/money.ts'
import { QR_PROVIDERS, QR_RULES, type QrProvider } from '#contract/qr.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { code, noCode } from '#tests/kit/samples/qr.ts'
import { listener, start } from '#tests/kit/start.ts'
import qrDeposit from './qr-deposit.model.ts'

async function open(provider: QrProvider = 'WW', rule = QR_RULES[provider]) {
  const owner = listener()
  const app = await start(qrDeposit, { provider, rule, owner: owner.ref as never })
  /** The events that the owner receives, except those for typing. */
  const told = () => owner.heard.filter(({ type }) => type !== 'qr.typed')
  return { ...app, heard: owner.heard, told }
}
async function empty(provider?: QrProvider, rule?: (typeof QR_RULES)['WW']) {
  const app = await open(provider, rule)
  await app.send({ type: 'tab.shown' })
  await app.answer('qr.get', noCode)
  return app
}
async function creating(text = '100', provider?: QrProvider) {
  const app = await empty(provider)
  await app.send({ type: 'amount.type', text }, { type: 'qr.create' })
  return app
}
const keys = (inputs: unknown[]) => (inputs as { key: string }[]).map(({ key }) => key)

describe('checking for an open code', () => {
  test('starts only when the tab opens (R353)', async () => {
    const app = await open('FP')
    expect(app.fakes.calls).toEqual([])
    await app.send({ type: 'tab.shown' })
    expect(app.fakes.calls).toEqual([{ id: 'qr.get', input: { provider: 'FP' } }])
    expect(app.now().hasTag('busy')).toBe(true)
  })

  test('shows an amount form that notifies the owner when the player types (R109)', async () => {
    const app = await empty()
    await app.send({ type: 'amount.type', text: '1' })
    expect(app.heard).toEqual([{ type: 'qr.typed', provider: 'WW' }])
  })

  test('shows the amount form if there is no open code (R213)', async () => {
    const app = await empty()
    expect(app.now().hasTag('amount')).toBe(true)
    expect(app.now().hasTag('busy')).toBe(false)
    await app.send({ type: 'tab.shown' })
    expect(app.asked('qr.get')).toHaveLength(1)
  })

  test('shows an open code, and reports it as found rather than created (R214, R353)', async () => {
    const app = await open()
    await app.send({ type: 'tab.shown' })
    await app.answer('qr.get', code)
    expect(app.now().context.code).toEqual(code)
    expect(app.waits('qrCode')).toBe(true)
    expect(app.asked('qrCode')).toMatchObject([{ provider: 'WW', code }])
    expect(app.told()).toEqual([{ type: 'qr.found', provider: 'WW' }])
  })

  test.each([
    { ...code, qrcode: undefined },
    { ...code, qrcodeId: undefined },
    { ...code, hasQrcode: false },
  ])('ignores a code that cannot be displayed (R167)', async (reply) => {
    const app = await open()
    await app.send({ type: 'tab.shown' })
    await app.answer('qr.get', reply)
    expect(app.now().hasTag('amount')).toBe(true)
  })

  test('reports a failure, and the player can then retry (R353)', async () => {
    const app = await open()
    await app.send({ type: 'tab.shown' })
    await app.fail('qr.get', noAnswer)
    expect(app.now().matches('unreadable')).toBe(true)
    expect(app.now().context.failure).toEqual(noAnswer)
    await app.send({ type: 'qr.retry' })
    await app.answer('qr.get', noCode)
    expect(app.now().hasTag('amount')).toBe(true)
  })
})

describe('the amount of a QR deposit', () => {
  const least = { KBANK: '1', WW: '100', PAYONEX: '100', PAYTIMZ: '10', FP: '10' }
  const below = { KBANK: '0.99', WW: '99.99', PAYONEX: '99.99', PAYTIMZ: '9.99', FP: '9.99' }

  test.each(QR_PROVIDERS)(
    'must reach the minimum of the provider %s (R269, R270, R271, R272, R273, R274, D-49)',
    async (provider) => {
      const app = await creating(below[provider], provider)
      expect(app.waits('qr.create')).toBe(false)
      expect(app.now().matches('empty')).toBe(true)
      await app.send({ type: 'amount.type', text: least[provider] }, { type: 'qr.create' })
      expect(app.waits('qr.create')).toBe(true)
    },
  )

  test.each(['', '0', 'x', '10.001', '1e5'])('is not sent if it is invalid: %j (R269)', async (text) => {
    expect((await creating(text, 'KBANK')).waits('qr.create')).toBe(false)
  })

  test('must reach the configured minimum (R531, D-51)', async () => {
    const app = await empty('FP', { minimum: satang(30_000), presets: [] })
    await app.send({ type: 'amount.type', text: '299.99' }, { type: 'qr.create' })
    expect(app.waits('qr.create')).toBe(false)
    await app.send({ type: 'amount.type', text: '300' }, { type: 'qr.create' })
    expect(app.waits('qr.create')).toBe(true)
  })
})

describe('creating a QR code', () => {
  test('sends the amount with an idempotency key, shows the code, and notifies the owner (R354, R214)', async () => {
    const app = await creating('1,000.50')
    expect(app.asked('qr.create')).toEqual([
      { provider: 'WW', amount: 100_050, key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    await app.answer('qr.create', code)
    expect(app.waits('qrCode')).toBe(true)
    expect(app.asked('qrCode')).toMatchObject([{ code }])
    expect(app.told()).toEqual([{ type: 'qr.created', provider: 'WW' }])
  })

  test.each([
    ['QR_FAIL', { ...noCode, message: 'QR_FAIL' }],
    ['ธนาคารปิดปรับปรุง', { ...noCode, message: 'ธนาคารปิดปรับปรุง' }],
    ['QR_FAIL', noCode],
  ])('shows the message %s beside the amount if no code was issued (R401)', async (message, reply) => {
    const app = await creating()
    await app.answer('qr.create', reply)
    expect(app.now().matches('empty')).toBe(true)
    expect(app.now().context).toMatchObject({ text: '100', failure: { kind: 'refused', code: message, message } })
    expect(app.told()).toEqual([])
  })

  test('shows a refusal until the player types, and uses a new idempotency key for the next try (R401)', async () => {
    const app = await creating()
    await app.fail('qr.create', refused('REQUEST_LIMIT'))
    expect(app.now().matches('empty')).toBe(true)
    expect(app.now().context.failure?.code).toBe('REQUEST_LIMIT')
    await app.send({ type: 'amount.type', text: '200' })
    expect(app.now().context.failure).toBeNull()
    await app.send({ type: 'qr.create' })
    expect(new Set(keys(app.asked('qr.create'))).size).toBe(2)
  })

  test('ignores other events while the request is pending', async () => {
    const app = await creating()
    await app.send(
      { type: 'qr.create' },
      { type: 'qr.reload' },
      { type: 'tab.shown' },
      { type: 'amount.type', text: '5' },
    )
    expect(app.fakes.calls.filter(({ id }) => id === 'qr.create')).toHaveLength(1)
    expect(app.waits('qr.create')).toBe(true)
    expect(app.now().context.text).toBe('100')
  })

  test('reloads the wallet if no reply arrives, without reporting a failure or resending the request', async () => {
    const app = await creating()
    await app.fail('qr.create', noAnswer)
    expect(app.now().matches('unsure')).toBe(true)
    expect(app.told()).toEqual([{ type: 'qr.moneyMoved' }])
    await app.pass(600_000)
    expect(app.asked('qr.create')).toHaveLength(1)
  })

  test('resends the request with the same idempotency key and amount when the player checks', async () => {
    const app = await creating()
    await app.fail('qr.create', noAnswer)
    await app.send({ type: 'amount.type', text: '500' }, { type: 'qr.reload' }, { type: 'qr.check' })
    const [first, second] = app.asked('qr.create')
    expect(second).toEqual(first)
    await app.answer('qr.create', code)
    expect(app.now().context).toMatchObject({ code, failure: null })
    expect(app.told()).toContainEqual({ type: 'qr.created', provider: 'WW' })
  })
})
