import { desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BreakLength } from '#contract/care.ts'
import { databaseError } from '#server/core/api-error.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { entries, withdrawals } from '#server/core/schema/money.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, NEWCOMER, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
let id: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  id = await backend.idOf()
})

const REQUEST = /^[0-9a-f]{64}$/
/** Returns the rows that `act` adds to the audit log. */
async function addedBy(act: () => unknown) {
  const [last] = await backend.db.select({ id: sql<number>`max(id)`.mapWith(Number) }).from(auditLog)
  await act()
  const rows = await backend.db
    .select()
    .from(auditLog)
    .where(gt(auditLog.id, last?.id ?? 0))
    .orderBy(auditLog.id)
  return rows.map(({ kind, memberId, actor, cause, detail }) => ({
    kind,
    memberId,
    actor,
    cause,
    ...(detail && { detail }),
  }))
}
const request = expect.stringMatching(REQUEST)
const login = (username: string, password: string) => backend.call('account.login', { username, password })
const { name, bankCode, bankAccountName, bankAccountNo } = DEMO.member
const profile = { name, bankCode, bankAccountName, bankAccountNo }
const update = (account: object, password?: string) =>
  backend.call(
    'account.update',
    { ...profile, ...account },
    { token, ...(password && { headers: { 'X-Current-Password': password } }) },
  )
const change = (oldPassword: string, by = token) =>
  backend.call('account.password', { oldPassword, newPassword: 'another-one-1' }, { token: by })

describe('the audit log records', () => {
  const own = (kind: string) => ({ kind, memberId: id, actor: id, cause: request })
  const unknown = (kind: string) => ({ kind, memberId: id, actor: 'anyone', cause: request })

  it('a login', async () => {
    expect(await addedBy(() => login(DEMO.member.username, DEMO_PASSWORD))).toEqual([unknown('login')])
  })

  it('a login with a wrong password, once per idempotency key', async () => {
    const wrong = { username: DEMO.member.username, password: 'wrong-word-1' }
    const send = () => backend.call('account.login', wrong, { key: 'same' })
    const added = await addedBy(async () => expect([(await send()).status, (await send()).status]).toEqual([401, 401]))
    expect(added).toEqual([unknown('login refused')])
  })

  it('a refused login to a suspended or closed account', async () => {
    const { username } = DEMO.inactive
    const rows = await addedBy(() => login(username, DEMO_PASSWORD))
    expect(rows).toEqual([{ ...unknown('login refused'), memberId: await backend.idOf(username) }])
    await backend.form('/hold', { username: DEMO.member.username, hold: '2' })
    const added = await addedBy(async () => expect((await login(DEMO.member.username, DEMO_PASSWORD)).status).toBe(403))
    expect(added).toEqual([unknown('login refused')])
  })

  it('a refused login to an unknown account, without storing the username', async () => {
    const added = await addedBy(() => login('0633333333', 'wrong-word-1'))
    expect(added).toEqual([{ ...unknown('login refused'), memberId: null }])
    expect(await dump(backend.db)).not.toContain('0633333333')
  })

  it('a registration', async () => {
    await backend.turn('registerOTP', false)
    const added = await addedBy(() => backend.call('account.create', NEWCOMER))
    expect(added).toEqual([{ ...unknown('register'), memberId: await backend.idOf(NEWCOMER.username) }])
  })

  it('a logout', async () => {
    expect(await addedBy(() => backend.call('account.logout', {}, { token }))).toEqual([own('logout')])
  })

  it('a password change, and the end of other sessions', async () => {
    await backend.login()
    let renewed = ''
    const first = async () => {
      renewed = String((await change(DEMO_PASSWORD)).body.token)
    }
    expect(await addedBy(first)).toEqual([own('password'), own('sessions ended')])
    expect(await addedBy(() => change('another-one-1', renewed))).toEqual([own('password')])
  })

  it('a password change that was refused because of a wrong current password', async () => {
    expect(await addedBy(() => change('wrong-word-1'))).toEqual([own('password refused')])
  })

  it('a break from play, a self-exclusion, and a self-exclusion that was refused because of a wrong password', async () => {
    const ask = (length: BreakLength, password?: string) =>
      backend.call('care.break', { length, ...(password !== undefined && { password }) }, { token })
    expect(await addedBy(() => ask('day'))).toEqual([own('break')])
    expect(await addedBy(() => ask('year', 'wrong-word-1'))).toEqual([own('break refused')])
    expect(await addedBy(() => ask('year', DEMO_PASSWORD))).toEqual([own('break')])
  })

  it('a limit with its kind, period and amount in baht, and its removal (R646)', async () => {
    const set = (more: object) =>
      addedBy(() => backend.call('limits.set', { period: 'day', amount: 500, isConfirmed: false, ...more }, { token }))
    expect(await set({})).toEqual([{ ...own('limit'), detail: 'deposit day 500' }])
    expect(await set({ kind: 'loss', period: 'week', amount: 99.5 })).toEqual([
      { ...own('limit'), detail: 'loss week 99.5' },
    ])
    expect(await set({ amount: null })).toEqual([{ ...own('limit'), detail: 'deposit day none' }])
  })

  it('an erasure request, an erasure request refused because of a wrong password, and a cancellation', async () => {
    const ask = (password: string) => backend.call('data.erase', { password }, { token })
    expect(await addedBy(() => ask('wrong-word-1'))).toEqual([own('erasure refused')])
    expect(await addedBy(() => ask(DEMO_PASSWORD))).toEqual([own('erasure asked')])
    expect(await addedBy(() => backend.call('data.keep', {}, { token }))).toEqual([own('erasure cancelled')])
  })

  it('a change of the payout account or its holder’s name, and a change refused because of a missing or wrong password', async () => {
    const other = { bankAccountNo: '7778889990' }
    expect(await addedBy(() => update(other))).toEqual([own('payee refused')])
    expect(await addedBy(() => update(other, 'wrong-word-1'))).toEqual([own('payee refused')])
    expect(await addedBy(() => update(other, DEMO_PASSWORD))).toEqual([own('payee')])
    expect(await addedBy(() => update({ ...other, name: 'Other Name' }))).toEqual([])
    const renamed = { bankCode, bankAccountName: 'Other Name' }
    const rename = (password: string) =>
      backend.call('account.rename', renamed, { token, headers: { 'X-Current-Password': password } })
    expect(await addedBy(() => rename('wrong-word-1'))).toEqual([own('payee refused')])
    expect(await addedBy(() => rename(DEMO_PASSWORD))).toEqual([own('payee')])
    expect(await addedBy(() => rename(DEMO_PASSWORD))).toEqual([])
  })

  it('the suspension of an account by the operator, and the end of the suspension', async () => {
    const hold = (why: string) => backend.form('/hold', { username: DEMO.member.username, hold: why })
    const held = { kind: 'hold', memberId: id, actor: 'operator', cause: 'sandbox' }
    expect(await addedBy(() => hold('1'))).toEqual([held])
    expect(await addedBy(() => hold('0'))).toEqual([held])
  })
})

describe('the audit log records money', () => {
  const money = (actor: string, cause: unknown = request) => ({ kind: 'money', memberId: id, actor, cause })
  const mine = () => money(id)

  it('moved between the wallet and a game, both when the transfer is requested and when it is done', async () => {
    const move = { from: 'WALLET', to: 'pg', amount: 10 }
    const rows = await addedBy(() => backend.call('wallet.transfer', move, { token }))
    expect(rows).toEqual([mine(), mine()])
    expect(rows[0]?.cause).toBe(rows[1]?.cause)
    expect(await addedBy(() => backend.call('wallet.transfer', { ...move, amount: 1e6 }, { token }))).toEqual([])
  })

  it('withdrawn by the member, and then paid out by the bank', async () => {
    expect(await addedBy(() => backend.call('wallet.withdrawAll', { amount: 100 }, { token }))).toEqual([mine()])
    const [waiting] = await backend.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
    const [oldest = ''] = await backend.waiting()
    expect(waiting).toBeDefined()
    expect(await addedBy(() => backend.settle(oldest, true))).toEqual([money('bank', oldest)])
  })

  it('deposited by QR, slip and gift link', async () => {
    const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 100 }, { token })
    const pay = () => backend.pay(String(body.qrcodeId), { reference: 'r-77' })
    expect(await addedBy(pay)).toEqual([money('bank', 'KBANK:r-77')])
    expect(await addedBy(pay)).toEqual([])
    const sealed = sealedGift(giftLink('audit-20'))
    expect(await addedBy(() => backend.call('wallet.truelink', { link: sealed }, { token }))).toEqual([mine()])
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    const [slip] = await backend.db.select({ id: slips.id }).from(slips).orderBy(desc(slips.createdAt)).limit(1)
    const accept = () => backend.form('/slip/accept', { slip: slip?.id ?? '', amount: '50', reference: 'bank-no-1' })
    expect(await addedBy(accept)).toEqual([money('checker', slip?.id)])
  })

  it('staked in a game, and received as a refund', async () => {
    expect(await addedBy(() => backend.stake('lose', 100))).toEqual([money('game', 'pg')])
    expect(await addedBy(() => backend.call('refund.receive', {}, { token }))).toEqual([mine()])
  })

  it('won at the wheel, given by a promotion, and taken back when the bonus ends', async () => {
    backend.fate('CASH20')
    await backend.call('spin.spin', {}, { token })
    expect(await addedBy(() => backend.call('spin.claim', { coupon: 'CASH20' }, { token }))).toEqual([mine()])
    const code = 'LUCKY50'
    expect(await addedBy(() => backend.call('promotion.activate', { code }, { token }))).toEqual([mine()])
    expect(await addedBy(() => backend.call('bonus.clear', {}, { token }))).toEqual([mine(), mine()])
  })

  it('with at least one row for every ledger entry', async () => {
    await backend.call('wallet.add', { amount: 5 }, { token })
    const rows = await backend.db
      .select({ reason: entries.reason })
      .from(entries)
      .leftJoin(auditLog, eq(auditLog.entryId, entries.id))
      .where(isNull(auditLog.id))
    expect(rows).toEqual([])
  })
})

it.each([
  ['changed', () => backend.db.update(auditLog).set({ actor: 'anyone' })],
  ['removed', () => backend.db.delete(auditLog).where(eq(auditLog.kind, 'login'))],
  ['emptied', () => backend.db.execute(sql`truncate "auditLog" cascade`)],
])('the audit log cannot be %s', async (_, work) => {
  const error = await Promise.resolve(work()).then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(databaseError(error)).toEqual({ code: '23000' })
})
