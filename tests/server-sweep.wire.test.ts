import { expect, test } from 'vitest'
import { otps, requests, tokens } from '#server/schema.ts'
import { sweep } from '#server/sweep.ts'
import { startBackend } from './kit/server.ts'

const DAY = 24 * 60 * 60_000

test('at the start what is long over goes, and nothing else', async () => {
  const { db, login } = await startBackend()
  await login()
  const now = Date.now()
  await db.insert(requests).values([
    { id: 'old', hash: 'h', at: new Date(now - 31 * DAY) },
    { id: 'new', hash: 'h', at: new Date(now - 29 * DAY) },
  ])
  const code = { code: 'c', isCurrent: false }
  await db.insert(otps).values([
    { ...code, token: 'old', phone: '0611111111', sentAt: new Date(now - DAY - 1_000) },
    { ...code, token: 'new', phone: '0611111111', sentAt: new Date(now - DAY + 1_000) },
  ])
  await sweep(db, now)
  expect((await db.select().from(otps)).map(({ token }) => token)).toEqual(['new'])
  expect((await db.select().from(requests)).map(({ id }) => id)).not.toContain('old')
  expect((await db.select().from(requests)).map(({ id }) => id)).toContain('new')
  expect(await db.select().from(tokens)).toHaveLength(1)
  await sweep(db, now + 90 * DAY)
  expect(await db.select().from(tokens)).toHaveLength(0)
})
