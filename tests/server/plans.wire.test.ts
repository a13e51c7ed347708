import { eq, type Query, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { PASSWORD_HEADER } from '#contract/profile.ts'
import { WALLET } from '#contract/transfer.ts'
import type { Db } from '#server/core/db.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { receive } from '#server/domain/payment.ts'
import { sweep } from '#server/domain/sweep.ts'
import { settle } from '#server/domain/withdrawal.ts'
import { chatMedia, mp4 } from '#tests/kit/chat.ts'
import { addManyMembers } from '#tests/kit/many-members.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { NEWCOMER, type Sent, startBackend } from '#tests/kit/server.ts'

/** Enough for the planner to prefer an index to the whole table. */
const MEMBERS = 2_500
const DAY = 24 * 60 * 60_000
/** Tables of the operator: a few rows, however many members there are. */
const SMALL = [
  'games',
  'bonuses',
  'promotions',
  'depositBanks',
  'depositWallets',
  'switches',
  'siteKeys',
  'withdrawnPrizes',
]

type Plan = {
  'Relation Name'?: string
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** The statements that the backend has sent since, one of each text. */
function recordStatements() {
  const spy = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  onTestFinished(() => spy.mockRestore())
  return () => {
    const sent = spy.mock.results.flatMap(({ type, value }) => (type === 'return' ? [value as Query] : []))
    const plannable = sent.filter(({ sql }) => /^(select|insert|update|delete|with) /.test(sql))
    return [...new Map(plannable.map((query) => [query.sql, query])).values()]
  }
}

async function planOf(db: Db, { sql: text, params }: Query): Promise<Plan> {
  const parts = `explain (format json) ${text}`.split(/\$\d+/)
  const query = parts.flatMap((part, at): SQL[] =>
    at === 0 ? [sql.raw(part)] : [sql`${params[at - 1]}`, sql.raw(part)],
  )
  const { rows } = (await db.transaction(async (tx) => {
    // As on an SSD. By default an index pays off only in tables that are larger.
    await tx.execute(sql`set local random_page_cost = 1.1`)
    return tx.execute(sql.join(query))
  })) as { rows: { 'QUERY PLAN': { Plan: Plan }[] }[] }
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('no plan')
  return plan
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Returns a function that lists the tables and indexes which a statement reads from beginning to end, but for the small ones. */
async function planReader(db: Db) {
  const { rows } = (await db.execute(sql`
    select c.relname as index, t.relname as table, pg_get_indexdef(indexrelid, 1, true) as first from pg_index
    join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid`)) as {
    rows: { index: string; table: string; first: string }[]
  }
  const indexes = new Map(rows.map((row) => [row.index, row]))
  return async (query: Query): Promise<string[]> =>
    nodesOf(await planOf(db, query)).flatMap((node) => {
      const index = indexes.get(node['Index Name'] ?? '')
      const table = index?.table ?? node['Relation Name'] ?? ''
      // An index is read as a whole without a condition for its first column.
      const isWhole = index ? !node['Index Cond']?.includes(index.first) : node['Node Type'] === 'Seq Scan'
      return isWhole && !SMALL.includes(table) ? [index?.index ?? table] : []
    })
}

it('uses an index in every statement of all calls and of the daily sweep (R385)', async () => {
  const backend = await startBackend()
  const { db, now, uploads } = backend
  await addManyMembers(db, MEMBERS)
  const sent = recordStatements()
  const called = new Set<string>()
  let token = ''
  /** One call, which must succeed so that all of its statements are sent. */
  async function ask<N extends CallName>(name: N, input: v.InferInput<Calls[N]['input']>, more: Sent = {}) {
    const { status, body } = await backend.call(name, input, { token, ...more })
    expect(status, `${name}: ${body.code}`).toBe(200)
    called.add(name)
    return body
  }
  const page = { page: 1, limit: 10 }

  await ask('lookup.active', {})
  await ask('lookup.info', {})
  await ask('lookup.contact', {})
  await ask('lookup.conditions', {})
  await ask('lookup.enableChatWidget', {})
  await ask('lookup.registerOTP', {})
  await ask('lookup.banks', {})
  await ask('lookup.sources', {})
  const phone = NEWCOMER.username
  const { otpToken } = await ask('otp.send', { phoneNumber: phone })
  const otpCode = /#(\d{6})$/.exec((await backend.texts(phone))[0] ?? '')?.[1] ?? ''
  await ask('otp.verify', { otpToken: String(otpToken), otpCode })
  const { bankCode, bankAccountName, bankAccountNo, ...person } = NEWCOMER
  await ask('account.validate', person)
  await ask('account.create', { ...NEWCOMER, inviteCode: `PR${await backend.idOf()}` })

  const { username } = DEMO.member
  token = String((await ask('account.login', { username, password: DEMO_PASSWORD, remember: true })).token)
  await ask('account.profile', {})
  await ask('account.rename', { bankCode: DEMO.member.bankCode, bankAccountName })
  const payee = { bankCode, bankAccountName, bankAccountNo: '1231231231' }
  await ask('account.update', { name: 'Player', ...payee }, { headers: { [PASSWORD_HEADER]: DEMO_PASSWORD } })
  await ask('account.password', { oldPassword: DEMO_PASSWORD, newPassword: NEWCOMER.password })
  await ask('lookup.agreements', {})
  await ask('lookup.notice', {})
  await ask('lookup.deposit', {})
  await ask('lookup.slip', {})
  await ask('lookup.withdraw', {})

  await ask('wallet.get', {})
  await ask('wallet.refresh', {})
  await ask('wallet.activate', { code: 'areaslot' })
  await ask('wallet.resetpassword', { code: 'pg' })
  const { username: user } = await backend.credentials(token, 'pg')
  called.add('wallet.account')
  await ask('autoLogin.user', { provider: 'pg', user })
  const login = await backend.credentials(token, 'usun')
  await ask('autoLogin.password', { provider: 'usun', user: login.username, pass: login.password })
  await ask('wallet.transfer', { from: WALLET, to: 'pg', amount: 1 })
  await ask('wallet.transfer', { from: 'pg', to: 'joker2', amount: 1 })
  await ask('wallet.withdraw', { amount: 100 })
  await ask('wallet.withdrawAll', { amount: 100 })
  await ask('wallet.add', { amount: 100 })
  await ask('wallet.truelink', { link: sealedGift(giftLink('one-20')) })
  await ask('wallet.slip', { file: pngSlip() })
  const { slips } = await ask('statement.slips', page)
  const settled = (slips as { reference?: string }[]).find(({ reference }) => reference)
  await ask('statement.reference', { reference: settled?.reference ?? '' })
  await ask('statement.list', page)
  const { qrcodeId } = await ask('qr.create', { provider: 'KBANK', amount: 100 })
  await ask('qr.get', { provider: 'KBANK' })
  await ask('qr.remove', { provider: 'KBANK', qrcodeId: String(qrcodeId) })

  await ask('invite.banners', {})
  await ask('invite.list', page)
  await ask('invite.bonus', {})
  await ask('refund.banners', {})
  await ask('refund.list', page)
  await ask('refund.check', {})
  await ask('refund.receive', {})
  await backend.stake('lose', 100)
  backend.pass(DAY)
  await ask('refund.addWallet', {})
  await ask('spin.active', {})
  await ask('spin.setup', {})
  await ask('spin.spin', {})
  await ask('spin.coupons', {})
  await ask('spin.claim', { coupon: 'CASH20' })
  await ask('bonus.list', {})
  await ask('bonus.activate', { code: 'DAILY' })
  await ask('bonus.active', {})
  await ask('bonus.minimum', {})
  await backend.stake('win', 10)
  await ask('bonus.clear', {})
  await ask('wallet.transferAll', { to: 'pg' })
  await ask('promotion.find', { code: 'KRAPAO100' })
  await ask('promotion.activate', { code: 'KRAPAO100' })
  await ask('promotion.current', {})

  await ask('chat.config', {})
  const { path } = await ask('chat.uploadImage', { file: pngSlip() })
  await ask('chat.uploadVideo', { file: mp4() })
  await ask('chat.send', chatMedia(String(path)))
  await ask('chat.history', { limit: 10, skip: 0 })
  await ask('chat.read', {})
  await backend.send('GET', String(path))
  const sentTwice = { from: WALLET, to: 'joker2', amount: 1 }
  await ask('wallet.transfer', sentTwice, { key: 'same' })
  await ask('account.logout', {})
  await ask('wallet.transfer', sentTwice, { key: 'same' })
  expect(called).toEqual(new Set(Object.keys(calls)))

  const at = new Date(now())
  const memberId = await backend.idOf()
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.memberId, memberId))
  await db.transaction((tx) => settle(tx, withdrawal?.id ?? '', true, at))
  await db.transaction((tx) => receive(tx, { reference: 'r-1', qrcodeId: String(qrcodeId), amount: 100 }, at))
  await sweep(db, uploads, Date.now())

  const statements = sent()
  const wholeReads = await planReader(db)
  const found: string[] = []
  for (const query of statements) for (const whole of await wholeReads(query)) found.push(`${whole}: ${query.sql}`)
  expect(found).toEqual([])
}, 120_000)

it('detects a statement that reads a whole table, and one that reads a whole index', async () => {
  const { db } = await startBackend()
  const wholeReads = await planReader(db)
  const byName = { sql: 'select * from members where name = $1', params: [DEMO.member.name] }
  expect(await wholeReads(byName)).toEqual(['members'])
  const byUsername = { sql: 'select username from members order by username limit 1', params: [] }
  expect(await wholeReads(byUsername)).toEqual(['members_username_unique'])
})
