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

describe('a provider’s tab', () => {
  test('reloads the amount form the next time it is shown after a code is created with another provider (R219)', async () => {
    const app = await open()
    await app.answer('qr.get', noCode)
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(1)
    await app.send({ type: 'tab.shown' })
    expect(app.asked('qr.get')).toHaveLength(2)
  })

  test('restarts a pending request when a code is created with another provider, and ignores the outdated reply (R219)', async () => {
    const app = await open()
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(2)
    await app.answer('qr.get', noCode)
    expect(app.now().hasTag('amount')).toBe(true)
  })

  test('retries a failed request the next time it is shown after a code is created with another provider (R219)', async () => {
    const app = await open()
    await app.fail('qr.get', noAnswer)
    await app.send({ type: 'qr.reload' })
    expect(app.asked('qr.get')).toHaveLength(1)
    await app.send({ type: 'tab.shown' })
    expect(app.asked('qr.get')).toHaveLength(2)
  })

  test('forwards the reload to its open code when a code is created with another provider (R219)', async () => {
    const shown = listeningChild<{ provider: QrProvider }>()
    const owner = listener().ref as never
    const app = await start(qrDeposit, { provider: 'WW', rule: QR_RULES.WW, owner }, { keep: { qrCode: shown.logic } })
    await app.send({ type: 'tab.shown' })
    await app.answer('qr.get', code)
    await app.send({ type: 'qr.reload' })
    expect(shown.heard.map(({ event }) => event.type)).toEqual(['qr.reload'])
  })

  test.each(QR_PROVIDERS)(
    'shows an empty amount form, without reloading, once its own code is closed: %s (R217)',
    async (provider) => {
      const app = await open(provider)
      await app.answer('qr.get', code)
      await app.answer('qrCode', 'empty')
      expect(app.now().hasTag('amount')).toBe(true)
      expect(app.now().context).toMatchObject({ code: null, text: '' })
      expect([app.asked('qr.get').length, app.asked('qr.create')]).toEqual([1, []])
    },
  )

  test('reloads its own code if that code may be out of date (R219)', async () => {
    const app = await open()
    await app.answer('qr.get', code)
    await app.answer('qrCode', 'reread')
    expect(app.asked('qr.get')).toHaveLength(2)
    expect(app.now().context.code).toBeNull()
  })
})
