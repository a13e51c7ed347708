import { sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'

const ID = `'many-' || n`
const OWN = { memberId: ID }
const KEYED = { ...OWN, id: ID }
const LASTS = { expiresAt: `now() + interval '14 days'`, endsAt: `now() + interval '30 days'` }
const OLD = `now() - n * interval '1 minute'`
const PHONE = `'07' || lpad(n::text, 8, '0')`
const BANK = { bankCode: `'SCB'`, bankAccountName: `'Many'`, bankAccountNo: PHONE }

/*
 * A member's money: a gift-link deposit of 1 baht, the withdrawal of that amount, and another deposit of 1 baht that
 * was held by a limit for a while.
 */
const PAID = `'TRUEMONEY:' || ${ID}`
const ASKED = `'asked-' || n`
const WITHDRAW = `(select id from entries where "requestId" = ${ASKED})`
const HELD = `'HELD:' || ${ID}`
const RELEASED = `'RELEASED:' || ${ID}`
const entryOf = (reference: string) => `(select id from entries where reference = ${reference})`
const DEPOSIT = entryOf(PAID)
const OUTSIDE = `(select id from accounts where kind = 'outside')`
const accountOf = (kind: string) => `(select id from accounts where "memberId" = ${ID} and kind = '${kind}')`
const EVENT = `(select id from "auditLog" where "memberId" = ${ID} and kind <> 'money')`
const STATED = { from: `'KBANK'`, to: `'WALLET'`, amount: '100', createdAt: OLD }

/** The rows of the nth member. Tables are in foreign-key order, and each column has an SQL expression. */
const ROWS: readonly (readonly [string, Record<string, string>])[] = [
  [
    'members',
    {
      id: ID,
      ...BANK,
      username: PHONE,
      name: `'Many'`,
      password: `''`,
      inviterId: `case when n > 10 then 'many-' || n / 10 end`,
      createdAt: OLD,
    },
  ],
  ['tokens', { ...KEYED, hash: ID, isRemembered: 'true', openedAt: 'now()', seenAt: 'now()', ...LASTS }],
  ['devices', { ...OWN, hash: ID, seenAt: 'now()' }],
  ['passkeys', { ...OWN, id: ID, credential: ID, publicKey: `''`, counter: '0', createdAt: OLD }],
  ['limits', { key: ID, since: 'now()', count: '1' }],
  ['otps', { token: ID, phone: PHONE, code: `''`, sentAt: 'now()' }],
  ['accounts', { ...OWN, kind: `'wallet'`, balance: '100' }],
  ['accounts', { ...OWN, kind: `'pending'`, balance: '100' }],
  ['accounts', { ...OWN, kind: `'held'` }],
  ['accounts', { ...OWN, kind: `'game'`, gameCode: `'pg'` }],
  ['gameLogins', { ...OWN, gameCode: `'pg'`, username: ID, password: `''` }],
  ['requests', { id: ASKED, hash: `''`, at: OLD }],
  ['entries', { ...OWN, reason: `'deposit'`, reference: PAID, at: OLD }],
  ['entries', { ...OWN, reason: `'withdraw'`, requestId: ASKED, at: OLD }],
  ['entries', { ...OWN, reason: `'deposit held'`, reference: HELD, at: OLD }],
  ['entries', { ...OWN, reason: `'deposit released'`, reference: RELEASED, at: OLD }],
  ['postings', { entryId: DEPOSIT, accountId: OUTSIDE, amount: '-100' }],
  ['postings', { entryId: DEPOSIT, accountId: accountOf('wallet'), amount: '100' }],
  ['postings', { entryId: WITHDRAW, accountId: accountOf('wallet'), amount: '-100' }],
  ['postings', { entryId: WITHDRAW, accountId: accountOf('pending'), amount: '100' }],
  ['postings', { entryId: entryOf(HELD), accountId: OUTSIDE, amount: '-100' }],
  ['postings', { entryId: entryOf(HELD), accountId: accountOf('held'), amount: '100' }],
  ['postings', { entryId: entryOf(RELEASED), accountId: accountOf('held'), amount: '-100' }],
  ['postings', { entryId: entryOf(RELEASED), accountId: accountOf('wallet'), amount: '100' }],
  ...[HELD, RELEASED].map(
    (cause) =>
      ['auditLog', { ...OWN, kind: `'money'`, actor: `'bank'`, cause, entryId: entryOf(cause), at: OLD }] as const,
  ),
  ['auditLog', { ...OWN, kind: `'money'`, actor: `'bank'`, cause: PAID, entryId: DEPOSIT, at: OLD }],
  ['auditLog', { ...OWN, kind: `'money'`, actor: ID, cause: ASKED, entryId: WITHDRAW, at: OLD }],
  ['auditLog', { ...OWN, kind: `'login'`, actor: `'anyone'`, cause: ID, at: OLD }],
  ['eventOrigins', { eventId: EVENT, at: OLD }],
  ['statements', { ...OWN, ...STATED, no: '1', type: `'deposit'`, status: `'SUCCESS'`, entryId: DEPOSIT }],
  ['statements', { ...OWN, ...STATED, no: '2', type: `'withdraw'`, status: `'PENDING'`, entryId: WITHDRAW }],
  ['statements', { ...OWN, ...STATED, no: '3', type: `'deposit'`, status: `'SUCCESS'`, entryId: entryOf(HELD) }],
  ['statementCounts', { ...OWN, count: '3' }],
  // the limit is so high that no deposit in a benchmark exceeds it
  ['playLimits', { ...OWN, kind: `'deposit'`, period: `'month'`, amount: '100000000' }],
  ['heldDeposits', { ...KEYED, no: '3', status: `'SUCCESS'`, endEntryId: entryOf(RELEASED) }],
  ['withdrawals', { ...KEYED, ...BANK, no: '2', status: `'PENDING'` }],
  [
    'qrcodes',
    {
      ...KEYED,
      provider: `'KBANK'`,
      amount: '100',
      payload: `''`,
      status: `'superseded'`,
      createdAt: OLD,
      expireAt: OLD,
    },
  ],
  ['slips', { ...KEYED, file: ID, type: `'image/png'`, status: `'FAILED'`, note: `'NOT_MATCH'`, createdAt: OLD }],
  ['giftLinks', { ...OWN, hash: ID, at: OLD }],
  ['requests', { id: ID, hash: `''`, at: OLD }],
  [
    'operations',
    {
      ...{ ...KEYED, kind: `'reset'`, steps: `'[]'`, payload: `'{}'`, state: `'settled'`, reply: `'{}'` },
      ...{ at: OLD, endedAt: OLD, nextAt: OLD },
    },
  ],
  ['chats', { owner: ID }],
  ['chatMessages', { chat: ID, clientId: ID, sender: `'customer'`, message: `'{}'`, createdAt: OLD }],
  ['chatFiles', { file: ID, owner: ID, type: `'image/png'`, size: '1', name: `''`, isSent: 'true', createdAt: OLD }],
  ['userBonuses', { ...KEYED, bonusCode: `'WELCOME'`, isActive: 'n % 2 = 0' }],
  ['bonusReceipts', { ...OWN, bonusCode: `'WELCOME'`, period: '0', number: '1', at: OLD }],
  ['plays', { ...OWN, gameCode: `'pg'`, stake: '100', isWon: 'true', at: OLD }],
  ['plays', { ...OWN, gameCode: `'pg'`, stake: '100', isWon: 'false', at: OLD }],
  ['refunds', { ...OWN, period: '1', amount: '100', at: OLD }],
  ['coupons', { ...KEYED, slice: `'CASH5'`, wonAt: OLD, expiresAt: `now() + interval '7 days'` }],
  ['spins', { ...OWN, slice: `'CASH5'`, at: OLD }],
]

/**
 * Adds members to a database with the demo's seed and runs ANALYZE. Each member has at least one row in every table
 * that grows with the members, and `each` entries (at least 4). The additional entries move money from the wallet to
 * the game and back.
 */
export const addManyMembers = (db: Db, count: number, each = 4) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    // Disables triggers and foreign-key checks, which would take minutes with many members.
    await tx.execute(sql`set local session_replication_role = 'replica'`)
    for (const [table, row] of ROWS) {
      const columns = Object.keys(row).map((name) => `"${name}"`)
      await tx.execute(
        sql.raw(`insert into "${table}" (${columns}) select ${Object.values(row)} from generate_series(1, ${count}) n`),
      )
    }
    await tx.execute(sql`insert into "inviteShares" ("playId", "inviterId", "inviteeId", amount)
    select plays.id, "inviterId", "memberId", 1 from plays join members on members.id = "memberId"
    where "memberId" like 'many-%' and "inviterId" is not null`)
    await tx.execute(sql`
      with further as (
        insert into entries ("memberId", reason, at) select 'many-' || n, 'transfer', now()
        from generate_series(1, ${count}::integer) n, generate_series(5, ${each}::integer) returning id, "memberId"
      )
      insert into postings ("entryId", "accountId", amount)
      select further.id, accounts.id, case when (kind = 'game') = (further.id % 2 = 0) then 100 else -100 end
      from further join accounts using ("memberId") where kind in ('wallet', 'game')`)
    await tx.execute(sql`analyze`)
  })
