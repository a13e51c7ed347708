import { beforeEach, expect, it, test } from 'vitest'
import { WALLET } from '#contract/transfer.ts'
import { DEMO } from '#server/demo/seed.ts'
import { type Backend, dump, expectSound, type Sent, startBackend } from '#tests/kit/server.ts'

const { wallet: START } = DEMO.member
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const CALLS = ['refund.receive', 'refund.addWallet'] as const
const receive = (call: (typeof CALLS)[number] = 'refund.receive', sent: Sent = {}) =>
  backend.call(call, {}, { token, ...sent })
const check = async (sent: Sent = {}) => (await backend.call('refund.check', {}, { token, ...sent })).body
const list = async (page = 1, limit = 10) => (await backend.call('refund.list', { page, limit }, { token })).body
const refusal = (status: number, code: string) => ({ status, body: { code, message: code } })
const done = { status: 200, body: { message: 'REFUND_SUCCESS', amount: expect.any(Number) } }
/** Moves the clock to the next midnight in Bangkok, plus `ms`. */
const toMidnight = (ms = 0) => backend.pass(DAY - ((backend.now() + 7 * HOUR) % DAY) + ms)

test('the server returns the available refund with its percentages, and the conditions in the player’s language (R170, R344, D-55)', async () => {
  expect(await check()).toEqual({
    result: true,
    bonus: false,
    info: expect.stringMatching(/^<ul>.*<b>5%<\/b>.*วันละ 1\u00A0ครั้ง/),
    refundAmount: 63,
    refundSuccess: 1,
    refundFail: 5,
  })
  for (const [language, word] of [
    ['LA', 'ຮັບໄດ້ມື້ລະ'],
    ['EN', 'Once a day'],
  ])
    expect(await check({ headers: { Cookie: `lang=${language}` } })).toMatchObject({
      info: expect.stringContaining(word ?? ''),
    })
})

test.each(CALLS)(
  '%s credits the refund, which then appears in the log and the statement (R8, R345, R346, D-21)',
  async (call) => {
    expect(await receive(call)).toEqual(done)
    expect((await backend.money(token))[WALLET]).toBe(START + 63)
    expect((await backend.rows(token, 1))[0]).toMatchObject({
      statementType: 'bonus',
      from: 'REFUND',
      amount: 63,
      refund: { description: 'คืนยอดเสีย' },
    })
    expect(await list()).toEqual({
      total: 2,
      refunds: [
        { refundAmount: 63, createdAt: expect.stringMatching(/Z$/) },
        { refundAmount: 75.5, createdAt: expect.stringMatching(/Z$/) },
      ],
    })
    expect(await check()).toMatchObject({ result: false, refundAmount: 0 })
    await expectSound(backend.db)
  },
)

test('the server lists earlier refunds newest first, in pages (R343, D-33, D-34)', async () => {
  await receive()
  expect(await list(1, 1)).toMatchObject({ total: 2, refunds: [{ refundAmount: 63 }] })
  expect(await list(2, 1)).toMatchObject({ total: 2, refunds: [{ refundAmount: 75.5 }] })
  expect(await list(3, 1)).toEqual({ total: 2, refunds: [] })
  expect(await list(2, 2)).toEqual({ total: 2, refunds: [] })
})

it('the server lists only the caller’s refunds (R343)', async () => {
  const { token: other } = await backend.join({})
  const { body } = await backend.call('refund.list', { page: 1, limit: 10 }, { token: other })
  expect(body).toEqual({ total: 0, refunds: [] })
  expect((await list()).total).toBe(1)
})

test('a second refund on the same Bangkok day is refused with NO_REFUND, and later stakes count towards the next day (R462, D-21)', async () => {
  toMidnight(-10_000)
  await receive()
  await backend.stake('lose', 100)
  const before = await dump(backend.db, ['tokens'])
  for (const call of CALLS) expect(await receive(call)).toEqual(refusal(404, 'NO_REFUND'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  expect(await check()).toMatchObject({ result: false, refundAmount: 0 })
  backend.pass(10_000)
  expect(await check()).toMatchObject({ result: true, refundAmount: 5 })
  expect(await receive('refund.addWallet')).toEqual(done)
  expect((await backend.money(token))[WALLET]).toBe(START + 63 + 5)
  toMidnight(DAY)
  expect(await receive()).toEqual(refusal(404, 'NO_REFUND'))
  await expectSound(backend.db)
})

test('a member who has not played is refused with NO_REFUND (R462)', async () => {
  const other = await backend.join({})
  expect(await receive('refund.receive', other)).toEqual(refusal(404, 'NO_REFUND'))
  expect(await check(other)).toMatchObject({ result: false, refundAmount: 0 })
})

test('a refund that rounds down to less than one satang is refused with REFUND_MINIMUM (R466)', async () => {
  const other = await backend.join({})
  await backend.call('wallet.activate', { code: 'pg' }, other)
  const username = '0611111111'
  await backend.stake('win', 0.99, { username })
  expect(await check(other)).toMatchObject({ result: false, refundAmount: 0 })
  expect(await receive('refund.receive', other)).toEqual(refusal(400, 'REFUND_MINIMUM'))
  await backend.stake('lose', 0.01, { username })
  expect(await check(other)).toMatchObject({ result: true, refundAmount: 0.01 })
  expect(await receive('refund.receive', other)).toEqual(done)
  expect((await backend.money(other.token))[WALLET]).toBe(0.01)
})

test('a refund is refused with REFUND_CONDITION while a bonus is active, and refund.check reports the bonus (R220, R463)', async () => {
  await backend.call('bonus.activate', { code: 'DAILY' }, { token })
  expect(await check()).toMatchObject({ result: true, bonus: true, refundAmount: 63 })
  const before = await dump(backend.db, ['tokens'])
  for (const call of CALLS) expect(await receive(call)).toEqual(refusal(409, 'REFUND_CONDITION'))
  expect(await dump(backend.db, ['tokens'])).toBe(before)
  await backend.call('bonus.clear', {}, { token })
  expect(await receive()).toEqual(done)
})

test('a refund is refused with REFUND_INACTIVE while refunds are switched off, and can still be claimed afterwards (R465)', async () => {
  await backend.turn('refundActive', false)
  for (const call of CALLS) expect(await receive(call)).toEqual(refusal(403, 'REFUND_INACTIVE'))
  await backend.turn('refundActive', true)
  expect(await receive()).toEqual(done)
})

test('the server returns a refund banner (R347)', async () => {
  const { body } = await backend.call('refund.banners', {}, { token })
  expect(body).toEqual([{ image: '/banners/cashback.svg', html: expect.stringContaining('คืนยอดเสีย 5%') }])
})
