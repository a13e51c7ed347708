import { describe, expect, test } from 'vitest'
import { QR_PROVIDERS, QR_RULES, type QrProvider } from '#contract/qr.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { code, noCode } from '#tests/kit/samples/qr.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import qrDeposit from './qr-deposit.model.ts'

async function open(provider: QrProvider = 'WW') {
  const app = await start(qrDeposit, { provider, rule: QR_RULES[provider], owner: listener().ref as never })
  await app.send({ type: 'tab.shown' })
  return app
}

describe('a code created at another provider', () => {
  test('makes the amount form reload when its tab opens (R219)', async () => {
    const app = await open()
    await app.answer('qr.get', noCode)
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(1)
    await app.send({ type: 'tab.shown' })
    expect(app.asked('qr.get')).toHaveLength(2)
  })

  test('restarts a pending request, so that its outdated answer is ignored (R219)', async () => {
    const app = await open()
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(2)
    await app.answer('qr.get', noCode)
    expect(app.now().hasTag('amount')).toBe(true)
  })

  test('makes a form whose request failed reload when its tab opens (R219)', async () => {
    const app = await open()
    await app.fail('qr.get', noAnswer)
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(1)
    await app.send({ type: 'tab.shown' })
    expect(app.asked('qr.get')).toHaveLength(2)
  })

  test('is reported to the open code (R219)', async () => {
    const shown = listeningChild<{ provider: QrProvider }>()
    const owner = listener().ref as never
    const app = await start(qrDeposit, { provider: 'WW', rule: QR_RULES.WW, owner }, { keep: { qrCode: shown.logic } })
    await app.send({ type: 'tab.shown' })
    await app.answer('qr.get', code)
    await app.send({ type: 'qr.reload' })
    expect(shown.heard.map(({ event }) => event.type)).toEqual(['qr.reload'])
  })

  test.each(QR_PROVIDERS)('clears the amount once the form’s own code has ended: %s (R217)', async (provider) => {
    const app = await open(provider)
    await app.answer('qr.get', code)
    await app.answer('qrCode', 'empty')
    expect(app.now().hasTag('amount')).toBe(true)
    expect(app.now().context).toMatchObject({ code: null, text: '' })
    expect([app.asked('qr.get').length, app.asked('qr.create')]).toEqual([1, []])
  })

  test('makes the form reload its own code if that may be out of date (R219)', async () => {
    const app = await open()
    await app.answer('qr.get', code)
    await app.answer('qrCode', 'reread')
    expect(app.asked('qr.get')).toHaveLength(2)
    expect(app.now().context.code).toBeNull()
  })
})
