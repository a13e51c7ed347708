import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { cardState } from '#contract/bonus.ts'
import { noticeText } from '#contract/notice.ts'
import { readable } from '#contract/rows.ts'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { isSettled } from '#tests/kit/deposit-at.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { promotionForm } from '#tests/kit/promotion-form.ts'
import { listener } from '#tests/kit/start.ts'

const LIST = 'GET /api/bonus'
const ACTIVE = 'GET /api/bonus/check/active'
const CLEAR = 'GET /api/bonus/clear'
const DAYS = 86_400_000
const WEDNESDAY = Date.parse('2026-01-07T12:00:00+07:00')
const RECEIVE = 'GET /api/promotion/activate/:code'
let plain: ReturnType<typeof playPlainSite>
let wallet: ReturnType<typeof listener>
let actor: Actor<typeof bonusLogic>

const settled = () => waitFor(actor, (s) => isSettled(s) && !s.hasTag('busy'))
function open() {
  actor?.stop()
  actor = createActor(bonusLogic, { input: { wallet: wallet.ref as never, ...pendingBonus() } }).start()
  return settled()
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: WEDNESDAY })
  plain = playPlainSite()
  wallet = listener()
  await plain.signIn()
})
afterEach(() => {
  actor.stop()
  vi.useRealTimers()
})

const member = () => plain.site.named('0812345678')
const send = (...events: Parameters<typeof actor.send>[0][]) => {
  for (const event of events) actor.send(event)
  return settled()
}
const take = (code: string) => send({ type: 'bonus.open', code }, { type: 'bonus.take' })
const card = (code: string) => {
  const { reading } = actor.getSnapshot().context
  const bonus = readable(reading?.bonuses ?? []).find((each) => each.code === code)
  return bonus && reading ? cardState(bonus, reading.now) : undefined
}

/** A bonus, how long ago it was claimed (ms), the expected state of its card, and the requirements. */
const CARDS = [
  ['WELCOME', [], 'open', 'R224'],
  ['WELCOME', [400 * DAYS], 'full', 'R225'],
  ['DAILY', [0], 'full', 'R226, D-36'],
  ['DAILY', [DAYS], 'open', 'R226, D-36'],
  ['WEEKLY', [DAYS, 2 * DAYS], 'full', 'R227'],
  ['WEEKLY', [DAYS, 4 * DAYS], 'open', 'R227'],
] as const

describe('a bonus card on a plain backend', () => {
  it.each(CARDS)('shows %s, claimed %j ms ago, as "%s" (%s)', async (code, ago, state) => {
    if (ago.length > 0)
      member().received.set(
        code,
        ago.map((ms) => new Date(Date.now() - ms).toISOString()),
      )
    await open()
    expect(card(code)).toBe(state)
    const { value } = await send({ type: 'bonus.open', code })
    expect(value).toBe(state === 'open' ? 'details' : 'shown')
  })

  it('does not open the details of a bonus that has reached its limit (R223)', async () => {
    await open()
    await take('DAILY')
    await send({ type: 'bonus.gotIt' })
    await send({ type: 'bonus.end' }, { type: 'bonus.confirm' })
    await send({ type: 'bonus.gotIt' })
    expect(card('DAILY')).toBe('full')
    expect((await send({ type: 'bonus.open', code: 'DAILY' })).value).toBe('shown')
  })

  it("fills the bonus percentage into the operator's notice (D-45)", async () => {
    await open()
    const { reading } = actor.getSnapshot().context
    const [first] = readable(reading?.bonuses ?? [])
    expect(noticeText(reading?.notice ?? '', first?.percentFail ?? 0)).toBe('แพ้นับเทิร์น 50 เปอร์เซ็นต์')
  })

  it('is replaced by a retry button if the bonuses cannot be read (R407, D-48)', async () => {
    await plain.spoil(LIST, 'code:NO_DATA')
    const { value, context } = await open()
    expect(value).toBe('failed')
    expect(context.failure).toBeNull()
    expect((await send({ type: 'bonus.retry' })).value).toBe('shown')
  })
})

describe('claiming a bonus on a plain backend', () => {
  it('reports success, then closes the details and marks the bonus as active (R411)', async () => {
    await open()
    expect((await take('WELCOME')).value).toBe('taken')
    expect((await send({ type: 'bonus.gotIt' })).value).toBe('shown')
    expect(card('WELCOME')).toBe('current')
  })

  it('reports why the server refused the claim (R411)', async () => {
    await open()
    member().held = { code: 'WEEKLY', type: 'week' }
    const { value, context } = await take('WELCOME')
    expect(value).toBe('refused')
    expect(context.failure?.code).toBe('BONUS_ALREADY_ACTIVE')
  })
})

describe('the active bonus on a plain backend', () => {
  beforeEach(async () => {
    await open()
    await take('WELCOME')
    await send({ type: 'bonus.gotIt' })
  })

  it('shows its type and can be ended (R228)', async () => {
    expect(actor.getSnapshot().context.reading?.active).toEqual({ status: true, type: 'limit' })
    expect((await send({ type: 'bonus.end' })).value).toBe('confirming')
  })

  it('can be opened but not claimed again (R231)', async () => {
    expect((await send({ type: 'bonus.open', code: 'WELCOME' })).value).toBe('details')
    expect((await send({ type: 'bonus.take' })).value).toBe('details')
    expect(plain.count('GET /api/bonus/activate/WELCOME')).toBe(1)
  })

  it("ends only after a confirmation, then shows the server's message and reloads all data (R230)", async () => {
    await send({ type: 'bonus.end' })
    expect(plain.count(CLEAR)).toBe(0)
    const { value, context } = await send({ type: 'bonus.confirm' })
    expect(value).toBe('ended')
    expect(context.message).toBe('ยกเลิกโบนัสเรียบร้อยแล้ว')
    expect(wallet.heard.at(-1)?.type).toBe('wallet.read')
    const before = [plain.count(LIST), plain.count(ACTIVE)]
    await send({ type: 'bonus.gotIt' })
    expect([plain.count(LIST), plain.count(ACTIVE)]).toEqual(before.map((count) => count + 1))
    expect(actor.getSnapshot().context.reading?.active.status).toBe(false)
  })

  it('stays active and shows the reason if the server refuses to end it (R414)', async () => {
    await plain.spoil(CLEAR, 'code:BONUS_CONDITION')
    const { value, context } = await send({ type: 'bonus.end' }, { type: 'bonus.confirm' })
    expect(value).toBe('refused')
    expect(context.failure?.code).toBe('BONUS_CONDITION')
    await send({ type: 'bonus.gotIt' })
    expect(card('WELCOME')).toBe('current')
  })
})

describe('a promotion code on a plain backend', () => {
  const form = () => actor.getSnapshot().context.promotion
  const { find, receive } = promotionForm(form)
  beforeEach(open)

  it('stays in the searching state until the server replies (R282)', async () => {
    const found = find('KRAPAO100')
    expect(form().getSnapshot().value).toBe('searching')
    expect((await found).value).toBe('found')
  })

  it('is reported as not found if the server returns nothing (R283)', async () => {
    expect((await find('NOTHING')).value).toBe('missing')
  })

  it('is reported as claimed and becomes active, and the form accepts input again (R412)', async () => {
    await find('KRAPAO100')
    expect((await receive()).value).toBe('received')
    form().send({ type: 'promotion.gotIt' })
    await settled()
    expect(form().getSnapshot().value).toBe('editing')
    expect(actor.getSnapshot().context.reading?.active).toEqual({ status: true, type: 'promotion' })
  })

  it.each(['PROMOTION_RECEIVED', 'โปรโมชั่นนี้หมดแล้ว'])(
    'is refused with the server’s reason: %s (R412)',
    async (message) => {
      await find('KRAPAO100')
      await plain.spoil(RECEIVE, `code:${message}`)
      const { value, context } = await receive()
      expect(value).toBe('refused')
      expect(context.failure?.message).toBe(message)
    },
  )
})
