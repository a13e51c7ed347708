import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { cardState } from '#contract/bonus.ts'
import { toSatang } from '#contract/money.ts'
import { readable } from '#contract/rows.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { bonusLogic, pendingBonus } from '#src/actors/bonus.ts'
import { wire } from '#src/api/request.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { promotionForm } from '#tests/kit/promotion-form.ts'
import { type Backend, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const { wallet: START } = DEMO.member
let backend: Backend
let token: string
let member: ReturnType<typeof memberAt>
let actor: Actor<typeof bonusLogic>

/** Waits until nothing is pending, or the outcome is unknown. */
const settled = () =>
  waitFor(
    actor,
    (s) => !s.hasTag('busy') && (!s.children.attempt || s.children.attempt.getSnapshot().matches('unknown')),
  )
function open() {
  actor = createActor(bonusLogic, { input: { wallet: member.wallet, ...pendingBonus() } }).start()
  return settled()
}
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  token = await backend.login()
  member = memberAt(backend, token)
  await open()
})
afterEach(async () => {
  actor.stop()
  member.leave()
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

type Event = Parameters<typeof actor.send>[0]
const send = (...events: Event[]) => {
  for (const event of events) actor.send(event)
  return settled()
}
const take = (code: string) => send({ type: 'bonus.open', code }, { type: 'bonus.take' })
const end = () => send({ type: 'bonus.end' }, { type: 'bonus.confirm' })
const gotIt = () => send({ type: 'bonus.gotIt' })
const check = () => {
  actor.getSnapshot().children.attempt?.send({ type: 'attempt.check' })
  return settled()
}
/** The page's data: each card's state, and the active bonus. */
function seen() {
  const { reading } = actor.getSnapshot().context
  if (!reading) throw new Error('nothing was read')
  const cards = Object.fromEntries(
    readable(reading.bonuses).map((bonus) => [bonus.code, cardState(bonus, reading.now)]),
  )
  return { cards, active: reading.active }
}
const left = async () => (await backend.money(token))[WALLET]
const shown = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.wallet.amount

const CARDS = { WELCOME: 'full', DAILY: 'open', WEEKLY: 'blocked', FIRST: 'blocked' }

test('the bonus page loads the bonuses and the notice, and shows that no bonus is active (R133, R154, R172, R363, R365)', () => {
  expect(seen()).toMatchObject({ cards: CARDS, active: { status: false } })
  expect(actor.getSnapshot().context.reading?.notice).toContain('percentFail')
})

test('a claimed bonus is credited to the main wallet, becomes active, and shows its turnover (R232, R364, R411, D-16)', async () => {
  expect((await take('DAILY')).value).toBe('taken')
  expect([await left(), await shown()]).toEqual([START + 20, toSatang(START + 20)])
  await gotIt()
  const active = {
    status: true,
    type: 'day',
    name: 'โบนัสประจำวัน',
    remaining: 2000,
    turnover: 2000,
    percentFail: 50,
    takesBack: 2000,
  }
  expect(seen()).toEqual({ cards: { ...CARDS, DAILY: 'current' }, active })
})

test('a bonus already claimed in another tab is refused without moving money, then shown as active (R411, R449)', async () => {
  await backend.call('bonus.activate', { code: 'DAILY' }, { token })
  const { value, context } = await take('DAILY')
  expect([value, context.failure?.code, await left()]).toEqual(['refused', 'BONUS_ALREADY_ACTIVE', START + 20])
  await gotIt()
  expect(seen()).toMatchObject({ cards: { ...CARDS, DAILY: 'current' }, active: { status: true } })
})

test('ending the bonus empties the games and takes back the bonus amount, but the bonus cannot be claimed again that day (R24, R230, R367)', async () => {
  await take('DAILY')
  await gotIt()
  const { value, context } = await end()
  expect([value, context.message]).toEqual(['ended', 'BONUS_CLEAR'])
  expect(await backend.money(token)).toMatchObject({ [WALLET]: START, pg: 0, ufabet: 0 })
  await gotIt()
  expect(seen()).toMatchObject({ cards: { ...CARDS, DAILY: 'full' }, active: { status: false } })
})

describe('if the reply is lost after the change was made', () => {
  /** Asserts that no failure is reported, and that a check with the same key finds that the change was made. */
  async function expectOnce(state: 'taken' | 'ended', money: number) {
    expect([actor.getSnapshot().value, await shown()]).toEqual([
      state === 'taken' ? 'claiming' : 'ending',
      toSatang(money),
    ])
    expect((await check()).value).toBe(state)
    const [last, before] = member.changes().reverse()
    expect([before, await left()]).toEqual([last, money])
  }

  test('a check finds that the bonus was claimed once', async () => {
    loseReply()
    await take('DAILY')
    await expectOnce('taken', START + 20)
  })

  test('a reload checks automatically with the same key, and the bonus is claimed once', async () => {
    loseReply()
    await take('DAILY')
    actor.stop()
    expect((await open()).value).toBe('taken')
    expect([new Set(member.changes().map(({ key }) => key)).size, await left()]).toEqual([1, START + 20])
    expect(pendingBonus()).toEqual({ pending: null, pendingCode: null })
  })

  test('a check finds that the bonus was ended once', async () => {
    await take('DAILY')
    await gotIt()
    loseReply()
    await end()
    await expectOnce('ended', START)
  })
})

test('the bonus page shows only a retry button if the bonuses cannot be loaded (R407)', async () => {
  actor.stop()
  vi.spyOn(wire, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect((await open()).value).toBe('failed')
  expect((await send({ type: 'bonus.retry' })).value).toBe('shown')
})

describe('a promotion code', () => {
  const form = () => actor.getSnapshot().context.promotion
  const { done, find, receive } = promotionForm(form)
  const understood = () => {
    form().send({ type: 'promotion.gotIt' })
    return settled()
  }

  test('credits the main wallet and becomes active when claimed, even if typed in lower case (R132, R174, R281, R368, R369, R412)', async () => {
    const { value, context } = await find(' lucky50 ')
    expect([value, context.promotion?.percentFail]).toEqual(['found', 50])
    expect((await receive()).value).toBe('received')
    expect([await left(), await shown()]).toEqual([START + 50, toSatang(START + 50)])
    await understood()
    expect(seen().active).toMatchObject({ status: true, type: 'promotion', remaining: 5_000 })
  })

  test('is reported as unknown if there is no such promotion (R283)', async () => {
    expect((await find('NOTHING')).value).toBe('missing')
  })

  test('is refused if it was claimed before, but another code can still be claimed (R412)', async () => {
    await find('LUCKY50')
    await receive()
    await understood()
    await end()
    await gotIt()
    await find('LUCKY50')
    const { value, context } = await receive()
    expect([value, context.failure?.code, await left()]).toEqual(['refused', 'PROMOTION_RECEIVED', START])
    await understood()
    await find('KRAPAO100')
    expect([(await receive()).value, await left()]).toEqual(['received', START + 100])
  })

  test('is shown as claimed when the player checks again after a lost reply', async () => {
    await find('LUCKY50')
    loseReply()
    expect([(await receive()).value, await shown()]).toEqual(['receiving', toSatang(START + 50)])
    form().getSnapshot().children.attempt?.send({ type: 'attempt.check' })
    expect((await done()).value).toBe('received')
    const [first, ...more] = member.changes()
    expect([more, await left()]).toEqual([[first], START + 50])
  })
})
