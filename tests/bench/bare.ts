import type { Pool } from 'pg'

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
  move: async (baht: number) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ id: string; kind: string }>(
        `select id, kind from accounts where "memberId" = $1 and (kind = 'wallet' or "gameCode" = 'pg') order by id for update`,
        [memberId],
      )
      const { rows: entry } = await client.query<{ id: string }>(
        `insert into entries (reason, at) values ('bare', now()) returning id`,
      )
      for (const { id, kind } of rows) {
        const amount = (kind === 'wallet' ? -100 : 100) * baht
        await client.query('update accounts set balance = balance + $1 where id = $2', [amount, id])
        await client.query('insert into postings ("entryId", "accountId", amount) values ($1, $2, $3)', [
          entry[0]?.id,
          id,
          amount,
        ])
      }
      const { rows: counted } = await client.query<{ count: number }>(
        `update "statementCounts" set count = count + 1 where "memberId" = $1 returning count`,
        [memberId],
      )
      await client.query(
        `insert into statements ("memberId", no, type, status, "from", "to", amount, "createdAt")
         values ($1, $2, 'transfer', 'SUCCESS', 'WALLET', 'pg', 100, now())`,
        [memberId, counted[0]?.count],
      )
      await client.query('commit')
      return JSON.stringify(rows)
    } finally {
      client.release()
    }
  },
})
