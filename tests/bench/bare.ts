import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Pool, PoolClient } from 'pg'

/** One entry over the locked accounts of a member, in satang by the kind of account. */
async function book(client: PoolClient, memberId: string, lines: Readonly<Record<string, number>>) {
  const { rows } = await client.query<{ id: string; kind: string }>(
    `select id, kind from accounts
     where "memberId" = $1 and kind = any($2) and (kind <> 'game' or "gameCode" = 'pg') order by id for update`,
    [memberId, Object.keys(lines)],
  )
  const { rows: entry } = await client.query<{ id: string }>(
    `insert into entries (reason, at) values ('bare', now()) returning id`,
  )
  for (const { id, kind } of rows) {
    await client.query('update accounts set balance = balance + $1 where id = $2', [lines[kind], id])
    await client.query('insert into postings ("entryId", "accountId", amount) values ($1, $2, $3)', [
      entry[0]?.id,
      id,
      lines[kind],
    ])
  }
  return entry[0]?.id
}

async function addStatement(client: PoolClient, memberId: string, entryId: string | undefined) {
  const { rows: counted } = await client.query<{ count: number }>(
    `update "statementCounts" set count = count + 1 where "memberId" = $1 returning count`,
    [memberId],
  )
  await client.query(
    `insert into statements ("memberId", no, type, status, "from", "to", amount, "createdAt", "entryId")
     values ($1, $2, 'transfer', 'SUCCESS', 'WALLET', 'pg', 100, now(), $3)`,
    [memberId, counted[0]?.count, entryId],
  )
}

async function committed(pool: Pool, act: (client: PoolClient) => Promise<void>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await act(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/**
 * A bare Hono app over {@link bare}: `GET /wallet`, and `POST /transfer` with two commits as an operation has them: one puts
 * the money on its way and adds the row of the operation, one books it where it went.
 */
export function bareApp(pool: Pool, memberId: string): Hono {
  const { read } = bare(pool, memberId)
  return new Hono()
    .get('/wallet', async (c) => c.body(await read(), 200, { 'Content-Type': 'application/json' }))
    .post('/transfer', async (c) => {
      const { baht } = await c.req.json<{ baht: number }>()
      const amount = 100 * baht
      const [from, to] = amount > 0 ? ['wallet', 'game'] : ['game', 'wallet']
      const moved = Math.abs(amount)
      const id = randomUUID()
      await committed(pool, async (client) => {
        await book(client, memberId, { [from]: -moved, transit: moved })
        await client.query(
          `insert into operations (id, kind, "memberId", steps, payload, at, "nextAt")
           values ($1, 'transfer', $2, '[]', '{}', now(), now())`,
          [id, memberId],
        )
      })
      await committed(pool, async (client) => {
        await client.query('select id from operations where id = $1 for update', [id])
        const entryId = await book(client, memberId, { transit: -moved, [to]: moved })
        await addStatement(client, memberId, entryId)
        await client.query(`update operations set state = 'settled', reply = '{}', "endedAt" = now() where id = $1`, [
          id,
        ])
      })
      return c.json({})
    })
}

/**
 * The same on the same database with nothing around it: two queries for the wallet, one transaction with two locked
 * accounts, one entry, its postings and a row of the statement for a transfer. No schema, no login, no key.
 */
export const bare = (pool: Pool, memberId: string) => ({
  read: async () => {
    const { rows: slots } = await pool.query(
      `select games.*, accounts.balance from games left join accounts
       on accounts."gameCode" = games.code and accounts."memberId" = $1 order by games.position`,
      [memberId],
    )
    const { rows: own } = await pool.query(
      `select members.*, accounts.balance from members join accounts
       on accounts."memberId" = members.id and accounts.kind = 'wallet' where members.id = $1`,
      [memberId],
    )
    return JSON.stringify({ own, slots })
  },
  /** Moves `baht` from the wallet into a game, or out of it when below zero. */
  move: (baht: number) =>
    committed(pool, async (client) => {
      const entryId = await book(client, memberId, { wallet: -100 * baht, game: 100 * baht })
      await addStatement(client, memberId, entryId)
    }),
})
