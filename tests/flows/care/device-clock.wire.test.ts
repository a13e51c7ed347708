import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, createEmptyActor, waitFor } from 'xstate'
import { CARE_PERIODS } from '#contract/care.ts'
import { DAY, HOUR } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { careLogic } from '#src/actors/care.ts'
import { playLimitLogic } from '#src/actors/play-limit.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

/** A member who has not played yet. */
const { username } = DEMO.bonus

describe.each([
  ['ahead', DAY],
  ['behind', -DAY],
])('My play on a device whose clock is a day %s', (_, off) => {
  let backend: Backend
  let member: ReturnType<typeof memberAt>
  let token: string
  beforeEach(async () => {
    backend = await startBackend({ env: { REMEMBERED_DAYS: '60' } })
    fakeWindow()
    token = await backend.login(username, true)
    member = memberAt(backend, token)
    vi.useFakeTimers({ toFake: ['Date'], now: backend.now() + off })
  })
  afterEach(() => {
    member.leave()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  /** Moves the clocks of the server and of the device. */
  const pass = (ms: number) => {
    backend.pass(ms)
    vi.setSystemTime(backend.now() + off)
  }
  /** Opens the page and waits for its data. */
  async function open() {
    const actor = createActor(careLogic).start()
    const { context } = await waitFor(actor, (seen) => !seen.hasTag('busy'))
    return { actor, care: context.care }
  }
  /** Opens the deposit limit for 24 hours and waits for its data. */
  async function openLimit() {
    const actor = createActor(playLimitLogic, { input: { wallet: createEmptyActor() as never } }).start()
    const shown = async () => (await waitFor(actor, (seen) => seen.matches('shown'))).context.found?.periods.day
    const set = (text: string) => {
      actor.send({ type: 'limit.open', kind: 'deposit', period: 'day' })
      actor.send({ type: 'amount.type', text })
      actor.send({ type: 'limit.save' })
      return shown()
    }
    return { set, day: await shown() }
  }

  it('sums up losses since midnight in Bangkok and over the last 7 and 30 days according to the server’s clock (R579)', async () => {
    const lost = async () => {
      const { care } = await open()
      return CARE_PERIODS.map((period) => care?.positions[period].lost)
    }
    const stake = toSatang(100)
    await backend.call('wallet.add', { amount: 100 }, { token })
    await backend.call('wallet.activate', { code: 'pg' }, { token })
    await backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token })
    // it is noon in Bangkok
    expect((await backend.stake('lose', 100, { username })).status).toBe(303)
    pass(12 * HOUR - 1)
    expect(await lost()).toEqual([stake, stake, stake, stake])
    pass(1)
    expect(await lost()).toEqual([0, stake, stake, stake])
    pass(7 * DAY - 12 * HOUR)
    expect(await lost()).toEqual([0, stake, stake, stake])
    pass(1)
    expect(await lost()).toEqual([0, 0, stake, stake])
    // in two steps, because a session expires after 14 days without use
    for (const days of [10, 13]) {
      pass(days * DAY - 1)
      expect(await lost()).toEqual([0, 0, stake, stake])
      pass(1)
    }
    expect(await lost()).toEqual([0, 0, 0, stake])
  })

  it('counts the deposits of the last 24 hours according to the server’s clock (R585)', async () => {
    await backend.call('wallet.add', { amount: 300 }, { token })
    pass(DAY - 1)
    expect((await openLimit()).day?.paidIn).toBe(toSatang(300))
    pass(1)
    expect((await openLimit()).day?.paidIn).toBe(0)
  })

  it('lets a higher limit be confirmed 24 hours later according to the server’s clock (R587)', async () => {
    const { set } = await openLimit()
    await set('500')
    const from = new Date(backend.now() + DAY).toISOString()
    expect((await set('900'))?.wish).toEqual({ amount: toSatang(900), from, isReady: false })
    pass(DAY - 1)
    const early = await openLimit()
    expect(early.day?.wish).toEqual({ amount: toSatang(900), from, isReady: false })
    expect((await early.set('900'))?.amount).toBe(toSatang(500))
    pass(1)
    const { day, set: confirm } = await openLimit()
    expect(day?.wish?.isReady).toBe(true)
    expect(await confirm('900')).toMatchObject({ amount: toSatang(900), wish: null })
  })

  it('shows a break from play until it is over according to the server’s clock (R574)', async () => {
    const { actor } = await open()
    actor.send({ type: 'break.ask', length: 'day' })
    actor.send({ type: 'break.confirm' })
    await waitFor(actor, (seen) => seen.matches('shown') && seen.context.care?.breakUntil !== null)
    const until = new Date(backend.now() + DAY).toISOString()
    pass(DAY - 1)
    expect((await open()).care?.breakUntil).toBe(until)
    pass(1)
    expect((await open()).care?.breakUntil).toBeNull()
  })
})
