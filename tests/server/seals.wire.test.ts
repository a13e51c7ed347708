import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#server/core/db.ts'
import { seals } from '#server/core/schema/seals.ts'
import { audit } from '#server/domain/audit.ts'
import { sealEntries } from '#server/domain/seals.ts'
import { unguarded } from '#tests/kit/database.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

const KEY = 'a key outside the database'
let backend: Backend
let token: string
const add = () => backend.call('wallet.add', { amount: 1 }, { token })
const seal = () => sealEntries(backend.db, KEY)
const faults = () => audit(backend.db, KEY)
const change = (text: string) => unguarded(backend.db, (tx) => tx.execute(sql.raw(text)))
const idOf = async (which: 'min' | 'max') => {
  const { rows } = await backend.db.execute<{ id: number | string }>(sql.raw(`select ${which}(id) as id from entries`))
  return Number(rows[0]?.id)
}

beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
  await add()
  await seal()
  await add()
  await seal()
})

describe('entries are sealed', () => {
  it('once each, in a chain that passes the audit (R385)', async () => {
    const [first, second] = await backend.db.select().from(seals).orderBy(seals.no)
    expect(second?.no).toBe(2)
    expect(first?.entryIds).toContain(await idOf('min'))
    expect(second?.entryIds).toEqual([await idOf('max')])
    expect(await seal()).toBeNull()
    expect(await faults()).toEqual([])
  })

  it('in a later batch if they commit late with a lower id (R385)', async () => {
    const last = await idOf('max')
    await backend.db.execute(sql`select setval('entries_id_seq', ${last + 5})`)
    await add()
    await seal()
    // Simulates a transaction that reserved this id earlier and commits only now.
    await change(`insert into entries (id, reason, at) overriding system value values (${last + 2}, 'game', now())`)
    const late = await seal()
    expect((await backend.db.select().from(seals).orderBy(seals.no)).at(-1)).toMatchObject({
      ...late,
      entryIds: [last + 2],
      lastId: last + 6,
    })
  })

  it('by only one of several concurrent processes (R385)', async () => {
    await add()
    const made = await Promise.all([seal(), seal(), seal()])
    expect(made.filter((each) => each !== null)).toHaveLength(1)
    expect(await faults()).toEqual([])
  })

  it('in rows that cannot be changed or deleted (R385)', async () => {
    await expect(backend.db.update(seals).set({ hash: '' })).rejects.toThrow()
    await expect(backend.db.delete(seals)).rejects.toThrow()
  })
})

describe('the audit reports', () => {
  it.each([
    ['a posting', `update postings set amount = amount * 2 where "entryId" = (select max(id) from entries)`],
    ['an account', `update postings set "accountId" = -"accountId" where "entryId" = (select max(id) from entries)`],
    ['a time', `update entries set at = at + interval '1 second' where id = (select max(id) from entries)`],
    ['a reason', `update entries set reason = 'reward' where id = (select max(id) from entries)`],
    ['a request', `update entries set "requestId" = null where id = (select max(id) from entries)`],
  ])('%s that was changed (R385)', async (_, text) => {
    await change(text)
    expect(await faults()).toContain(`entry ${await idOf('max')} was changed after seal 2`)
  })

  it('an entry that was removed (R385)', async () => {
    const id = await idOf('max')
    await change(`delete from postings where "entryId" = ${id}`)
    await change(`delete from entries where id = ${id}`)
    expect(await faults()).toContain(`entry ${id} was removed after seal 2`)
  })

  it('a seal whose digests were forged (R385)', async () => {
    const id = await idOf('max')
    await change(`update seals set digests = array['forged'] where no = 2`)
    expect(await faults()).toContain(`seal 2 of the entries ${id} to ${id} was not made with the key`)
  })

  it('a seal made without the key over a forged entry (R385)', async () => {
    const forge = (tx: Db) => tx.execute(sql`insert into entries (reason, at) values ('game', now()) returning id`)
    await unguarded(backend.db, forge)
    await sealEntries(backend.db, 'another key')
    const id = await idOf('max')
    expect(await faults()).toContain(`seal 3 of the entries ${id} to ${id} was not made with the key`)
  })

  it('an unsealed entry that is older than the newest seals (R385)', async () => {
    await change(`insert into seals (no, "entryIds", digests, "lastId", hash)
      select n, array[-n], array[''], ${await idOf('max')}, '' from generate_series(3, 203) n`)
    await change(`insert into entries (id, reason, at) overriding system value values (0, 'game', now())`)
    expect(await seal()).toBeNull()
    expect(await faults()).toContain('entry 0 was never sealed')
  })

  it('a missing seal (R385)', async () => {
    await change('delete from seals where no = 1')
    expect(await faults()).toContain('seal 1 is missing')
  })

  it('no forged hash if it has no key to check the seals (R385)', async () => {
    await change(`update seals set hash = 'forged'`)
    expect(await audit(backend.db)).toEqual([])
  })
})
