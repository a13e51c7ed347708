import { describe, expect, it, test } from 'vitest'
import { fromPromise } from 'xstate'
import { satang } from '#contract/money.ts'
import { QR_PROVIDERS, QR_RULES, type QrCode, type QrProvider, type QrRule } from '#contract/qr.ts'
import { qrDepositMachine } from '#machines/qr-deposit.machine.ts'
import { ways } from '#tests/kit/samples/deposit.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { code, noCode } from '#tests/kit/samples/qr.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import deposit from './deposit.model.ts'

const rules = { ...QR_RULES, FP: { minimum: satang(30_000), presets: [satang(30_000)] } }
const ends = () => {
  const [wallet, toasts] = [listener(), listener()]
  const input = { wallet: wallet.ref as never, toasts: toasts.ref as never, rules, pending: { gift: null, slip: null } }
  return { wallet: wallet.heard, toasts: toasts.heard, input }
}

async function open() {
  const { wallet, toasts, input } = ends()
  const tabs = listeningChild<{ provider: QrProvider; rule: QrRule }>()
  const app = await start(deposit, input, { keep: { qrDeposit: tabs.logic } })
  const told = () => tabs.heard.map((one) => `${one.input.provider} ${one.event.type}`)
  return { ...app, wallet, toasts, told, tabs }
}

describe('the open deposit dialog', () => {
  test('loads the deposit methods and keeps them (R105, R305)', async () => {
    const app = await open()
    expect(app.fakes.calls).toEqual([{ id: 'lookup.deposit', input: {} }])
    expect(app.now().hasTag('busy')).toBe(true)
    await app.answer('lookup.deposit', ways)
    expect(app.now().context.ways).toEqual(ways)
    expect(app.now().matches('open')).toBe(true)
  })

  test('shows no toast after a failed lookup, and the tabs still work (R402)', async () => {
    const app = await open()
    await app.fail('lookup.deposit', noAnswer)
    expect(app.now().matches('failed')).toBe(true)
    expect(app.now().hasTag('busy')).toBe(false)
    expect(app.now().context.ways).toBeNull()
    expect(app.toasts).toEqual([])
    await app.send({ type: 'provider.choose', provider: 'WW' })
    expect(app.now().context.provider).toBe('WW')
  })

  it('reloads the deposit methods when the player retries after a failure (R402)', async () => {
    const app = await open()
    await app.fail('lookup.deposit', noAnswer)
    await app.send({ type: 'ways.retry' })
    expect(app.now().hasTag('busy')).toBe(true)
    await app.answer('lookup.deposit', ways)
    expect(app.now().matches('open')).toBe(true)
    expect(app.now().context.ways).toEqual(ways)
  })

  test('creates one tab per provider, with the amount rule of that provider (R109, R356)', async () => {
    const app = await open()
    expect(QR_PROVIDERS).toEqual(['KBANK', 'WW', 'PAYTIMZ', 'PAYONEX', 'FP'])
    expect(Object.keys(app.now().context.qr).sort()).toEqual([...QR_PROVIDERS].sort())
    for (const provider of QR_PROVIDERS) await app.send({ type: 'provider.choose', provider })
    expect(app.tabs.heard.slice(QR_PROVIDERS.length).map(({ input }) => [input.provider, input.rule])).toEqual(
      QR_PROVIDERS.map((provider) => [provider, rules[provider]]),
    )
  })

  test('checks every provider for an open code, and checks a provider again when the player chooses it (R213, R353)', async () => {
    const app = await open()
    const all = QR_PROVIDERS.map((provider) => `${provider} tab.shown`)
    expect(app.told()).toEqual(all)
    await app.send({ type: 'provider.choose', provider: 'PAYONEX' })
    expect(app.told()).toEqual([...all, 'PAYONEX tab.shown'])
  })

  test('switches to a provider that has an open code (R214, R353)', async () => {
    const app = await open()
    expect(app.now().context.provider).toBe('KBANK')
    await app.send({ type: 'qr.found', provider: 'FP' })
    expect(app.now().context.provider).toBe('FP')
    await app.answer('lookup.deposit', ways)
    await app.send({ type: 'qr.found', provider: 'WW' })
    expect(app.now().context.provider).toBe('WW')
  })

  test('keeps the provider chosen by the player, even if another provider has an open code (R109, R353)', async () => {
    const app = await open()
    await app.send({ type: 'provider.choose', provider: 'PAYONEX' }, { type: 'qr.found', provider: 'FP' })
    expect(app.now().context.provider).toBe('PAYONEX')
    await app.answer('lookup.deposit', ways)
    await app.send({ type: 'qr.found', provider: 'KBANK' })
    expect(app.now().context.provider).toBe('PAYONEX')
  })

  test('keeps the provider for which the player is typing an amount, even if another provider has an open code (R109, R353)', async () => {
    const app = await open()
    await app.send({ type: 'qr.typed', provider: 'KBANK' }, { type: 'qr.found', provider: 'FP' })
    expect(app.now().context.provider).toBe('KBANK')
  })

  test('lets the player choose a deposit method (R3)', async () => {
    const app = await open()
    for (const tab of ['bank', 'gift', 'qr'] as const) {
      await app.send({ type: 'tab.choose', tab })
      expect(app.now().context.tab).toBe(tab)
    }
  })
})

describe('an event from a QR code tab', () => {
  test.each(QR_PROVIDERS)(
    'makes the other four providers reload when a code is created with %s (R219, D-15)',
    async (provider) => {
      const app = await open()
      await app.send({ type: 'qr.created', provider })
      const reloads = app.told().filter((line) => line.endsWith('qr.reload'))
      expect(reloads).toEqual(QR_PROVIDERS.filter((other) => other !== provider).map((other) => `${other} qr.reload`))
    },
  )

  test('reloads the visible provider immediately when a code is created in another tab (R219, R213)', async () => {
    let answer = (_: QrCode) => {}
    const qrDeposit = qrDepositMachine.provide({
      actors: {
        'qr.get': fromPromise(async () => noCode),
        'qr.create': fromPromise(() => new Promise<QrCode>((resolve) => (answer = resolve))),
        qrCode: listeningChild().logic as never,
      },
    })
    const app = await start(deposit, ends().input, { keep: { qrDeposit } })
    const { KBANK, WW } = app.now().context.qr
    KBANK.send({ type: 'amount.type', text: '100' })
    KBANK.send({ type: 'qr.create' })
    expect(KBANK.getSnapshot().matches('creating')).toBe(true)
    await app.send({ type: 'provider.choose', provider: 'WW' })
    expect(WW.getSnapshot().matches('empty')).toBe(true)
    answer(code)
    await app.pass(0)
    await app.pass(0)
    expect(KBANK.getSnapshot().matches('shown')).toBe(true)
    expect(WW.getSnapshot().matches('empty')).toBe(true)
  })

  test('reloads the wallet when money may have moved', async () => {
    const app = await open()
    await app.send({ type: 'qr.moneyMoved' })
    expect(app.wallet).toEqual([{ type: 'wallet.read' }])
  })

  test('refreshes the balance when the player requests a refresh (R218)', async () => {
    const app = await open()
    await app.send({ type: 'qr.refreshAsked' })
    expect(app.wallet).toEqual([{ type: 'wallet.refresh' }])
    expect(app.now().status).toBe('active')
  })
})

describe('the deposit dialog', () => {
  test('closes with a message and a balance refresh when the player presses "I have paid" (R218)', async () => {
    const app = await open()
    await app.answer('lookup.deposit', ways)
    await app.send({ type: 'qr.paidClaimed' })
    expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'wait', text: 'qr.done' }])
    expect(app.wallet).toEqual([{ type: 'wallet.refresh' }])
    expect(app.now()).toMatchObject({ value: 'closed', status: 'done' })
  })

  test('closes when the player presses "I have paid", even while the deposit methods are loading (R218)', async () => {
    const app = await open()
    await app.send({ type: 'qr.paidClaimed' })
    expect(app.now()).toMatchObject({ value: 'closed', status: 'done' })
  })

  test('closes without a message once the player has seen the payment (R218)', async () => {
    const app = await open()
    await app.send({ type: 'qr.closeAsked' })
    expect(app.now()).toMatchObject({ value: 'closed', status: 'done' })
    expect(app.toasts).toEqual([])
  })

  test('stays open when a code is cancelled, and a toast reports the cancellation (R217)', async () => {
    const app = await open()
    await app.send({ type: 'qr.cancelled' })
    expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'good', text: 'qr.cancelled' }])
    expect(app.now().status).toBe('active')
  })

  test('stays open when a picture cannot be saved, and a toast reports the failure', async () => {
    const app = await open()
    await app.send({ type: 'qr.saveFailed' })
    expect(app.toasts).toEqual([{ type: 'toast.show', tone: 'bad', text: 'qr.saveFailed' }])
    expect(app.now().status).toBe('active')
  })
})
