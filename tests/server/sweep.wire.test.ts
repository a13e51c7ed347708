import { desc, sql } from 'drizzle-orm'
import { expect, it, test } from 'vitest'
import type { Slip } from '#contract/slip.ts'
import { WALLET } from '#contract/transfer.ts'
import { chatFiles } from '#server/core/schema/chat.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { devices, otps, tokens } from '#server/core/schema/members.ts'
import { operations } from '#server/core/schema/operations.ts'
import { limits, requests } from '#server/core/schema/site.ts'
import { audit } from '#server/domain/audit.ts'
import { sweep } from '#server/domain/sweep.ts'
import { chatMedia } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { filesIn } from '#tests/kit/uploads.ts'

const DAY = 24 * 60 * 60_000

test('the sweep deletes requests after 30 days and SMS codes after one day, and keeps newer ones and the session', async () => {
  const backend = await startBackend()
  const { db, settings } = backend
  await backend.login()
  const now = backend.now()
  await db.insert(requests).values([
    { id: 'old', hash: 'h', at: new Date(now - 30 * DAY - 1_000) },
    { id: 'new', hash: 'h', at: new Date(now - 30 * DAY + 1_000) },
  ])
  const code = { code: 'c', isCurrent: false }
  await db.insert(otps).values([
    { ...code, token: 'old', phone: '0611111111', sentAt: new Date(now - DAY - 1_000) },
    { ...code, token: 'new', phone: '0611111111', sentAt: new Date(now - DAY + 1_000) },
  ])
  await sweep(db, settings, now)
  expect((await db.select().from(otps)).map(({ token }) => token)).toEqual(['new'])
  expect((await db.select().from(requests)).map(({ id }) => id)).not.toContain('old')
  expect((await db.select().from(requests)).map(({ id }) => id)).toContain('new')
  expect(await db.select().from(tokens)).toHaveLength(1)
})

it('the sweep deletes counters after one day, and devices unused for 180 days', async () => {
  const { db, settings, idOf, now } = await startBackend()
  const counted = { count: 1 }
  await db.insert(limits).values([
    { ...counted, key: 'old', since: new Date(now() - DAY - 1_000) },
    { ...counted, key: 'new', since: new Date(now() - DAY + 1_000) },
  ])
  const device = { memberId: await idOf() }
  await db.insert(devices).values([
    { ...device, hash: 'old', seenAt: new Date(now() - 180 * DAY - 1_000) },
    { ...device, hash: 'new', seenAt: new Date(now() - 180 * DAY + 1_000) },
  ])
  await sweep(db, settings, now())
  expect((await db.select().from(limits)).map(({ key }) => key)).toEqual(['new'])
  expect((await db.select().from(devices)).map(({ hash }) => hash)).toEqual(['new'])
})

it('the sweep deletes operations that ended 31 days ago, unless their request is still stored because the clock was set back', async () => {
  const { db, settings, now } = await startBackend()
  const [old, young] = [new Date(now() - 31 * DAY - 1_000), new Date(now() - 31 * DAY + 1_000)]
  const request = { hash: 'h', at: new Date(now() - 30 * DAY + 1_000) }
  const beforeItsRequest = new Date(request.at.getTime() - DAY)
  const row = { kind: 'open' as const, steps: [], payload: {}, reply: {}, at: old, nextAt: old }
  await db.insert(operations).values([
    { ...row, id: 'old', state: 'settled', endedAt: old },
    { ...row, id: 'refused', state: 'refused', endedAt: old },
    { ...row, id: 'young', state: 'settled', endedAt: young },
    { ...row, id: 'open', state: 'unknown', subject: 'open' },
    { ...row, id: 'requested', state: 'settled', endedAt: beforeItsRequest },
  ])
  await db.insert(requests).values([
    { ...request, id: 'requested' },
    { ...request, id: 'old', at: old },
  ])
  await sweep(db, settings, now())
  expect((await db.select().from(operations)).map(({ id }) => id).sort()).toEqual(['open', 'requested', 'young'])
  expect((await db.select().from(requests)).map(({ id }) => id)).toEqual(['requested'])
})

it('the audit reports no errors after a sweep', async () => {
  const backend = await startBackend()
  const { db, settings, call, login, pass, now } = backend
  const token = await login()
  const move = () => call('wallet.transfer', { from: WALLET, to: 'pg', amount: 1 }, { token })
  expect((await move()).status).toBe(200)
  expect(await db.$count(operations)).toBe(1)
  pass(32 * DAY)
  await sweep(db, settings, now())
  expect(await db.$count(operations)).toBe(0)
  expect(await db.$count(requests)).toBe(0)
  expect(await audit(db)).toEqual([])
})

it('the sweep deletes at most 1,000 rows in one statement', async () => {
  const { db, settings, now } = await startBackend()
  const old = new Date(now() - 32 * DAY).toISOString()
  const many = sql`from generate_series(1, 2500) as number`
  const deleted: number[] = []
  const trial = db.transaction(async (tx) => {
    await tx.execute(sql`insert into requests (id, hash, at) select 'r' || number, 'h', ${old} ${many}`)
    await tx.execute(sql`
      insert into operations (id, kind, steps, payload, state, reply, at, "endedAt", "nextAt")
      select 'o' || number, 'open', '[]', '{}', 'settled', '{}', ${old}, ${old}, ${old} ${many}`)
    await tx.execute(sql`create table deleted (rows integer)`)
    await tx.execute(sql`
      create function count_deleted() returns trigger language plpgsql as
      $$ begin insert into deleted select count(*) from gone; return null; end $$`)
    for (const table of [requests, operations])
      await tx.execute(sql`
        create trigger count_deleted after delete on ${table} referencing old table as gone
        for each statement execute function count_deleted()`)
    await sweep(tx, settings, now())
    const { rows } = await tx.execute<{ rows: number }>(sql`select rows from deleted`)
    deleted.push(...rows.map((each) => each.rows))
    tx.rollback()
  })
  await expect(trial).rejects.toThrow('Rollback')
  expect(deleted).toEqual([1_000, 1_000, 500, 1_000, 1_000, 500])
})

test.each<[string, (backend: Backend, token: string) => Promise<unknown>]>([
  ['ended', ({ call }, token) => call('account.logout', {}, { token })],
  ['expired', async ({ pass }) => pass(31 * 60_000)],
])('the sweep keeps a session that has %s for 30 days, like the replies to its changes', async (_, end) => {
  const backend = await startBackend()
  const { db, settings, now } = backend
  await end(backend, await backend.login())
  const sessions = () => db.$count(tokens)
  await sweep(db, settings, now() + 30 * DAY - 60 * 60_000)
  expect(await sessions()).toBe(1)
  await sweep(db, settings, now() + 30 * DAY + 60_000)
  expect(await sessions()).toBe(0)
})

test('the sweep deletes a chat file that has not been sent within a day', async () => {
  const { db, settings, call, login, now } = await startBackend()
  const token = await login()
  const upload = async () =>
    String((await call('chat.uploadImage', { file: pngSlip() }, { token })).body.path).split('?')[0] ?? ''
  const [sent, unsent] = [await upload(), await upload()]
  await call('chat.send', chatMedia(sent), { token })
  const left = async () => (await db.select().from(chatFiles)).map(({ file }) => `/chat-files/${file}`).sort()
  const before = filesIn(settings.uploads).kept.length
  await sweep(db, settings, now() + DAY - 60_000)
  expect([await left(), filesIn(settings.uploads).kept.length]).toEqual([[sent, unsent].sort(), before])
  await sweep(db, settings, now() + DAY + 60_000)
  expect([await left(), filesIn(settings.uploads).kept.length]).toEqual([[sent], before - 1])
})

test('the sweep deletes slip and chat files after a year, but keeps the slip rows (D-61)', async () => {
  const { app, db, settings, call, login, pass, now } = await startBackend()
  const sent = { token: await login() }
  const { body } = await call('chat.uploadImage', { file: pngSlip() }, sent)
  await call('chat.send', chatMedia(String(body.path)), sent)
  await call('wallet.slip', { file: pngSlip() }, sent)
  const slipsOf = async (token: string) =>
    (await call('statement.slips', { page: 1, limit: 100 }, { token })).body.slips as Slip[]
  const before = await slipsOf(sent.token)
  const settled = before.find(({ reference }) => reference)
  const kept = () => filesIn(settings.uploads).kept.length
  const files = kept()
  const [newest] = await db.select().from(slips).orderBy(desc(slips.createdAt)).limit(1)
  pass((newest?.createdAt.getTime() ?? 0) + 365 * DAY - now())
  await sweep(db, settings, now())
  expect(kept()).toBeLessThan(files)
  expect(kept()).toBeGreaterThanOrEqual(2)
  pass(1_000)
  await sweep(db, settings, now())
  expect(kept()).toBe(0)
  expect(await db.$count(chatFiles)).toBe(0)
  const token = await login()
  const after = await slipsOf(token)
  expect(after).toEqual(before.map(({ link: _, reference: __, ...slip }) => slip))
  const picture = await call('statement.reference', { reference: settled?.reference ?? '' }, { token })
  expect(picture).toMatchObject({ status: 404, body: { code: 'NO_DATA' } })
  expect((await app.request(String(body.path))).status).toBe(404)
})
