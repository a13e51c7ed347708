import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { code, DEADLINE } from '#tests/kit/samples/qr.ts'
import { listener, start } from '#tests/kit/start.ts'
import qrCode from './qr-code.model.ts'

const paid = { hasQrcode: false, paid: { qrcodeId: 'q1', amount: 9_975 } }

async function open() {
  const owner = listener()
  const input = { provider: 'WW', code, owner: owner.ref as never } as const
  const app = await start(qrCode, input, { actions: ['savePicture'] })
  return { ...app, heard: owner.heard }
}
const cancelling = async () => {
  const app = await open()
  await app.send({ type: 'qr.cancel' }, { type: 'cancel.confirm' })
  return app
}

describe("the player's actions on an open QR code", () => {
  test('"I have paid" notifies the owner (R218)', async () => {
    const app = await open()
    await app.send({ type: 'qr.transferred' })
    expect(app.heard).toEqual([{ type: 'qr.paidClaimed' }])
    expect(app.fakes.calls).toEqual([])
  })

  test('"save" saves the QR code as an image', async () => {
    const app = await open()
    await app.send({ type: 'qr.save' })
    expect(app.done).toEqual(['savePicture'])
  })

  test('cancelling asks for confirmation, then deletes the code with an idempotency key (R217, R355, D-14)', async () => {
    const app = await open()
    await app.send({ type: 'qr.cancel' })
    expect(app.fakes.calls).toEqual([])
    await app.send({ type: 'cancel.confirm' })
    expect(app.asked('qr.remove')).toEqual([
      { provider: 'WW', qrcodeId: 'q1', key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    expect(app.now().hasTag('busy')).toBe(true)
    expect(app.heard).toEqual([])
    await app.answer('qr.remove', {})
    expect(app.now().output).toBe('empty')
    expect(app.heard).toEqual([{ type: 'qr.cancelled' }])
  })

  test('keeping the code sends no request (R217)', async () => {
    const app = await open()
    await app.send({ type: 'qr.cancel' }, { type: 'cancel.keep' })
    await app.send({ type: 'cancel.confirm' })
    expect(app.asked('qr.remove')).toEqual([])
    expect(app.now().hasTag('code')).toBe(true)
  })

  test('a refused cancellation shows the reason and triggers a check for a payment (R217)', async () => {
    const app = await cancelling()
    await app.fail('qr.remove', refused('QR_FAIL'))
    expect(app.now().context.failure?.code).toBe('QR_FAIL')
    expect(app.now().hasTag('code')).toBe(true)
    await app.answer('qr.get', paid)
    expect(app.now().matches('received')).toBe(true)
  })

  test('a second cancellation uses a new idempotency key and clears the earlier refusal (R217)', async () => {
    const app = await cancelling()
    await app.fail('qr.remove', refused('QR_FAIL'))
    await app.answer('qr.get', code)
    await app.send({ type: 'qr.cancel' }, { type: 'cancel.confirm' })
    const [first, second] = app.asked('qr.remove') as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
    expect(app.now().context.failure).toBeNull()
  })

  test('a cancellation without a reply reloads the code from the server', async () => {
    const app = await cancelling()
    await app.fail('qr.remove', noAnswer)
    expect(app.now().output).toBe('reread')
    expect(app.heard).not.toContainEqual({ type: 'qr.cancelled' })
  })

  test('other events are ignored while a cancellation is pending', async () => {
    const app = await cancelling()
    await app.send({ type: 'clock.tick', now: DEADLINE })
    await app.send({ type: 'qr.reload' }, { type: 'qr.transferred' }, { type: 'qr.cancel' }, { type: 'cancel.confirm' })
    expect(app.waits('qr.remove')).toBe(true)
    expect(app.asked('qr.remove')).toHaveLength(1)
  })
})
