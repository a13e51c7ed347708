import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Pool, PoolClient } from 'pg'
import { newKey } from '#contract/random.ts'
import { readSettings } from '#server/core/settings.ts'
import { openSession } from '#server/domain/session.ts'
import type { openBackend } from './backend.ts'
import { atRate, type Ratio, type Rounds, rate } from './rate.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const tokenIn = (authorization = '') => hashOf(authorization.slice('Bearer '.length))
const SIGNED_IN = `from tokens join members on members.id = tokens."memberId"
  where tokens.hash = $1 and not "isEnded" and "expiresAt" > now() and "isActive" and hold is null`

/**
 * Locks a member's accounts and books one entry on them, with its audit log row. `lines` are amounts in satang by
 * account kind.
 */
async function book(client: PoolClient, memberId: string, request: string, lines: Readonly<Record<string, number>>) {
  const { rows } = await client.query<{ id: string; kind: string }>(
    `select id, kind from accounts
     where "memberId" = $1 and kind = any($2) and (kind <> 'game' or "gameCode" = 'pg') order by id for update`,
    [memberId, Object.keys(lines)],
  )
  const { rows: entry } = await client.query<{ id: string }>(
    `insert into entries (reason, at, "memberId", "requestId") values ('game', now(), $1, $2) returning id`,
    [memberId, request],
  )
  for (const { id, kind } of rows) {
    await client.query('update accounts set balance = balance + $1 where id = $2', [lines[kind], id])
    await client.query('insert into postings ("entryId", "accountId", amount) values ($1, $2, $3)', [
      entry[0]?.id,
      id,
      lines[kind],
    ])
  }
  await client.query(
    `insert into "auditLog" (at, kind, "memberId", actor, cause, "entryId") values (now(), 'money', $1, $1, $2, $3)`,
    [memberId, request, entry[0]?.id],
  )
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
 * A bare Hono app on the same tables that does only what the calls need: no schemas, limits, logs or headers, and no
 * layer above the driver. Each step is a separate SQL statement, as in a first draft.
 *
 * `GET /wallet` finds the member by token and replies after three queries, the last for pending money. `POST /transfer`
 * commits twice, as an operation does. The first commit stores the idempotency key, reserves the money and adds the
 * operation row. The second books the money at its destination, with a statement row.
 */
function bareApp(pool: Pool): Hono {
  return new Hono()
    .get('/wallet', async (c) => {
      const { rows: own } = await pool.query(
        `select members.*,
           (select balance from accounts where "memberId" = members.id and kind = 'wallet'),
           (select sum(amount) from "inviteShares" where "inviterId" = members.id and "collectedAt" is null) as invited
         ${SIGNED_IN}`,
        [tokenIn(c.req.header('Authorization'))],
      )
      const { rows: slots } = await pool.query(
        `select games.*, accounts.balance from games left join accounts
         on accounts."gameCode" = games.code and accounts."memberId" = $1 order by games.position`,
        [own[0].id],
      )
      const { rows: underWay } = await pool.query(
        `select 'qr' as kind, 'PENDING' as status, amount, "createdAt" from qrcodes
           where "memberId" = $1 and status = 'open' and "expireAt" > now()
         union all select 'slip', status, amount, "createdAt" from slips
           where "memberId" = $1 and "createdAt" > now() - interval '1 day'
         union all select 'withdraw', withdrawals.status, amount, "createdAt"
           from withdrawals join statements using ("memberId", no)
           where "memberId" = $1 and withdrawals.status = 'PENDING'
         union all select 'held', "heldDeposits".status, amount, "createdAt"
           from "heldDeposits" join statements using ("memberId", no)
           where "memberId" = $1 and "heldDeposits".status = 'PENDING'`,
        [own[0].id],
      )
      return c.json({ own, slots, underWay })
    })
    .post('/transfer', async (c) => {
      const { rows } = await pool.query(`select members.id ${SIGNED_IN}`, [tokenIn(c.req.header('Authorization'))])
      const memberId: string = rows[0].id
      const text = await c.req.text()
      const { baht } = JSON.parse(text) as { baht: number }
      const amount = 100 * baht
      const [from, to] = amount > 0 ? ['wallet', 'game'] : ['game', 'wallet']
      const moved = Math.abs(amount)
      const id = hashOf(`${memberId} ${c.req.header('Idempotency-Key')}`)
      await committed(pool, async (client) => {
        await client.query('insert into requests (id, hash, at) values ($1, $2, now())', [id, hashOf(text)])
        await book(client, memberId, id, { [from]: -moved, transit: moved })
        await client.query(
          `insert into operations (id, kind, "memberId", steps, payload, at, "nextAt")
           values ($1, 'transfer', $2, '[]', '{}', now(), now())`,
          [id, memberId],
        )
      })
      await committed(pool, async (client) => {
        await client.query('select id from operations where id = $1 for update', [id])
        const entryId = await book(client, memberId, id, { transit: -moved, [to]: moved })
        await addStatement(client, memberId, entryId)
        await client.query(`update operations set state = 'settled', reply = '{}', "endedAt" = now() where id = $1`, [
          id,
        ])
      })
      return c.json({})
    })
}

/** Compares the demo member's reads and transfers with those of a bare prototype on the same database. */
export async function toBare(bench: Awaited<ReturnType<typeof openBackend>>, pool: Pool, rounds?: Rounds) {
  const { call, db, memberId } = bench
  const bare = bareApp(pool)
  const Authorization = `Bearer ${await openSession(db, memberId, true, { now: Date.now, settings: readSettings({}) })}`
  const read = async () => (await bare.request('/wallet', { headers: { Authorization } })).text()
  const move = async (baht: number) => {
    const headers = { Authorization, 'Idempotency-Key': newKey() }
    const reply = await bare.request('/transfer', { method: 'POST', headers, body: JSON.stringify({ baht }) })
    if (!reply.ok) throw new Error(await reply.text())
  }
  const transfer = (from: string, to: string) => call('POST', '/api/wallet/transfer', { from, to, amount: 1 })
  const ratios: Ratio[] = [
    await rate('wallet, to a bare prototype', atRate(0.8), () => call('GET', '/api/wallet'), read, rounds),
    await rate(
      'transfer there and back, to a bare prototype with two commits',
      atRate(0.7),
      async () => {
        await transfer('WALLET', 'pg')
        await transfer('pg', 'WALLET')
      },
      async () => {
        await move(1)
        await move(-1)
      },
      rounds,
    ),
  ]
  return ratios
}
