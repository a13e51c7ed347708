import { describe, expect, test } from 'vitest'
import { QR_PROVIDERS, QR_RULES, type QrProvider } from '#contract/qr.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { code, noCode } from '#tests/kit/samples/qr.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import qrDeposit from './qr-deposit.model.ts'

async function open(provider: QrProvider = 'WW') {
  const it = await start(qrDeposit, { provider, rule: QR_RULES[provider], owner: listener().ref as never })
  await it.send({ type: 'tab.shown' })
  return it
}

describe('a code created elsewhere', () => {
  test('the amount form reloads when the tab opens (R219)', async () => {
    const it = await open()
    await it.answer('qr.get', noCode)
    await it.send({ type: 'qr.reload' })
    expect(it.asked('qr.get')).toHaveLength(1)
    await it.send({ type: 'tab.shown' })
    expect(it.asked('qr.get')).toHaveLength(2)
  })

  test('a pending reading restarts, so that no old answer counts (R219)', async () => {
    const it = await open()
    await it.send({ type: 'qr.reload' })
    expect(it.asked('qr.get')).toHaveLength(2)
    await it.answer('qr.get', noCode)
    expect(it.now().hasTag('amount')).toBe(true)
  })

  test('a failed reading is repeated when the tab opens (R219)', async () => {
    const it = await open()
    await it.fail('qr.get', noAnswer)
    await it.send({ type: 'qr.reload' })
    expect(it.asked('qr.get')).toHaveLength(1)
    await it.send({ type: 'tab.shown' })
    expect(it.asked('qr.get')).toHaveLength(2)
  })

  test('an open code is notified (R219)', async () => {
    const shown = listeningChild<{ provider: QrProvider }>()
    const owner = listener().ref as never
    const it = await start(qrDeposit, { provider: 'WW', rule: QR_RULES.WW, owner }, { keep: { qrCode: shown.logic } })
    await it.send({ type: 'tab.shown' })
    await it.answer('qr.get', code)
    await it.send({ type: 'qr.reload' })
    expect(shown.heard.map(({ event }) => event.type)).toEqual(['qr.reload'])
  })

  test.each(QR_PROVIDERS)('%s: when the code is finished, the amount is empty again (R217)', async (provider) => {
    const it = await open(provider)
    await it.answer('qr.get', code)
    await it.answer('qrCode', 'empty')
    expect(it.now().hasTag('amount')).toBe(true)
    expect(it.now().context).toMatchObject({ code: null, text: '' })
    expect([it.asked('qr.get').length, it.asked('qr.create')]).toEqual([1, []])
  })

  test('when it may be out of date, it is read from the server (R219)', async () => {
    const it = await open()
    await it.answer('qr.get', code)
    await it.answer('qrCode', 'reread')
    expect(it.asked('qr.get')).toHaveLength(2)
    expect(it.now().context.code).toBeNull()
  })
})
