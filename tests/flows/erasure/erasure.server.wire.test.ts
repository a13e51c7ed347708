import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DAY } from '#contract/limits.ts'
import { auditLog } from '#server/core/schema/audit-log.ts'
import { members } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { hashPassword } from '#server/domain/password.ts'
import { type Backend, dump, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(undefined, true)
})

const erase = (password = DEMO_PASSWORD, key?: string) =>
  backend.call('data.erase', { password }, { token, ...(key !== undefined && { key }) })
const keep = () => backend.call('data.keep', {}, { token })
const request = async (as = token) => (await backend.call('data.erasure', {}, { token: as })).body
/** The kinds of the audit log's rows about erasure, oldest first. */
const audited = async () =>
  (await backend.db.select().from(auditLog).where(like(auditLog.kind, 'erasure %')).orderBy(auditLog.id)).map(
    ({ kind }) => kind,
  )

test('an erasure request is stored with its time and recorded in the audit log (R615, R616)', async () => {
  expect(await request()).toEqual({ askedAt: null })
  const askedAt = new Date(backend.now()).toISOString()
  expect(await erase()).toEqual({ status: 200, body: { askedAt } })
  backend.pass(DAY)
  expect(await request()).toEqual({ askedAt })
  const [row] = await backend.db.select().from(auditLog).where(eq(auditLog.kind, 'erasure asked'))
  const memberId = await backend.idOf()
  expect(row).toMatchObject({ memberId, actor: memberId, at: new Date(askedAt) })
})

test('a second erasure request keeps the original time and adds no row to the audit log (R615)', async () => {
  const first = await erase()
  backend.pass(DAY)
  expect(await erase()).toEqual(first)
  expect(await audited()).toEqual(['erasure asked'])
})

test('resending a cancelled erasure request with its idempotency key returns the stored reply and makes no new request (R618)', async () => {
  const first = await erase(DEMO_PASSWORD, 'same')
  await keep()
  expect(await erase(DEMO_PASSWORD, 'same')).toEqual(first)
  expect(await request()).toEqual({ askedAt: null })
})

test('an erasure request with a wrong password is refused, recorded in the audit log and not stored (R615)', async () => {
  expect(await erase('wrong-word-1')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
  expect(await request()).toEqual({ askedAt: null })
  expect(await audited()).toEqual(['erasure refused'])
})

test('ten wrong passwords block further erasure requests in the same session (R615)', async () => {
  for (let at = 0; at < 10; at++) expect((await erase('wrong-word-1')).body.code).toBe('WRONG_PASSWORD')
  expect(await erase()).toMatchObject({ status: 429, body: { code: 'REQUEST_LIMIT' } })
})

test('an erasure request is refused if the password changes while the server checks it (R615)', async () => {
  const { db } = backend
  const transaction = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementation(async (run, config) => {
    await db.update(members).set({ password: await hashPassword('another-one-1') })
    return transaction(run, config)
  })
  onTestFinished(() => vi.mocked(db.transaction).mockRestore())
  expect((await erase()).body.code).toBe('WRONG_PASSWORD')
})

test('cancelling an erasure request needs no password, and a repeated cancellation adds no row to the audit log (R617)', async () => {
  await erase()
  expect(await keep()).toEqual({ status: 200, body: { askedAt: null } })
  expect(await keep()).toEqual({ status: 200, body: { askedAt: null } })
  expect(await request()).toEqual({ askedAt: null })
  expect(await audited()).toEqual(['erasure asked', 'erasure cancelled'])
})

test('an erasure request stores only its time and does not block the account (R615, D-70)', async () => {
  const { db } = backend
  const other = await backend.login(DEMO.bonus.username)
  const rest = () => dump(db, ['members', 'auditLog', 'eventOrigins', 'requests', 'tokens', 'limits'])
  const before = await rest()
  await erase()
  expect(await rest()).toBe(before)
  expect(await request(other)).toEqual({ askedAt: null })
  expect((await backend.call('wallet.withdraw', { amount: 100 }, { token })).status).toBe(200)
})

test('the copy of a member’s data contains the time of the erasure request (R610)', async () => {
  const { body } = await erase()
  const page = await backend.call('data.page', { after: 'start' }, { token })
  expect(page.body.records).toEqual([expect.objectContaining({ erasureAskedAt: body.askedAt })])
})
