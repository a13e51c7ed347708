import { describe, expect, test } from 'vitest'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { code, DEADLINE, noCode, START } from '#tests/kit/samples/qr.ts'
import { listener, start } from '#tests/kit/start.ts'
import qrCode from './qr-code.model.ts'

const paid = { hasQrcode: false, paid: { qrcodeId: 'q1', amount: 9_975 } }
const paidOther = { hasQrcode: false, paid: { qrcodeId: 'q0', amount: 5_000 } }

async function open(expireIn: string | number | undefined = code.expireIn) {
  const owner = listener()
  const it = await start(qrCode, { provider: 'WW', code: { ...code, expireIn }, owner: owner.ref as never })
  const tick = (now: number) => it.send({ type: 'clock.tick', now })
  const looked = async (reply: unknown) => {
    await it.pass(4_000)
    await it.answer('qr.get', reply)
  }
  return { ...it, heard: owner.heard, tick, looked }
}
async function expired() {
  const it = await open()
  await it.tick(DEADLINE)
  return it
}

describe('the countdown', () => {
  test('keeps each tick, and the time of expiry (R215, R525)', async () => {
    const it = await open()
    await it.tick(START)
    expect(it.now().context).toMatchObject({ now: START, deadline: DEADLINE })
    await it.tick(START + 1_000)
    expect(it.now().context).toMatchObject({ now: START + 1_000, deadline: DEADLINE })
  })

  test('shows the code until the last moment, and removes it at 00:00 (R215, R216)', async () => {
    const it = await open()
    await it.tick(DEADLINE - 1)
    expect(it.now().hasTag('code')).toBe(true)
    await it.tick(DEADLINE)
    expect(it.now().hasTag('code')).toBe(false)
    expect(it.now().matches('expired')).toBe(true)
  })

  test('also behind the confirmation, and after the page was suspended (R216)', async () => {
    const it = await open()
    await it.send({ type: 'qr.cancel' })
    await it.tick(DEADLINE + 3_600_000)
    expect(it.now().matches('expired')).toBe(true)
    expect(it.waits('qr.remove')).toBe(false)
  })

  test.each([900, '900'])('%j seconds from now count from the first tick (R215, D-13)', async (expireIn) => {
    const it = await open(expireIn)
    await it.tick(START)
    await it.tick(START + 899_999)
    expect(it.now().hasTag('code')).toBe(true)
    await it.tick(START + 900_000)
    expect(it.now().matches('expired')).toBe(true)
  })

  test('a code without an expiry is never close to it: if it disappears unpaid it was closed elsewhere (D-13, R218)', async () => {
    const it = await open('soon')
    await it.tick(START)
    await it.looked(noCode)
    expect(it.now().value).toBe('ended')
  })

  test('a code without an expiry stays (D-13)', async () => {
    const it = await start(qrCode, {
      provider: 'WW',
      code: { ...code, expireIn: 'soon' },
      owner: listener().ref as never,
    })
    await it.send({ type: 'clock.tick', now: START })
    await it.send({ type: 'clock.tick', now: START + 1e10 })
    expect(it.now().hasTag('code')).toBe(true)
    expect(it.now().context.deadline).toBeNull()
  })

  test('after expiry checks once more whether it was paid in time (R216)', async () => {
    const it = await expired()
    expect(it.asked('qr.get')).toEqual([{ provider: 'WW' }])
    await it.answer('qr.get', paid)
    expect(it.now().matches('received')).toBe(true)
    expect(it.now().context.paid).toBe(9_975)
  })

  test.each([noCode, paidOther, code])('unpaid: a new code can be created (%o) (R216)', async (reply) => {
    const it = await expired()
    await it.answer('qr.get', reply)
    expect(it.now().matches({ expired: 'unpaid' })).toBe(true)
    await it.send({ type: 'qr.again' })
    expect(it.now().output).toBe('empty')
  })

  test('a player who has paid can check again, which refreshes the games (R216)', async () => {
    const it = await expired()
    await it.fail('qr.get', noAnswer)
    expect(it.now().matches({ expired: 'unpaid' })).toBe(true)
    await it.send({ type: 'qr.refresh' })
    expect(it.heard).toEqual([{ type: 'qr.refreshAsked' }])
    await it.answer('qr.get', paid)
    expect(it.now().matches('received')).toBe(true)
  })
})

describe('watching for the money', () => {
  test('checks every 4 s in the background', async () => {
    const it = await open()
    await it.pass(3_999)
    expect(it.fakes.calls).toEqual([])
    await it.pass(1)
    expect(it.asked('qr.get')).toEqual([{ provider: 'WW' }])
    expect(it.now().hasTag('busy')).toBe(false)
    await it.answer('qr.get', code)
    await it.looked(code)
    await it.pass(4_000)
    await it.fail('qr.get', noAnswer)
    await it.pass(4_000)
    expect(it.asked('qr.get')).toHaveLength(4)
    expect(it.now().hasTag('code')).toBe(true)
  })

  test('paid: shows the amount, notifies the owner, and closes when the player dismisses it (R218)', async () => {
    const it = await open()
    await it.looked(paid)
    expect(it.now().matches('received')).toBe(true)
    expect(it.now().context).toMatchObject({ paid: 9_975, isHeld: false })
    expect(it.heard).toEqual([{ type: 'qr.moneyMoved' }])
    await it.send({ type: 'qr.close' })
    expect(it.heard.slice(1)).toEqual([{ type: 'qr.closeAsked' }])
    await it.send({ type: 'qr.again' })
    expect(it.now().output).toBe('empty')
  })

  test('paid beyond a limit of deposits: the money waits (R588)', async () => {
    const it = await open()
    await it.looked({ ...paid, paid: { ...paid.paid, isHeld: true } })
    expect(it.now().context.isHeld).toBe(true)
  })

  test.each([
    [3_000, 'ended'],
    [2_999, 'expired'],
    [1, 'expired'],
  ])('no open code and no payment, %i ms before its expiry: %s (R216, D-15)', async (left, state) => {
    const it = await open()
    await it.tick(DEADLINE - left)
    await it.looked(noCode)
    expect(it.now().matches(state as 'ended')).toBe(true)
    expect(it.heard).toEqual(state === 'ended' ? [{ type: 'qr.moneyMoved' }] : [])
    if (state === 'expired') expect(it.now().matches({ expired: 'unpaid' })).toBe(true)
  })

  test('near the expiry a paid or open code is reported as before (R216, R218)', async () => {
    const it = await open()
    await it.tick(DEADLINE - 1)
    await it.looked(code)
    expect(it.now().hasTag('code')).toBe(true)
    await it.looked(paid)
    expect(it.now().matches('received')).toBe(true)
  })

  test.each([noCode, paidOther, { ...code, qrcodeId: 'q2' }])('closed elsewhere: %o (D-15)', async (reply) => {
    const it = await open()
    await it.looked(reply)
    expect(it.now().matches('ended')).toBe(true)
    expect(it.now().hasTag('code')).toBe(false)
    expect(it.heard).toEqual([{ type: 'qr.moneyMoved' }])
    await it.send({ type: 'qr.refresh' }, { type: 'qr.again' })
    expect(it.heard.slice(1)).toEqual([{ type: 'qr.refreshAsked' }])
    expect(it.now().output).toBe('empty')
  })
})

test.each(['live', 'confirming', 'expired', 'ended', 'received'])(
  'a code created elsewhere: re-reads (%s) (R219)',
  async (at) => {
    const it = at === 'expired' ? await expired() : await open()
    if (at === 'confirming') await it.send({ type: 'qr.cancel' })
    if (at === 'ended') await it.looked(noCode)
    if (at === 'received') await it.looked(paid)
    await it.send({ type: 'qr.reload' })
    expect(it.now().output).toBe('reread')
  },
)
