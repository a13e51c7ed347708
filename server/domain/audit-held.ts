import { sql } from 'drizzle-orm'
import { type Check, moved } from './audit-check.ts'

/** Rules for deposits that are held because they exceed one of the member's limits. */
export const HELD_CHECKS: readonly Check[] = [
  {
    name: 'what a limit holds is put aside',
    query: sql`
      select accounts.id::text as row, 'holds ' || balance || ', held deposits say ' || coalesce(waits, 0) as what
      from accounts
      left join (
        select "memberId", sum(amount) as waits from "heldDeposits" join statements using ("memberId", no)
        where "heldDeposits".status = 'PENDING' group by "memberId"
      ) as waiting on waiting."memberId" = accounts."memberId"
      where kind = 'held' and balance <> coalesce(waits, 0)`,
  },
  {
    name: 'a held deposit is what its row and its entries say',
    query: sql`
      select "heldDeposits".id as row, 'is ' || "heldDeposits".status || ', its row ' || coalesce(statements.status, 'missing')
        || ', its entry ' || coalesce(begins.reason, 'missing')
        || ', its end ' || coalesce(ends.reason || ' (' || ends.id || ')', 'missing') as what
      from "heldDeposits"
      left join statements using ("memberId", no)
      left join entries as begins on begins.id = statements."entryId"
      left join entries as ends on ends.id = "endEntryId"
      left join (${moved}) as moved on moved."entryId" = "endEntryId"
      where (statements.type = 'deposit' and statements.status = "heldDeposits".status and begins.reason = 'deposit held'
        and case "heldDeposits".status
          when 'PENDING' then "endEntryId" is null
          else ends."memberId" = "heldDeposits"."memberId" and moved.amount = statements.amount and ends.reason =
            case "heldDeposits".status when 'SUCCESS' then 'deposit released' else 'deposit returned' end
        end) is not true`,
  },
  {
    name: 'an entry that held a deposit has its held deposit',
    query: sql`
      select entries.id::text as row, 'has none' as what
      from entries join statements on "entryId" = entries.id
      where reason = 'deposit held' and not exists (
        select from "heldDeposits" as held where held."memberId" = statements."memberId" and held.no = statements.no
      )`,
  },
  {
    name: 'an entry ends one held deposit',
    query: sql`
      select entries.id::text as row, reason || ' ends ' || count("heldDeposits".id) as what
      from entries left join "heldDeposits" on "endEntryId" = entries.id
      where reason in ('deposit released', 'deposit returned')
      group by entries.id having count("heldDeposits".id) <> 1`,
  },
]
