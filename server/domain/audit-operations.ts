import { sql } from 'drizzle-orm'
import { type Check, moved } from './audit-check.ts'

/** The amount that an operation has put in transit to or from games, in satang. */
const asked = sql`case kind
  when 'transfer' then (payload ->> 'amount')::bigint
  when 'clear' then (payload ->> 'back')::bigint
    + coalesce((select sum((game ->> 'balance')::bigint) from jsonb_array_elements(payload -> 'games') as game), 0)
  else 0 end`

const transitOf = sql`
  select "memberId", sum(${asked}) as amount from operations where state in ('sent', 'unknown') group by "memberId"`

/**
 * The entries that operations book, by kind and state. `taken` means that one game paid out the money and the other
 * refused it.
 */
const BOOKED = sql`values
  ('transfer', 'open', 'transfer asked'), ('transfer', 'settled', 'transfer asked, transfer'),
  ('transfer', 'refused', 'transfer asked, transfer refused'), ('transfer', 'taken', 'transfer asked, transfer'),
  ('clear', 'open', 'bonus end asked'), ('clear', 'settled', 'bonus end asked, bonus ended'),
  ('clear', 'refused', 'bonus end asked, bonus kept'), ('gift', 'settled', 'deposit'), ('gift', 'settled', 'deposit held'), ('invite', 'settled', 'reward')`

/** Rules for operations. They cover the money in transit, and the outcome that each operation stores when it ends. */
export const OPERATION_CHECKS: readonly Check[] = [
  {
    name: 'what is on its way to or from a game has an operation',
    query: sql`
      select accounts.id::text as row, 'holds ' || balance || ', operations say ' || coalesce(asked.amount, 0) as what
      from accounts left join (${transitOf}) as asked on asked."memberId" = accounts."memberId"
      where accounts.kind = 'transit' and balance <> coalesce(asked.amount, 0)`,
  },
  {
    name: 'an operation has an outcome after twenty checks, or within ten minutes if nobody checks',
    query: sql`
      select id as row, kind || ' has none since ' || at || ' after ' || attempts || ' checks' as what from operations
      where state in ('sent', 'unknown') and (attempts > 20 or "nextAt" < now() - interval '10 minutes')`,
  },
  {
    name: 'an operation that has ended says when, and what was answered',
    query: sql`
      select id as row, state || ' without ' || case when "endedAt" is null then 'a time' else 'an answer' end as what
      from operations
      where state in ('settled', 'refused') and ("endedAt" is null or (reply is null and sealed is null))`,
  },
  {
    name: 'an operation has booked what its state says',
    query: sql`
      with each as (
        select operations.id, kind, state, payload ->> 'source' as source, ${asked} as asked,
          coalesce(reasons, '') as reasons, least, most
        from operations left join (
          select "requestId", string_agg(reason, ', ' order by id) as reasons, min(amount) as least, max(amount) as most
          from entries join (${moved}) as moved on moved."entryId" = entries.id
          where "requestId" is not null group by "requestId"
        ) as booked on "requestId" = operations.id
      )
      select id as row, kind || ' of ' || asked || ' is ' || state || ', it booked '
        || case reasons when '' then 'nothing' else reasons || ' of ' || least || ' to ' || most end as what
      from each
      where case
        when kind = 'clear' and asked = 0 then reasons <> ''
        when kind in ('transfer', 'clear') and (least <> asked or most <> asked) then true
        else reasons not in (
          select reasons from (${BOOKED}) as booked(kind, state, reasons)
          where booked.kind = each.kind
            and (booked.state = case when each.state in ('sent', 'unknown') then 'open' else each.state end
              or booked.state = 'taken' and each.state = 'refused' and source is not null)
          union all
          select '' where (each.kind, each.state) not in (values ('gift', 'settled'), ('invite', 'settled'))
            and each.kind not in ('transfer', 'clear')
        ) end`,
  },
  {
    name: 'a game account that was opened, and a code that was issued, exist',
    query: sql`
      select id as row, kind || ' has left nothing' as what from operations
      where state = 'settled' and case kind
        when 'open' then not exists (
          select from accounts where accounts.kind = 'game' and accounts."memberId" = operations."memberId"
            and "gameCode" = payload ->> 'gameCode')
        when 'qr' then reply ->> 'hasQrcode' = 'true'
          and not exists (select from qrcodes where qrcodes.id = operations.payload ->> 'id')
        else false end`,
  },
]
