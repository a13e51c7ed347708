import { createHmac } from 'node:crypto'
import { desc, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/core/db.ts'
import { seals } from '#server/core/schema/seals.ts'

const SEAL_LOCK = 7_200_003
/** The maximum number of entries per seal. */
const BATCH = 10_000
/**
 * How many seals late an entry may be (assumed). An entry is late if its transaction commits after a transaction whose
 * entry has a greater id. A process makes at most one seal every 3 s.
 */
const LATE = 200
/** The number of seals read at once. */
const PAGE = 20

type Sealed = Omit<typeof seals.$inferSelect, 'hash' | 'at'>

const hashOf = (key: string, before: string, { no, entryIds, digests, lastId }: Sealed) =>
  createHmac('sha256', key)
    .update(JSON.stringify([no, before, lastId, entryIds, digests]))
    .digest('hex')

/** The SHA-256 of an entry and its postings, in hexadecimal digits. */
const digest = sql`encode(sha256(convert_to(jsonb_build_array(
  entries.id, reason, reference, extract(epoch from at), "memberId", "requestId",
  (select jsonb_agg(jsonb_build_array("accountId", amount) order by "accountId") from postings where "entryId" = entries.id)
)::text, 'UTF8')), 'hex')`

/** Entries up to this id are no longer sealed. */
const floor = sql`coalesce((select "lastId" from seals where no = (select max(no) from seals) - ${LATE}::integer), 0)`

/**
 * Seals the oldest unsealed entries, and uses `key` to chain their seal to the previous one. Returns the number and
 * hash of the new seal, or null if there is nothing to seal or another process is sealing.
 */
export const sealEntries = (db: Db, key: string): Promise<{ no: number; hash: string } | null> =>
  db.transaction(async (tx) => {
    const lock = await tx.execute<{ isOurs: boolean }>(sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as "isOurs"`)
    if (!lock.rows[0]?.isOurs) return null
    const [last = { no: 0, hash: '', lastId: 0 }] = await tx.select().from(seals).orderBy(desc(seals.no)).limit(1)
    const { rows } = await tx.execute<{ id: number | string; digest: string }>(sql`
      select id, ${digest} as digest from entries
      where id > ${floor} and not exists (
        select from (select unnest("entryIds") as sealed from (
          select "entryIds" from seals order by no desc limit ${LATE}
        ) as newest) as ids where sealed = id
      ) order by id limit ${BATCH}`)
    if (rows.length === 0) return null
    const entryIds = rows.map(({ id }) => Number(id))
    const digests = rows.map((row) => row.digest)
    const sealed = { no: last.no + 1, entryIds, digests, lastId: Math.max(last.lastId, entryIds.at(-1) ?? 0) }
    const hash = hashOf(key, last.hash, sealed)
    await tx.insert(seals).values({ ...sealed, hash })
    return { no: sealed.no, hash }
  })

/** Selects the entries that no longer match their seal, for the seals with a number above `no` and up to `to`. */
const changed = (no: number, to: number) => sql`
  select sealed.id, sealed.no, entries.id is null as "isGone"
  from (
    select no, unnest("entryIds") as id, unnest(digests) as digest from seals where no > ${no} and no <= ${to}
  ) as sealed
  left join entries on entries.id = sealed.id
  where entries.id is null or sealed.digest <> ${digest}
  order by 1`

const strays = sql`
  with sealed as (select unnest("entryIds") as id from seals)
  select id, 'is in two seals' as what from sealed group by id having count(*) > 1
  union all
  select id, 'was never sealed' from entries
  where id <= ${floor} and not exists (select from sealed where sealed.id = entries.id)`

/**
 * Returns a line for each entry that differs from its seal, was removed, is in two seals, or has an old id but was
 * never sealed, and for each seal that is missing. If there is a `key`, also returns a line for each seal that was not
 * made with it.
 */
export async function checkSeals(tx: Db, key?: string): Promise<string[]> {
  const wrong: string[] = []
  let last = { no: 0, hash: '', lastId: 0 }
  for (;;) {
    const page = await tx.select().from(seals).where(gt(seals.no, last.no)).orderBy(seals.no).limit(PAGE)
    const end = page.at(-1)
    if (!end) break
    const { rows } = await tx.execute<{ id: number; no: number; isGone: boolean }>(changed(last.no, end.no))
    for (const { id, no, isGone } of rows)
      wrong.push(`entry ${id} was ${isGone ? 'removed' : 'changed'} after seal ${no}`)
    for (const seal of page) {
      const { no, entryIds, lastId, hash } = seal
      if (no !== last.no + 1) wrong.push(`seal ${last.no + 1} is missing`)
      const least = entryIds.reduce((id, next) => Math.max(id, next), last.lastId)
      if (lastId !== least || (key !== undefined && hash !== hashOf(key, last.hash, seal)))
        wrong.push(`seal ${no} of the entries ${entryIds[0]} to ${entryIds.at(-1)} was not made with the key`)
      last = seal
    }
  }
  const { rows } = await tx.execute<{ id: number; what: string }>(strays)
  return [...wrong, ...rows.map(({ id, what }) => `entry ${id} ${what}`)]
}
