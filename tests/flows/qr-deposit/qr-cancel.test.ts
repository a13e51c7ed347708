import { describe, expect, test } from 'vitest'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { code, DEADLINE } from '#tests/kit/samples/qr.ts'
import { listener, start } from '#tests/kit/start.ts'
import qrCode from './qr-code.model.ts'

const paid = { hasQrcode: false, paid: { qrcodeId: 'q1', amount: 9_975 } }

async function open() {
  const owner = listener()
  const input = { provider: 'WW', code, owner: owner.ref as never } as const
  const it = await start(qrCode, input, { actions: ['savePicture'] })
  return { ...it, heard: owner.heard }
}
const cancelling = async () => {
  const it = await open()
  await it.send({ type: 'qr.cancel' }, { type: 'cancel.confirm' })
  return it
}

describe("the player's actions", () => {
  test('"I have paid" notifies the owner (R218)', async () => {
    const it = await open()
    await it.send({ type: 'qr.transferred' })
    expect(it.heard).toEqual([{ type: 'qr.paidClaimed' }])
    expect(it.fakes.calls).toEqual([])
  })

  test('saves the picture', async () => {
    const it = await open()
    await it.send({ type: 'qr.save' })
    expect(it.done).toEqual(['savePicture'])
  })

  test('cancelling asks first, then deletes this code with a key (R217, R355, D-14)', async () => {
    const it = await open()
    await it.send({ type: 'qr.cancel' })
    expect(it.fakes.calls).toEqual([])
    await it.send({ type: 'cancel.confirm' })
    expect(it.asked('qr.remove')).toEqual([
      { provider: 'WW', qrcodeId: 'q1', key: expect.stringMatching(/^[\da-f-]{36}$/) },
    ])
    expect(it.now().hasTag('busy')).toBe(true)
    expect(it.heard).toEqual([])
    await it.answer('qr.remove', {})
    expect(it.now().output).toBe('empty')
    expect(it.heard).toEqual([{ type: 'qr.cancelled' }])
  })

  test('keeping the code deletes nothing (R217)', async () => {
    const it = await open()
    await it.send({ type: 'qr.cancel' }, { type: 'cancel.keep' })
    await it.send({ type: 'cancel.confirm' })
    expect(it.asked('qr.remove')).toEqual([])
    expect(it.now().hasTag('code')).toBe(true)
  })

  test('a refusal shows the reason, and a check finds out whether the code was paid (R217)', async () => {
    const it = await cancelling()
    await it.fail('qr.remove', refused('QR_FAIL'))
    expect(it.now().context.failure?.code).toBe('QR_FAIL')
    expect(it.now().hasTag('code')).toBe(true)
    await it.answer('qr.get', paid)
    expect(it.now().matches('received')).toBe(true)
  })

  test('the next try has its own key and no old reason (R217)', async () => {
    const it = await cancelling()
    await it.fail('qr.remove', refused('QR_FAIL'))
    await it.answer('qr.get', code)
    await it.send({ type: 'qr.cancel' }, { type: 'cancel.confirm' })
    const [first, second] = it.asked('qr.remove') as { key: string }[]
    expect(second?.key).not.toBe(first?.key)
    expect(it.now().context.failure).toBeNull()
  })

  test("without an answer the server's state is read", async () => {
    const it = await cancelling()
    await it.fail('qr.remove', noAnswer)
    expect(it.now().output).toBe('reread')
    expect(it.heard).not.toContainEqual({ type: 'qr.cancelled' })
  })

  test('cancelling ends only by its own answer', async () => {
    const it = await cancelling()
    await it.send({ type: 'clock.tick', now: DEADLINE })
    await it.send({ type: 'qr.reload' }, { type: 'qr.transferred' }, { type: 'qr.cancel' }, { type: 'cancel.confirm' })
    expect(it.waits('qr.remove')).toBe(true)
    expect(it.asked('qr.remove')).toHaveLength(1)
  })
})
