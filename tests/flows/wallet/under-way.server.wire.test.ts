import { beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#contract/limits.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const MEMBER = DEMO.member.username
const MINUTE = 60_000
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

let backend: Backend
let token: string
let start: number
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(MEMBER, true)
  start = backend.now()
})

type Row = { kind: string; status: string; amount?: number; createdAt: string; expiresAt?: string }
/** Returns all of a member's pending money. Logs in first, because the session ends during the longest waits. */
async function all(username = MEMBER) {
  const { body } = await backend.call('wallet.get', {}, { token: await backend.login(username, true) })
  return body.underWay as Row[]
}
/** The pending money that the test created, without the demo data's. */
const underWay = async () => (await all()).filter(({ createdAt }) => Date.parse(createdAt) >= start)
const brief = async () => (await underWay()).map(({ kind, status, amount }) => [kind, status, amount])

/** Withdraws 100 baht, and returns the id of the withdrawal. */
async function withdraw() {
  await backend.call('wallet.add', { amount: 100 }, { token })
  const before = await backend.db.select().from(withdrawals)
  await backend.call('wallet.withdraw', { amount: 100 }, { token })
  const after = await backend.db.select().from(withdrawals)
  return after.find(({ id }) => before.every((other) => other.id !== id))?.id ?? ''
}
/** Sends a slip and returns its id. */
async function sendSlip() {
  await backend.call('wallet.slip', { file: pngSlip() }, { token })
  const sent = await backend.db.select().from(slips)
  return sent.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0]?.id ?? ''
}

test('the overview lists a member’s own pending withdrawals, but not another member’s (R597)', async () => {
  const kinds = (rows: Row[]) => rows.map(({ kind, status }) => `${kind} ${status}`)
  expect(kinds(await all())).toContain('withdraw PENDING')
  expect(await all(DEMO.bonus.username)).toEqual([])
})

describe('an open QR code', () => {
  test('is listed with its amount until it expires (R597)', async () => {
    await backend.call('qr.create', { provider: 'KBANK', amount: 100.5 }, { token })
    const [code, ...others] = await underWay()
    expect(code).toEqual({
      kind: 'qr',
      status: 'PENDING',
      amount: 100.5,
      createdAt: expect.stringMatching(TIME),
      expiresAt: expect.stringMatching(TIME),
    })
    expect(others).toEqual([])
    expect(Date.parse(code?.expiresAt ?? '') - backend.now()).toBeGreaterThan(14 * MINUTE)
    backend.pass(16 * MINUTE)
    expect(await underWay()).toEqual([])
  })

  test('is no longer listed once it is cancelled', async () => {
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })
    await backend.call('qr.remove', { provider: 'KBANK', qrcodeId: String(body.qrcodeId) }, { token })
    expect(await underWay()).toEqual([])
  })
})

describe('a slip', () => {
  test('is listed without an amount until it is checked, and then with its outcome for a day (R597)', async () => {
    const id = await sendSlip()
    expect(await brief()).toEqual([['slip', 'PENDING', undefined]])
    await backend.form('/slip/accept', { slip: id, amount: '500', reference: 'KB1' })
    expect(await brief()).toEqual([['slip', 'SUCCESS', 500]])
    backend.pass(DAY - MINUTE)
    expect(await brief()).toEqual([['slip', 'SUCCESS', 500]])
    backend.pass(2 * MINUTE)
    expect(await brief()).toEqual([])
  })

  test('is listed as failed if it was refused', async () => {
    await backend.form('/slip/fail', { slip: await sendSlip(), reason: 'INVALID_SLIP' })
    expect(await brief()).toEqual([['slip', 'FAILED', undefined]])
  })

  test('is listed for up to 30 days while it is being checked (an assumption)', async () => {
    await sendSlip()
    backend.pass(29 * DAY)
    expect(await brief()).toEqual([['slip', 'PENDING', undefined]])
    backend.pass(2 * DAY)
    expect(await brief()).toEqual([])
  })
})

describe('a withdrawal', () => {
  test.each([
    [true, 'SUCCESS'],
    [false, 'FAILED'],
  ])(
    'is listed as pending until the bank reports the outcome (paid: %s), and then with that outcome for a day (R597)',
    async (isPaid, status) => {
      const id = await withdraw()
      expect(await brief()).toEqual([['withdraw', 'PENDING', 100]])
      // the day starts when the bank reports the outcome, however late that is
      backend.pass(3 * DAY)
      expect(await brief()).toEqual([['withdraw', 'PENDING', 100]])
      await backend.settle(id, isPaid)
      backend.pass(DAY - HOUR)
      expect(await brief()).toEqual([['withdraw', status, 100]])
      backend.pass(2 * HOUR)
      expect(await brief()).toEqual([])
    },
  )
})

test('a deposit that is held for exceeding a limit is listed as pending (R597, R588)', async () => {
  const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })
  await backend.call('limits.set', { period: 'day', amount: 50, isConfirmed: false }, { token })
  await backend.pay(String(body.qrcodeId))
  expect(await brief()).toEqual([['held', 'PENDING', 100]])
})

describe('the list of pending payments', () => {
  test('shows the QR code first, then pending items, then settled ones, each group newest first (R597)', async () => {
    await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })
    const slip = async () => {
      backend.pass(1_000)
      return sendSlip()
    }
    await slip()
    await slip()
    backend.pass(1_000)
    const id = await withdraw()
    await backend.settle(id, true)
    const rows = await underWay()
    expect(rows.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'qr PENDING',
      'slip PENDING',
      'slip PENDING',
      'withdraw SUCCESS',
    ])
    expect(Date.parse(rows[1]?.createdAt ?? '')).toBeGreaterThan(Date.parse(rows[2]?.createdAt ?? ''))
  })

  test('has at most ten items', async () => {
    for (let sent = 0; sent < 11; sent++) await sendSlip()
    expect(await all()).toHaveLength(10)
  })
})
