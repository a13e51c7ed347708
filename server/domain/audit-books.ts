import { sql } from 'drizzle-orm'
import { QR_PROVIDERS } from '#contract/qr.ts'
import { type Check, moved } from './audit-check.ts'

/** The combinations of reason, statement type and statement status that an entry may have. */
const SHOWN = sql`values
  ('deposit', 'deposit', 'SUCCESS'), ('deposit held', 'deposit', 'PENDING'), ('deposit held', 'deposit', 'SUCCESS'),
  ('deposit held', 'deposit', 'FAILED'), ('reward', 'bonus', 'SUCCESS'), ('bonus ended', 'finish_bonus', 'SUCCESS'),
  ('transfer', 'transfer', 'SUCCESS'), ('transfer', 'transfer', 'FAILED'), ('transfer refused', 'transfer', 'FAILED'),
  ('withdraw', 'withdraw', 'PENDING'), ('withdraw', 'withdraw', 'SUCCESS'), ('withdraw', 'withdraw', 'FAILED')`

/** The QR code providers. Their payment references begin with these names. */
const QR = sql.join(
  QR_PROVIDERS.map((name) => sql`${name}`),
  sql`, `,
)

/** Rules for accounts, entries, postings, and the statement rows that players see. */
export const BOOK_CHECKS: readonly Check[] = [
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
    name: 'a code that was paid says what came in',
    query: sql`
      select id as row, 'is ' || status || ' with ' || "paidAmount" as what from qrcodes
      where (status = 'paid') <> ("paidAmount" > 0)`,
  },
  {
    name: 'what came in for the codes of a member is credited',
    query: sql`
      select "memberId" || ' ' || provider as row,
        'codes say ' || coalesce(paid, 0) || ', entries say ' || coalesce(credited, 0) as what
      from (select "memberId", provider, sum("paidAmount") as paid from qrcodes group by "memberId", provider) as codes
      full join (
        select "memberId", split_part(reference, ':', 1) as provider, sum(moved.amount) as credited
        from entries join (${moved}) as moved on moved."entryId" = entries.id
        where reason in ('deposit', 'deposit held') and split_part(reference, ':', 1) in (${QR})
        group by "memberId", split_part(reference, ':', 1)
      ) as deposits using ("memberId", provider)
      where coalesce(paid, 0) <> coalesce(credited, 0)`,
  },
  {
    name: 'a row of a statement says what its entry did',
    query: sql`
      select "memberId" || ' ' || no as row, status || ' ' || type || ' of ' || amount || ' at ' || "createdAt" || ' has '
        || coalesce('entry ' || "entryId" || ', ' || reason || ' of ' || "movedAmount" || ' at ' || at, 'no entry') as what
      from (
        select statements.*, entries.reason, entries.at, entries."memberId" as "owner", moved.amount as "movedAmount"
        from statements left join entries on entries.id = "entryId" left join (${moved}) as moved using ("entryId")
      ) as each
      where (case reason
        when 'seed' then coalesce("owner", "memberId") = "memberId"
        when 'bonus kept' then
          "owner" = "memberId" and at = "createdAt" and type = 'transfer' and status = 'SUCCESS' and "movedAmount" >= amount
        else
          "owner" = "memberId" and at = "createdAt" and "movedAmount" = amount and (reason, type, status) in (${SHOWN})
        end) is not true`,
  },
  {
    name: 'the statement shows what moved',
    query: sql`
      select id::text as row, reason || ' has no row' as what from entries
      where reason in (select reason from (${SHOWN}) as shown(reason))
        and not exists (select from statements where "entryId" = entries.id)`,
  },
  {
    name: 'a withdrawal is what its row and its entries say',
    query: sql`
      select withdrawals.id as row, 'is ' || withdrawals.status || ', its row ' || coalesce(statements.status, 'missing')
        || ', its end ' || coalesce(ends.reason || ' (' || ends.id || ')', 'missing') as what
      from withdrawals
      left join statements using ("memberId", no)
      left join entries as ends on ends.id = "endEntryId"
      left join (${moved}) as moved on moved."entryId" = "endEntryId"
      where (statements.type = 'withdraw' and statements.status = withdrawals.status and case
        when withdrawals.status = 'PENDING' then "endEntryId" is null
        when ends.reason = 'seed' then coalesce(ends."memberId", withdrawals."memberId") = withdrawals."memberId"
        else ends."memberId" = withdrawals."memberId" and moved.amount = statements.amount and ends.reason =
          case withdrawals.status when 'SUCCESS' then 'withdrawal paid' else 'withdrawal rejected' end
        end) is not true`,
  },
  {
    name: 'a row of a withdrawal has its withdrawal',
    query: sql`
      select "memberId" || ' ' || no as row, 'has none' as what from statements
      where type = 'withdraw' and not exists (
        select from withdrawals where withdrawals."memberId" = statements."memberId" and withdrawals.no = statements.no
      )`,
  },
  {
    name: 'an entry ends one withdrawal',
    query: sql`
      select entries.id::text as row, reason || ' ends ' || count(withdrawals.id) as what
      from entries left join withdrawals on "endEntryId" = entries.id
      where reason in ('withdrawal paid', 'withdrawal rejected')
      group by entries.id having count(withdrawals.id) <> 1`,
  },
  {
    name: 'a slip is what its entry says',
    query: sql`
      select slips.id as row, 'is ' || status || ' with ' || slips.amount || ', its entry is '
        || coalesce(reason || ' of ' || moved.amount || ' (' || entries.id || ')', 'missing') as what
      from slips left join entries on entries.id = "entryId" left join (${moved}) as moved using ("entryId")
      where (case
        when status <> 'SUCCESS' then "entryId" is null
        when reason = 'seed' then coalesce(entries."memberId", slips."memberId") = slips."memberId"
        else entries."memberId" = slips."memberId" and entries.reference = 'SLIP:' || slips.reference
          and moved.amount = slips.amount
        end) is not true`,
  },
  {
    name: 'what was credited for a slip has one',
    query: sql`
      select entries.id::text as row, entries.reference || ' has ' || count(slips.id) as what
      from entries left join slips on "entryId" = entries.id
      where entries.reference like 'SLIP:%' group by entries.id having count(slips.id) <> 1`,
  },
  {
    name: 'an entry has its event and its request',
    query: sql`
      select entries.id::text as row, reason || ' of request ' || coalesce("requestId", 'none') || case
        when "auditLog".id is null then ' has no event'
        when "requestId" is not distinct from case when actor = "auditLog"."memberId" then cause end
          and "auditLog"."memberId" is not distinct from entries."memberId" then ' has no such request'
        else ' has the event ' || "auditLog".id || ' of ' || actor || ', ' || cause end as what
      from entries left join "auditLog" on "auditLog"."entryId" = entries.id
      where (
        "auditLog"."memberId" is not distinct from entries."memberId"
        and (actor = "auditLog"."memberId" or actor in ('bank', 'checker', 'game', 'limits', 'operator'))
        and "requestId" is not distinct from case when actor = "auditLog"."memberId" then cause end
        and ("requestId" is null
          or exists (select from requests where id = "requestId") or exists (select from operations where id = "requestId")
          -- Requests are deleted after 30 days, operations a day later.
          or entries.at < (select coalesce(min(requests.at) + interval '1 minute', 'infinity') from requests))
      ) is not true`,
  },
]
