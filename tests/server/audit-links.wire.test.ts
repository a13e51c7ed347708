import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#server/domain/audit.ts'
import { unguarded } from '#tests/kit/database.ts'
import type { Backend } from '#tests/kit/server.ts'
import { siteInUse } from '#tests/kit/site-in-use.ts'

let backend: Backend
beforeEach(async () => {
  backend = await siteInUse()
})

it('the audit reports no errors for a site in use (R385)', async () => {
  expect(await audit(backend.db)).toEqual([])
})

/** Returns a condition that selects the newest row of `table` that satisfies `fits`. */
const newest = (table: string, order: string, fits: string) =>
  sql.raw(`ctid = (select ctid from ${table} where ${fits} order by ${order} desc limit 1)`)
const entryOf = (reason: string) => sql`(select max(id) from entries where reason = ${reason})`

/**
 * The audit rules, each with changes to single rows that break the rule. Each change returns the row that the audit
 * must report.
 */
const BROKEN: Record<string, SQL[]> = {
  'a row of a statement says what its entry did': [
    sql`"entryId" = ${entryOf('transfer')}`,
    sql`"entryId" = (select min(id) from entries where reason = 'seed' and "memberId" <> statements."memberId")`,
    sql`amount = amount + 1`,
    sql`"createdAt" = "createdAt" + interval '1 second'`,
    sql`status = 'FAILED'`,
    sql`type = 'bonus'`,
  ].map(
    (change) => sql`update statements set ${change} where ${newest('statements', 'no', `type = 'deposit'`)}
      returning "memberId" || ' ' || no as row`,
  ),
  'the statement shows what moved': [
    sql`delete from statements where ${newest('statements', 'no', 'true')} returning "entryId" as row`,
  ],
  'a withdrawal is what its row and its entries say': [
    ...[
      sql`status = 'FAILED'`,
      sql`status = 'PENDING', "endEntryId" = null`,
      sql`"endEntryId" = ${entryOf('deposit')}`,
    ].map(
      (change) => sql`update withdrawals set ${change} where "endEntryId" = ${entryOf('withdrawal paid')}
        returning id as row`,
    ),
    sql`update statements set status = 'FAILED' from withdrawals
      where statements."memberId" = withdrawals."memberId" and statements.no = withdrawals.no
        and withdrawals.${newest('withdrawals', 'no', `status = 'PENDING'`)} returning withdrawals.id as row`,
  ],
  'a row of a withdrawal has its withdrawal': [
    sql`delete from withdrawals where ${newest('withdrawals', 'no', `status = 'PENDING'`)}
      returning "memberId" || ' ' || no as row`,
  ],
  'an entry ends one withdrawal': [
    sql`delete from withdrawals where "endEntryId" = ${entryOf('withdrawal rejected')} returning "endEntryId" as row`,
  ],
  'a slip is what its entry says': [
    sql`amount = amount + 1`,
    sql`reference = 'ANOTHER'`,
    sql`"entryId" = ${entryOf('transfer')}`,
  ].map((change) => sql`update slips set ${change} where reference = 'AUDIT1' returning id as row`),
  'what was credited for a slip has one': [
    sql`update slips set status = 'FAILED', "entryId" = null where reference = 'AUDIT1'
      returning (select id from entries where reference = 'SLIP:AUDIT1') as row`,
  ],
  'an operation has booked what its state says': [
    ...['transfer', 'clear', 'gift'].flatMap((kind) =>
      ['refused', 'sent'].map(
        (state) => sql`update operations set state = ${state}
          where ${newest('operations', 'at', `kind = '${kind}'`)} returning id as row`,
      ),
    ),
    sql`update operations set payload = jsonb_set(payload, '{amount}', '1') where kind = 'transfer' returning id as row`,
    sql`update operations set state = 'refused', kind = 'invite' where kind = 'gift' returning id as row`,
    sql`update operations set kind = 'invite' where kind = 'qr' returning id as row`,
    sql`update operations set kind = 'qr' where kind = 'gift' returning id as row`,
    sql`update entries set "requestId" = null where reason = 'bonus ended'
      returning (select id from operations where kind = 'clear') as row`,
  ],
  'an entry has its event and its request': [
    sql`delete from "auditLog" where ${newest('"auditLog"', 'id', `kind = 'money'`)} returning "entryId" as row`,
    ...[sql`actor = 'nobody'`, sql`cause = 'another'`, sql`"memberId" = null`].map(
      (change) => sql`update "auditLog" set ${change} where ${newest('"auditLog"', 'id', `kind = 'money'`)}
        returning "entryId" as row`,
    ),
    sql`update entries set "requestId" = null where id = ${entryOf('withdraw')} returning id as row`,
    sql`delete from requests where ${newest('requests', 'at', `id = (select "requestId" from entries order by id desc limit 1)`)}
      returning (select max(id) from entries) as row`,
  ],
}

describe.each(Object.entries(BROKEN))('the audit reports the row that breaks the rule “%s”', (rule, changes) => {
  it.each(changes.map((change, at) => [at + 1, change] as const))('after change %i (R385)', async (_, change) => {
    const { rows } = await unguarded(backend.db, (tx) => tx.execute<{ row: unknown }>(change))
    expect(rows).toHaveLength(1)
    expect((await audit(backend.db)).map((line) => `${line} `)).toContainEqual(
      expect.stringContaining(`${rule}: ${rows[0]?.row} `),
    )
  })
})
