import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'

/** A rule of the books; `query` returns the rows that break it, in the columns `row` and `what`. */
type Check = { name: string; query: SQL }

const transitOf = sql`
  select "memberId", sum(case kind
    when 'transfer' then (payload ->> 'amount')::bigint
    when 'clear' then (payload ->> 'back')::bigint
      + coalesce((select sum((game ->> 'balance')::bigint) from jsonb_array_elements(payload -> 'games') as game), 0)
    else 0 end) as amount
  from operations where state in ('sent', 'unknown') group by "memberId"`

/** Rules that hold at any time, recomputed from the rows themselves. */
const CHECKS: readonly Check[] = [
  {
    name: 'an account holds what its postings say',
    query: sql`
      select accounts.id::text as row, 'holds ' || balance || ', its postings say ' || coalesce(posted, 0) as what
      from accounts
      left join (select "accountId", sum(amount) as posted from postings group by "accountId") as sums
        on sums."accountId" = accounts.id
      where balance <> case kind when 'outside' then 0 else coalesce(posted, 0) end`,
  },
  {
    name: 'no account is below zero',
    query: sql`select id::text as row, 'holds ' || balance as what from accounts where balance < 0`,
  },
  {
    name: 'the postings of an entry add up to zero',
    query: sql`
      select "entryId"::text as row, 'adds up to ' || sum(amount) as what
      from postings group by "entryId" having sum(amount) <> 0 or count(*) < 2`,
  },
  {
    name: 'an entry has postings',
    query: sql`
      select id::text as row, 'has none' as what from entries
      where not exists (select from postings where "entryId" = entries.id)`,
  },
  {
    name: 'what waits for the bank is put aside',
    query: sql`
      select accounts.id::text as row, 'holds ' || balance || ', withdrawals say ' || coalesce(asked, 0) as what
      from accounts
      left join (
        select "memberId", sum(amount) as asked from withdrawals join statements using ("memberId", no)
        where withdrawals.status = 'PENDING' group by "memberId"
      ) as waiting on waiting."memberId" = accounts."memberId"
      where kind = 'pending' and balance <> coalesce(asked, 0)`,
  },
  {
    name: 'what is on its way to or from a game has an operation',
    query: sql`
      select accounts.id::text as row, 'holds ' || balance || ', operations say ' || coalesce(asked.amount, 0) as what
      from accounts left join (${transitOf}) as asked on asked."memberId" = accounts."memberId"
      where accounts.kind = 'transit' and balance <> coalesce(asked.amount, 0)`,
  },
  {
    name: 'an operation has an outcome within ten minutes',
    query: sql`
      select id as row, kind || ' has none since ' || at as what from operations
      where state in ('sent', 'unknown') and "nextAt" < now() - interval '10 minutes'`,
  },
  {
    name: 'an operation that has ended says when, and what was answered',
    query: sql`
      select id as row, state || ' without ' || case when "endedAt" is null then 'a time' else 'an answer' end as what
      from operations
      where state in ('settled', 'refused') and ("endedAt" is null or (reply is null and sealed is null))`,
  },
  {
    name: 'the rows of a statement are numbered without a gap',
    query: sql`
      select counts."memberId" as row, 'has ' || count(statements.no) || ' rows, and counts ' || counts.count as what
      from "statementCounts" as counts left join statements on statements."memberId" = counts."memberId"
      group by counts."memberId", counts.count
      having count(statements.no) <> counts.count or coalesce(max(statements.no), 0) <> counts.count`,
  },
  {
    name: 'a gift link that was cashed is credited',
    query: sql`
      select hash as row, 'has no entry' as what from "giftLinks"
      where not exists (select from entries where reference = 'TRUEMONEY:' || "giftLinks".hash)`,
  },
  {
    name: 'a code that was paid is credited with what came in',
    query: sql`
      select id as row, 'is ' || status || ' with ' || "paidAmount" as what from qrcodes
      where (status = 'paid') <> ("paidAmount" > 0)`,
  },
]

/** Returns a line for each row of the books that breaks a rule. Reads one state of the database, and changes nothing. */
export const audit = (db: Db): Promise<string[]> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const wrong: string[] = []
      for (const { name, query } of CHECKS) {
        const found = await tx.execute<{ row: string; what: string }>(query)
        wrong.push(...found.rows.map(({ row, what }) => `${name}: ${row} ${what}`))
      }
      return wrong
    },
    { accessMode: 'read only', isolationLevel: 'repeatable read' },
  )
