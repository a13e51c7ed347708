import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Db, prepared } from '#server/core/db.ts'
import { limits } from '#server/core/schema/site.ts'
import { startBackend } from '#tests/kit/server.ts'

const adder = () =>
  prepared((db) =>
    db
      .insert(limits)
      .values({ key: sql.placeholder('key'), count: 1, since: new Date(0) })
      .prepare('add a limit'),
  )
const keysOf = async (db: Db) => (await db.select({ key: limits.key }).from(limits)).map(({ key }) => key).sort()

it('a prepared statement runs in the transaction that executes it, wherever it was built', async () => {
  const { db } = await startBackend()
  const before = await keysOf(db)
  const add = adder()
  await add(db).execute({ key: 'outside' })
  const undone = db.transaction(async (tx) => {
    await add(tx).execute({ key: 'inside' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await keysOf(db)).toEqual([...before, 'outside'].sort())
})

it('a prepared statement built in a transaction still works after the transaction ends', async () => {
  const { db } = await startBackend()
  const before = await keysOf(db)
  const add = adder()
  await db.transaction((tx) => add(tx).execute({ key: 'inside' }))
  await add(db).execute({ key: 'outside' })
  expect(await keysOf(db)).toEqual([...before, 'inside', 'outside'].sort())
})
