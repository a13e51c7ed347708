import { readFileSync } from 'node:fs'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { DAY } from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import { descriptionOf, type StatementItem, signOf, toneOf } from '#contract/statement.ts'
import { WALLET } from '#contract/transfer.ts'
import { entries, postings, STATEMENT_LINKS, statements } from '#server/core/schema/money.ts'
import { DEMO } from '#server/demo/seed.ts'
import { sweep } from '#server/domain/sweep.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const page = async (number: number, limit: number, as = token) => {
  const { body } = await backend.call('statement.list', { page: number, limit }, { token: as })
  return body as { total: number; statements: StatementItem[] }
}
const pay = async (provider: 'KBANK' | 'FP', amount: number) => {
  const { body } = await backend.call('qr.create', { provider, amount }, { token })
  return String(body.qrcodeId)
}

test('the demo member has statement rows of every type, tone, sign and kind of link (R175, R176, R241–R243, R552–R554)', async () => {
  const { total, statements: rows } = await page(1, 100)
  expect(rows).toHaveLength(total)
  const kinds = <T>(of: (row: StatementItem) => T) => new Set(rows.map(of))
  expect(kinds(({ statementType }) => statementType)).toEqual(
    new Set(['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer']),
  )
  expect(kinds(({ status }) => toneOf(status))).toEqual(new Set(['good', 'bad', 'wait']))
  expect(kinds(({ statementType }) => signOf(statementType))).toEqual(new Set(['+', '−', '']))
  expect(STATEMENT_LINKS.filter((link) => !rows.some((row) => row[link]?.description))).toEqual([])
  expect(rows.filter((row) => STATEMENT_LINKS.filter((link) => row[link]).length > 1)).toEqual([])
  for (const row of rows) expect(descriptionOf(row) !== null, row.statementType).toBe(/bonus/.test(row.statementType))
})

test('the demo member’s statement rows add up to the main wallet’s balance, which was never below zero', async () => {
  let wallet = 0
  for (const { from, to, amount, status } of (await page(1, 100)).statements.reverse()) {
    if (status !== 'FAILED') wallet += (to === WALLET ? amount : 0) - (from === WALLET ? amount : 0)
    expect(wallet).toBeGreaterThanOrEqual(0)
  }
  expect(wallet).toBe(DEMO.member.wallet)
})

test('the statement lists each row once, newest first, in pages numbered from 1 (R359, R518, D-33)', async () => {
  const { total, statements: all } = await page(1, 100)
  expect(total).toBe(16)
  for (const limit of [1, 5, 10, 16, 100]) {
    const pages = []
    for (let number = 1; number <= Math.ceil(total / limit); number++) pages.push(await page(number, limit))
    expect(pages.map((one) => one.total)).toEqual(pages.map(() => total))
    expect(pages.slice(0, -1).every(({ statements: rows }) => rows.length === limit)).toBe(true)
    expect(pages.flatMap(({ statements: rows }) => rows)).toEqual(all)
  }
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
  for (const beyond of [3, 1_000_000]) expect(await page(beyond, 10)).toEqual({ total, statements: [] })
})

test.each([
  ['three months', 92],
  ['twelve months', 366],
  ['five years', 1_827],
])('the statement still lists all rows after %s and a cleanup by the server (R359)', async (_, days) => {
  const before = await page(1, 100)
  backend.pass(days * DAY)
  await sweep(backend.db, backend.settings, backend.now())
  expect(await page(1, 100, await backend.login())).toEqual(before)
})

test('the statement lists only the member’s own rows', async () => {
  const other = await backend.login(DEMO.bonus.username)
  expect(await page(1, 10, other)).toEqual({ total: 0, statements: [] })
  await backend.call('wallet.add', { amount: 5 }, { token: other })
  const { total, statements: rows } = await page(1, 10, other)
  expect([total, rows.map(({ amount }) => amount)]).toEqual([1, [5]])
  expect((await page(1, 10)).total).toBe(16)
})

test('the statement shows a deposit once, with its provider and the amount received (R175, R385)', async () => {
  const code = await pay('FP', 100)
  await Promise.all(Array.from({ length: 5 }, () => backend.pay(code, { amount: '99.75', reference: 'bank 1' })))
  const { total, statements: rows } = await page(1, 1)
  expect(total).toBe(17)
  expect(rows[0]).toEqual({
    statementType: 'deposit',
    status: 'SUCCESS',
    from: 'FP',
    to: WALLET,
    amount: 99.75,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

test('migrations add statement rows for older deposits, and logins for older game accounts', async () => {
  for (const [provider, amount] of [
    ['KBANK', 20],
    ['FP', 30],
  ] as const)
    await backend.pay(await pay(provider, amount))
  await backend.db.transaction(async (tx) => {
    await tx.execute(sql`truncate withdrawals, "heldDeposits", statements, "statementCounts", "gameLogins"`)
    await tx.execute(sql`alter table statements drop constraint statement_has_entry`)
    for (const [name, kind] of [
      ['0002_money', /^INSERT/m],
      ['0015_entry_links', /^(UPDATE "statements"|ALTER TABLE "statements" .* CHECK)/m],
    ] as const) {
      const parts = readFileSync(`server/migrations/${name}.sql`, 'utf8').split('--> statement-breakpoint')
      for (const part of parts.filter((text) => kind.test(text))) await tx.execute(sql.raw(part))
    }
  })
  const linked = await backend.db
    .select({ amount: statements.amount, reason: entries.reason, posted: postings.amount })
    .from(statements)
    .innerJoin(entries, eq(entries.id, statements.entryId))
    .innerJoin(postings, and(eq(postings.entryId, entries.id), gt(postings.amount, satang(0))))
    .orderBy(asc(statements.no))
  expect(linked).toEqual([
    { amount: 2_000, reason: 'deposit', posted: 2_000 },
    { amount: 3_000, reason: 'deposit', posted: 3_000 },
  ])
  const { total, statements: rows } = await page(1, 10)
  expect(total).toBe(2)
  expect(rows.map(({ from, to, amount, status }) => [from, to, amount, status])).toEqual([
    ['FP', WALLET, 30, 'SUCCESS'],
    ['KBANK', WALLET, 20, 'SUCCESS'],
  ])
  await backend.call('wallet.add', { amount: 5 }, { token })
  expect((await page(1, 10)).total).toBe(3)
  for (const code of Object.keys(DEMO.member.games))
    expect((await backend.credentials(token, code)).username).toMatch(new RegExp(`^${code}[0-9a-f]{6}$`))
})
