import { describe, expect, test } from 'vitest'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { code, DEADLINE, noCode, START } from '#tests/kit/samples/qr.ts'
import { listener, start } from '#tests/kit/start.ts'
import qrCode from './qr-code.model.ts'

const paid = { hasQrcode: false, paid: { qrcodeId: 'q1', amount: 9_975 } }
const paidOther = { hasQrcode: false, paid: { qrcodeId: 'q0', amount: 5_000 } }

async function open(expireIn: string | number | undefined = code.expireIn) {
  const owner = listener()
  const app = await start(qrCode, { provider: 'WW', code: { ...code, expireIn }, owner: owner.ref as never })
  const tick = (now: number) => app.send({ type: 'clock.tick', now })
  const looked = async (reply: unknown) => {
    await app.pass(4_000)
    await app.answer('qr.get', reply)
  }
  return { ...app, heard: owner.heard, tick, looked }
}
async function expired() {
  const app = await open()
  await app.tick(DEADLINE)
  return app
}

describe('a code’s countdown', () => {
  test('stores the time of each tick and the expiry time (R215, R525)', async () => {
    const app = await open()
    await app.tick(START)
    expect(app.now().context).toMatchObject({ now: START, deadline: DEADLINE })
    await app.tick(START + 1_000)
    expect(app.now().context).toMatchObject({ now: START + 1_000, deadline: DEADLINE })
  })

  test('keeps the code visible until the last second, and hides it at 00:00 (R215, R216)', async () => {
    const app = await open()
    await app.tick(DEADLINE - 1)
    expect(app.now().hasTag('code')).toBe(true)
    await app.tick(DEADLINE)
    expect(app.now().hasTag('code')).toBe(false)
    expect(app.now().matches('expired')).toBe(true)
  })

  test('ends even if the confirmation dialog is open or the page was suspended (R216)', async () => {
    const app = await open()
    await app.send({ type: 'qr.cancel' })
    await app.tick(DEADLINE + 3_600_000)
    expect(app.now().matches('expired')).toBe(true)
    expect(app.waits('qr.remove')).toBe(false)
  })

  test.each([900, '900'])('starts counting down from %j seconds at the first tick (R215, D-13)', async (expireIn) => {
    const app = await open(expireIn)
    await app.tick(START)
    await app.tick(START + 899_999)
    expect(app.now().hasTag('code')).toBe(true)
    await app.tick(START + 900_000)
    expect(app.now().matches('expired')).toBe(true)
  })

  test('does not run for a code without an expiry, which is reported as closed elsewhere if it disappears unpaid (D-13, R218)', async () => {
    const app = await open('soon')
    await app.tick(START)
    await app.looked(noCode)
    expect(app.now().value).toBe('ended')
  })

  test('never hides a code without an expiry (D-13)', async () => {
    const app = await start(qrCode, {
      provider: 'WW',
      code: { ...code, expireIn: 'soon' },
      owner: listener().ref as never,
    })
    await app.send({ type: 'clock.tick', now: START })
    await app.send({ type: 'clock.tick', now: START + 1e10 })
    expect(app.now().hasTag('code')).toBe(true)
    expect(app.now().context.deadline).toBeNull()
  })

  test('ends with a final check for a payment made in time (R216)', async () => {
    const app = await expired()
    expect(app.asked('qr.get')).toEqual([{ provider: 'WW' }])
    await app.answer('qr.get', paid)
    expect(app.now().matches('received')).toBe(true)
    expect(app.now().context.paid).toBe(9_975)
  })

  test.each([noCode, paidOther, code])(
    'ends with an offer to create a new code if the old one is unpaid (%o) (R216)',
    async (reply) => {
      const app = await expired()
      await app.answer('qr.get', reply)
      expect(app.now().matches({ expired: 'unpaid' })).toBe(true)
      await app.send({ type: 'qr.again' })
      expect(app.now().output).toBe('empty')
    },
  )

  test('ends with an offer to check again and refresh the balance if the final check fails (R216)', async () => {
    const app = await expired()
    await app.fail('qr.get', noAnswer)
    expect(app.now().matches({ expired: 'unpaid' })).toBe(true)
    await app.send({ type: 'qr.refresh' })
    expect(app.heard).toEqual([{ type: 'qr.refreshAsked' }])
    await app.answer('qr.get', paid)
    expect(app.now().matches('received')).toBe(true)
  })
})

describe('polling for the payment', () => {
  test('runs every 4 s in the background', async () => {
    const app = await open()
    await app.pass(3_999)
    expect(app.fakes.calls).toEqual([])
    await app.pass(1)
    expect(app.asked('qr.get')).toEqual([{ provider: 'WW' }])
    expect(app.now().hasTag('busy')).toBe(false)
    await app.answer('qr.get', code)
    await app.looked(code)
    await app.pass(4_000)
    await app.fail('qr.get', noAnswer)
    await app.pass(4_000)
    expect(app.asked('qr.get')).toHaveLength(4)
    expect(app.now().hasTag('code')).toBe(true)
  })

  test('shows the amount received until the player dismisses it, and notifies the owner (R218)', async () => {
    const app = await open()
    await app.looked(paid)
    expect(app.now().matches('received')).toBe(true)
    expect(app.now().context).toMatchObject({ paid: 9_975, isHeld: false })
    expect(app.heard).toEqual([{ type: 'qr.moneyMoved' }])
    await app.send({ type: 'qr.close' })
    expect(app.heard.slice(1)).toEqual([{ type: 'qr.closeAsked' }])
    await app.send({ type: 'qr.again' })
    expect(app.now().output).toBe('empty')
  })

  test('reports a payment that exceeds a deposit limit as held (R588)', async () => {
    const app = await open()
    await app.looked({ ...paid, paid: { ...paid.paid, isHeld: true } })
    expect(app.now().context.isHeld).toBe(true)
  })

  test.each([
    [3_000, 'ended'],
    [2_999, 'expired'],
    [1, 'expired'],
  ])('treats a code that disappears unpaid %i ms before its expiry as %s (R216, D-15)', async (left, state) => {
    const app = await open()
    await app.tick(DEADLINE - left)
    await app.looked(noCode)
    expect(app.now().matches(state as 'ended')).toBe(true)
    expect(app.heard).toEqual(state === 'ended' ? [{ type: 'qr.moneyMoved' }] : [])
    if (state === 'expired') expect(app.now().matches({ expired: 'unpaid' })).toBe(true)
  })

  test('recognises an open or paid code even just before the expiry (R216, R218)', async () => {
    const app = await open()
    await app.tick(DEADLINE - 1)
    await app.looked(code)
    expect(app.now().hasTag('code')).toBe(true)
    await app.looked(paid)
    expect(app.now().matches('received')).toBe(true)
  })

  test.each([noCode, paidOther, { ...code, qrcodeId: 'q2' }])(
    'treats the reply %o as a code closed elsewhere (D-15)',
    async (reply) => {
      const app = await open()
      await app.looked(reply)
      expect(app.now().matches('ended')).toBe(true)
      expect(app.now().hasTag('code')).toBe(false)
      expect(app.heard).toEqual([{ type: 'qr.moneyMoved' }])
      await app.send({ type: 'qr.refresh' }, { type: 'qr.again' })
      expect(app.heard.slice(1)).toEqual([{ type: 'qr.refreshAsked' }])
      expect(app.now().output).toBe('empty')
    },
  )
})

test.each(['live', 'confirming', 'expired', 'ended', 'received'])(
  'a code in the state %s is reloaded when another code is created elsewhere (R219)',
  async (at) => {
    const app = at === 'expired' ? await expired() : await open()
    if (at === 'confirming') await app.send({ type: 'qr.cancel' })
    if (at === 'ended') await app.looked(noCode)
    if (at === 'received') await app.looked(paid)
    await app.send({ type: 'qr.reload' })
    expect(app.now().output).toBe('reread')
  },
)
