import { expect, it, test } from 'vitest'
import { chatFiles } from '#server/core/schema/chat.ts'
import { devices, otps, tokens } from '#server/core/schema/members.ts'
import { limits, requests } from '#server/core/schema/site.ts'
import { sweep } from '#server/domain/sweep.ts'
import { chatMedia } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { filesIn } from '#tests/kit/uploads.ts'

const DAY = 24 * 60 * 60_000

test('at the start what is long over goes, and nothing else', async () => {
  const backend = await startBackend()
  const { db, uploads } = backend
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
  await sweep(db, uploads, now)
  expect((await db.select().from(otps)).map(({ token }) => token)).toEqual(['new'])
  expect((await db.select().from(requests)).map(({ id }) => id)).not.toContain('old')
  expect((await db.select().from(requests)).map(({ id }) => id)).toContain('new')
  expect(await db.select().from(tokens)).toHaveLength(1)
})

it('deletes what was counted a day ago, and devices that were not used for 180 days', async () => {
  const { db, uploads, idOf, now } = await startBackend()
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
  await sweep(db, uploads, now())
  expect((await db.select().from(limits)).map(({ key }) => key)).toEqual(['new'])
  expect((await db.select().from(devices)).map(({ hash }) => hash)).toEqual(['new'])
})

test.each<[string, (backend: Backend, token: string) => Promise<unknown>]>([
  ['ended', ({ call }, token) => call('account.logout', {}, { token })],
  ['expired', async ({ pass }) => pass(31 * 60_000)],
])('keeps a session that has %s for 7 days', async (_, end) => {
  const backend = await startBackend()
  const { db, uploads, now } = backend
  await end(backend, await backend.login())
  const sessions = () => db.$count(tokens)
  await sweep(db, uploads, now() + 7 * DAY - 60 * 60_000)
  expect(await sessions()).toBe(1)
  await sweep(db, uploads, now() + 7 * DAY + 60_000)
  expect(await sessions()).toBe(0)
})

test('at the start files go that were meant for the chat and never sent', async () => {
  const { db, uploads, call, login, now } = await startBackend()
  const token = await login()
  const upload = async () => String((await call('chat.uploadImage', { file: pngSlip() }, { token })).body.path)
  const [sent, unsent] = [await upload(), await upload()]
  await call('chat.send', chatMedia(sent), { token })
  const left = async () => (await db.select().from(chatFiles)).map(({ file }) => `/chat-files/${file}`).sort()
  const before = filesIn(uploads).kept.length
  await sweep(db, uploads, now() + DAY - 60_000)
  expect([await left(), filesIn(uploads).kept.length]).toEqual([[sent, unsent].sort(), before])
  await sweep(db, uploads, now() + DAY + 60_000)
  expect([await left(), filesIn(uploads).kept.length]).toEqual([[sent], before - 1])
})
