import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { DATA_START, type DataPage, dataCalls, partsOf } from '#contract/data.ts'
import { satang } from '#contract/money.ts'
import { gameLogins } from '#server/core/schema/games.ts'
import { members, tokens } from '#server/core/schema/members.ts'
import { statements } from '#server/core/schema/money.ts'
import { plays } from '#server/core/schema/rewards.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { OWN_PAGE } from '#server/domain/own-data.ts'
import { chatText } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const page = (after: string, as = token) => backend.call('data.page', { after }, { token: as })

/** Reads all pages of a member's data, as a client does. */
async function pagesOf(as = token): Promise<DataPage[]> {
  const pages: DataPage[] = []
  for (let after: string | null = DATA_START; after !== null; ) {
    const { body } = await page(after, as)
    const read: DataPage = v.parse(dataCalls['data.page'].reply, body)
    pages.push(read)
    after = read.next
  }
  return pages
}
const dataOf = async (as = token) => partsOf(await pagesOf(as))

describe('the data export', () => {
  test('contains each kind of data about the member once (R610)', async () => {
    expect(Object.keys(await dataOf())).toEqual([
      ...['profile', 'balances', 'games', 'sessions', 'passkeys', 'limits', 'events', 'statement', 'withdrawals'],
      ...['slips', 'qrcodes', 'bonuses', 'bonusClaims', 'plays', 'cashback', 'spins', 'coupons', 'invites', 'chat'],
    ])
  })

  test('contains the profile, the payout account and the break (R610)', async () => {
    await backend.call('care.break', { length: 'week' }, { token })
    const { profile } = await dataOf()
    expect(profile).toEqual([
      {
        id: await backend.idOf(),
        username: DEMO.member.username,
        name: DEMO.member.name,
        createdAt: expect.any(String),
        sourceCode: expect.any(String),
        coin: expect.any(Number),
        checkMinutes: null,
        hasInviter: false,
        account: {
          bankCode: DEMO.member.bankCode,
          name: DEMO.member.bankAccountName,
          number: DEMO.member.bankAccountNo,
          currency: null,
        },
        withdrawalsWaitSince: null,
        erasureAskedAt: null,
        limitsReviewedAt: expect.any(String),
        break: { until: new Date(backend.now() + 7 * 86_400_000).toISOString(), isExclusion: false },
      },
    ])
  })

  test('contains amounts in baht, as the pages show them (R610)', async () => {
    await backend.call('wallet.withdraw', { amount: 100.25 }, { token })
    await backend.call('qr.create', { provider: 'KBANK', amount: 50.5 }, { token })
    await backend.call('limits.set', { period: 'day', amount: 500.75, isConfirmed: false }, { token })
    await backend.stake('lose', 20.5)
    const data = await dataOf()
    expect(data.balances).toContainEqual({ kind: 'wallet', game: null, balance: DEMO.member.wallet - 100.25 })
    expect(data.statement?.at(-1)).toMatchObject({ type: 'withdraw', status: 'PENDING', amount: 100.25 })
    expect(data.withdrawals?.at(-1)).toMatchObject({
      amount: 100.25,
      account: { bankCode: DEMO.member.bankCode, number: DEMO.member.bankAccountNo },
    })
    expect(data.qrcodes?.at(-1)).toMatchObject({ provider: 'KBANK', amount: 50.5, paidAmount: 0, status: 'open' })
    expect(data.limits).toEqual([{ kind: 'deposit', period: 'day', amount: 500.75, wish: null }])
    expect(data.plays?.at(-1)).toMatchObject({ stake: 20.5, isWon: false })
  })

  test('contains slips, bonuses, spins, friends, account events and the chat (R610)', async () => {
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    backend.fate('CASH20')
    await backend.call('spin.spin', {}, { token })
    await backend.call('chat.send', chatText('hello'), { token })
    await backend.call('care.break', { length: 'day' }, { token })
    const { slips, bonuses, bonusClaims, spins, coupons, invites, events, chat } = await dataOf()
    expect(slips?.at(-1)).toMatchObject({ type: 'image/png', hasPicture: true })
    expect(bonuses).toContainEqual(expect.objectContaining({ bonus: 'DAILY', isActive: true, amount: 20 }))
    expect(bonusClaims).toContainEqual({ bonus: 'DAILY', at: expect.any(String) })
    expect(spins?.at(-1)).toEqual({ prize: 'CASH20', time: expect.any(String) })
    expect(coupons).toContainEqual(expect.objectContaining({ prize: 'CASH20', claimedAt: null }))
    expect(invites?.[0]).toEqual({
      name: expect.any(String),
      createdAt: expect.any(String),
      amount: expect.any(Number),
    })
    expect(events?.map(({ what }) => what)).toEqual(['break', 'data copied'])
    expect(chat?.at(-1)).toMatchObject({ sender: 'customer', message: { payload: { message: 'hello' } } })
  })

  test('contains no passwords, tokens, keys or image URLs (R610)', async () => {
    await backend.call('wallet.slip', { file: pngSlip() }, { token })
    const { db } = backend
    const [member] = await db.select().from(members).where(eq(members.username, DEMO.member.username))
    const [session] = await db.select().from(tokens)
    const logins = await db
      .select()
      .from(gameLogins)
      .where(eq(gameLogins.memberId, member?.id ?? ''))
    const text = JSON.stringify(await dataOf())
    for (const word of [
      DEMO_PASSWORD,
      member?.password,
      token,
      session?.hash,
      ...logins.map((login) => login.password),
    ])
      expect(text).not.toContain(word)
    expect(text).not.toContain('/slips/')
  })
})

describe('the pages of the data export', () => {
  test('contain only the caller’s data, whatever position is requested (R610)', async () => {
    await backend.call('chat.send', chatText('a secret'), { token })
    const other = await backend.login(DEMO.bonus.username)
    const text = JSON.stringify(await pagesOf(other))
    for (const word of [DEMO.member.username, DEMO.member.bankAccountNo, 'a secret']) expect(text).not.toContain(word)
    expect((await page('chat.0', other)).body).toEqual({ part: 'chat', records: [], next: null })
  })

  test('require a login (R610)', async () => {
    expect((await backend.call('data.page', { after: DATA_START }, {})).status).toBe(401)
  })

  test.each(['', 'nothing.0', 'chat', 'chat.x', 'chat.-1', 'toString.0', `chat.${'9'.repeat(30)}`])(
    'are refused for the unknown position %j (R610)',
    async (after) => {
      const { status } = await page(after)
      expect([400, 404]).toContain(status)
    },
  )

  test('contain at most 500 records each, and together contain every record exactly once (R610)', async () => {
    const { db } = backend
    const memberId = await backend.idOf()
    const before = await dataOf()
    const [{ count = 0 } = {}] = await db.select({ count: sql`max(${statements.no})`.mapWith(Number) }).from(statements)
    const entry = (await db.select().from(statements))[0]?.entryId ?? null
    const at = new Date(backend.now())
    await db.insert(statements).values(
      Array.from({ length: 1_100 }, (_, n) => ({
        ...{ memberId, no: count + n + 1, type: 'transfer' as const, status: 'SUCCESS' as const, entryId: entry },
        ...{ from: 'WALLET', to: 'pg', amount: satang(n + 1), createdAt: at },
      })),
    )
    await db
      .insert(plays)
      .values(
        Array.from({ length: OWN_PAGE }, () => ({ memberId, gameCode: 'pg', stake: satang(100), isWon: true, at })),
      )
    const pages = await pagesOf()
    expect(Math.max(...pages.map(({ records }) => records.length))).toBe(OWN_PAGE)
    const { statement = [], plays: played = [] } = partsOf(pages)
    expect(statement.slice(before.statement?.length).map(({ amount }) => amount)).toEqual(
      Array.from({ length: 1_100 }, (_, n) => (n + 1) / 100),
    )
    expect(played).toHaveLength((before.plays?.length ?? 0) + OWN_PAGE)
  })

  test('do not skip or repeat records with the same creation time (R610)', async () => {
    const memberId = await backend.idOf()
    const before = (await dataOf()).invites ?? []
    const at = new Date(backend.now())
    await backend.db.insert(members).values(
      Array.from({ length: OWN_PAGE + 10 }, (_, n) => ({
        ...{ username: `06${n}`, name: `Friend ${n}`, password: '', inviterId: memberId, createdAt: at },
        ...{ bankCode: 'SCB', bankAccountName: 'Friend', bankAccountNo: `06${n}` },
      })),
    )
    const { invites = [] } = await dataOf()
    expect(new Set(invites.map(({ name }) => name)).size).toBe(before.length + OWN_PAGE + 10)
  })
})
