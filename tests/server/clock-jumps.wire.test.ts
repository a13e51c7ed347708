import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { NotSent } from '#server/core/api-error.ts'
import { createGateways } from '#server/core/gateways.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { qrcodes, slips } from '#server/core/schema/deposits.ts'
import { operations } from '#server/core/schema/operations.ts'
import { limits } from '#server/core/schema/site.ts'
import { closedWorld, type Found } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { audit } from '#server/domain/audit.ts'
import { reconcile } from '#server/domain/reconciler.ts'
import { kinds } from '#server/handlers/kinds.ts'
import { guestOf } from '#tests/kit/chat.ts'
import { logged } from '#tests/kit/logged.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, expectSound, NEWCOMER, startBackend } from '#tests/kit/server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PHONE = NEWCOMER.username
const START = DEMO.member.wallet

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend({ callLimit: 500 })
  token = await backend.login(DEMO.member.username, true)
})

const transfer = (key: string) =>
  backend.call('wallet.transfer', { from: WALLET, to: 'pg', amount: 100 }, { token, key })
const reconcileNow = () => {
  const { db, now, world } = backend
  return reconcile({ db, gateways: createGateways(world), kinds, now, unfinished: new Map() })
}
/** Replaces this process's clock, but not its timers, until the test ends. */
function fakeClock() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe.each([
  ['ahead', DAY],
  ['back', -DAY],
])('when the clock is set %s by a day', (_, jump) => {
  it('the server sends a code to a phone that had reached the limit for codes or was blocked', async () => {
    for (let sent = 0; sent < 5; sent++) {
      await backend.code(PHONE)
      backend.pass(MINUTE)
    }
    backend.pass(jump)
    const { otpToken, wrong } = await backend.code(PHONE)
    for (let tried = 0; tried < 5; tried++) await backend.call('otp.verify', { otpToken, otpCode: wrong })
    backend.pass(jump)
    await backend.verify(PHONE)
  })

  it('the server rejects earlier codes, and no longer treats the phone as verified', async () => {
    const { otpToken, otpCode } = await backend.code(PHONE)
    backend.pass(jump)
    expect((await backend.call('otp.verify', { otpToken, otpCode })).body.code).toBe('OTP_EXPIRED')
    await backend.verify(PHONE)
    backend.pass(jump)
    expect((await backend.call('otp.send', { phoneNumber: PHONE })).body).toHaveProperty('otpToken')
  })

  it('the server accepts slips, chat files and promotion codes from a member who had reached the limits', async () => {
    const slip = () => backend.call('wallet.slip', { file: pngSlip() }, { token })
    const upload = () => backend.call('chat.uploadImage', { file: pngSlip() }, { token })
    const find = () => backend.call('promotion.find', { code: 'KRAPAO100' }, { token })
    await backend.db.delete(slips)
    for (let sent = 0; sent < 20; sent++) await slip()
    await upload()
    await backend.db.update(chatFiles).set({ size: 200 * 1024 * 1024 })
    await backend.call('promotion.find', { code: 'GUESS' }, { token })
    await backend.db.update(limits).set({ count: 30 })
    for (const act of [slip, upload, find]) expect((await act()).status).toBe(429)
    backend.pass(jump)
    for (const act of [slip, upload, find]) expect((await act()).status).toBe(200)
  })

  it('the server creates a payable QR code, and books exactly one deposit for it and one for the previous code', async () => {
    const create = async () =>
      String((await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })).body.qrcodeId)
    const first = await create()
    backend.pass(jump)
    const second = await create()
    const shown = await backend.call('qr.get', { provider: 'KBANK' }, { token })
    expect(shown.body).toMatchObject({ hasQrcode: true, qrcodeId: second })
    expect(Date.parse(String(shown.body.expireIn))).toBe(backend.now() + 15 * MINUTE)
    for (const paid of [first, first, second, second]) await backend.pay(paid, { reference: paid })
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START + 200 })
    expect((await backend.db.select().from(qrcodes)).filter(({ status }) => status === 'open')).toEqual([])
    await expectSound(backend.db)
  })

  it('a remembered member stays signed in', async () => {
    backend.pass(jump)
    expect((await backend.call('wallet.get', {}, { token })).status).toBe(200)
  })

  it('the server still replies within its time limit if the provider cannot report the outcome', async () => {
    logged()
    fakeClock()
    const cannotSay = async (): Promise<Found> => {
      vi.setSystemTime(Date.now() + jump)
      vi.advanceTimersByTime(600)
      return { state: 'unknown' }
    }
    const moveIntoGame = () => Promise.reject(new Error('no answer'))
    Object.assign(backend.world, { moveIntoGame, find: cannotSay })
    const answering = transfer('once')
    const ticking = setInterval(() => vi.advanceTimersByTime(100), 10)
    onTestFinished(() => clearInterval(ticking))
    expect((await answering).body.code).toBe('OUTCOME_PENDING')
  })

  it('the server calls a failing provider again after a pause of ten seconds', async () => {
    logged()
    fakeClock()
    let asked = 0
    const sendSms = async () => {
      asked += 1
      throw new Error('down')
    }
    const { send } = createGateways({ ...closedWorld, sendSms })
    const order = () => send({ call: 'sendSms', input: { phone: PHONE, text: '' } }, 'request').catch((error) => error)
    for (let sent = 0; sent < 10; sent++) await order()
    expect(asked).toBe(10)
    vi.setSystemTime(Date.now() + jump)
    expect(await order()).toBeInstanceOf(NotSent)
    vi.advanceTimersByTime(10_000)
    await order()
    expect(asked).toBe(11)
  })

  it('the server accepts calls from a rate-limited caller again only after a minute', async () => {
    fakeClock()
    const { guestId, sent } = await guestOf(backend)
    const read = () => backend.call('chat.read', { guestId, upTo: 'none' }, sent)
    for (let count = 0; count < 120; count++) await read()
    vi.setSystemTime(Date.now() + jump)
    expect((await read()).status).toBe(429)
    vi.advanceTimersByTime(MINUTE)
    expect((await read()).status).toBe(200)
  })
})

describe('when the database clock jumps', () => {
  /** Shifts `nextAt` as if the database clock had been set forward by `ms`. */
  const moveDatabase = (ms: number) =>
    backend.db.update(operations).set({ nextAt: sql`${operations.nextAt} - ${ms} * interval '1 millisecond'` })
  let moved: number
  let answer: PromiseWithResolvers<void>
  beforeEach(() => {
    moved = 0
    answer = Promise.withResolvers()
    const moveIntoGame = async () => {
      moved += 1
      await answer.promise
    }
    const find = async (): Promise<Found> => ({ state: moved > 0 ? 'done' : 'never' })
    Object.assign(backend.world, { moveIntoGame, find })
  })

  it.each([
    ['ahead', DAY],
    ['back', -DAY],
  ])('%s by a day, the next reconciler pass settles an open operation, and only once', async (_, jump) => {
    const answering = transfer('once')
    await vi.waitFor(() => expect(moved).toBe(1))
    await moveDatabase(jump)
    expect(await reconcileNow()).toBe(1)
    expect(await reconcileNow()).toBe(0)
    answer.resolve()
    expect(await answering).toEqual({ status: 200, body: {} })
    expect(moved).toBe(1)
    expect(await backend.money(token)).toMatchObject({ [WALLET]: START - 100, pg: DEMO.member.games.pg + 100 })
    expect(await audit(backend.db)).toEqual([])
  })
})
