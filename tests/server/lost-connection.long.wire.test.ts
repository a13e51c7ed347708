import { spawnSync } from 'node:child_process'
import { and, eq, gte, sql } from 'drizzle-orm'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { type Conversation, guestName, roomOf } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import { WALLET } from '#contract/transfer.ts'
import { openPostgres } from '#server/core/db.ts'
import { entries } from '#server/core/schema/money.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { inOwnDatabase } from '#tests/bench/database.ts'
import { chatText } from '#tests/kit/chat.ts'
import { withProcesses } from '#tests/kit/chat-processes.ts'
import { LOSE_CONNECTIONS, loseConnections } from '#tests/kit/lost-connections.ts'
import { expectSound } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

const POSTGRES = [process.env.TEST_DATABASE_URL || []].flat()
const AT_ONCE = 16
/** More than the chat's 4 connections, so that the chat runs out of connections if lost ones are not released. */
const LOSSES = 5
/** Size of the connection pool for calls. */
const POOL = 20

it('the server survives lost database connections under load, and a failed change takes effect once when it is retried (R385)', async () => {
  await withProcesses({ CHAT_BOT: '0' }, async (processes, database) => {
    const urls = processes.map(({ url }) => url)
    const [first = '', last = ''] = [urls[0], urls.at(-1)]
    const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'wallet-user' }
    const get = async (url: string, path: string, Authorization = '') =>
      (await fetch(`${url}/api/${path}`, { headers: { ...headers, Authorization } })).json()
    const post = (path: string, input: object, Authorization = '', key = newKey()) =>
      fetch(`${first}/api/${path}`, {
        method: 'POST',
        headers: { ...headers, Authorization, 'Idempotency-Key': key },
        body: JSON.stringify(input),
      })
    const { username } = DEMO.member
    const login = await post('login', { username, password: DEMO_PASSWORD, remember: false })
    const bearer = `Bearer ${(await login.json()).token}`
    const before = await get(first, 'wallet', bearer)
    const since = new Date()

    let isOver = false
    let moved = 0
    let failed = 0
    async function move(from: string, to: string, key = newKey()): Promise<void> {
      const { status } = await post('wallet/transfer', { from, to, amount: 1 }, bearer, key)
      if (status >= 500) {
        failed += 1
        return move(from, to, key)
      }
      expect(status).toBe(200)
      moved += 1
    }
    async function moveThereAndBack() {
      do {
        await move(WALLET, 'pg')
        await move('pg', WALLET)
      } while (!isOver)
    }
    const losing = database ? loseConnections(database, LOSSES) : Promise.resolve()
    const end = () => {
      isOver = true
    }
    await Promise.all([losing.finally(end), ...Array.from({ length: AT_ONCE }, moveThereAndBack)])

    if (database) expect(failed).toBeGreaterThan(0)
    else expect(failed).toBe(0)
    for (const url of urls) expect(await get(url, 'health')).toEqual({ status: 'ready' })
    expect(await get(first, 'wallet', bearer)).toEqual(before)
    if (database) {
      const { db, close } = await openPostgres(database)
      await expectSound(db)
      expect(await db.$count(entries, and(eq(entries.reason, 'transfer'), gte(entries.at, since)))).toBe(moved)
      await close()
    }

    const { guestId, PREFIX } = await get(first, 'chat/config')
    const socket = io(last, { transports: ['websocket'], auth: { guestId } })
    const heard: unknown[] = []
    socket.on('messaging', ({ clientId }: Conversation) => heard.push(clientId))
    expect(await socket.emitWithAck('join', roomOf(PREFIX, guestName(guestId)))).toMatchObject({ joined: true })
    const sent = await post('chat/send-message', chatText('hello', 'said-at-the-first'), `Guest ${guestId}`)
    expect(sent.status).toBe(200)
    await until(() => expect(heard).toEqual(['said-at-the-first']))
    socket.close()
  })
}, 120_000)

it.for(POSTGRES)(
  'the server replaces connections that are lost before the first statement of a transaction (R385)',
  async (url) => {
    await inOwnDatabase(url, async (own) => {
      const { db, close } = await openPostgres(own)
      const all = <T>(act: () => Promise<T>) => Promise.allSettled(Array.from({ length: POOL }, act))
      await all(() => db.execute(sql`select pg_sleep(0.1)`))
      // Another process closes the connections while this process is blocked, so that the pool hands them out before it
      // notices the loss.
      const lose = `import pg from 'pg'
      const client = new pg.Client({ connectionString: process.argv[1] })
      await client.connect()
      await client.query(process.argv[2])
      await client.end()`
      const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', lose, own, LOSE_CONNECTIONS])
      expect(status).toBe(0)
      const lost = await all(() => db.transaction((tx) => tx.execute(sql`select 1`)))
      expect(new Set(lost.map(({ status }) => status))).toEqual(new Set(['rejected']))
      const next = await all(() => db.transaction((tx) => tx.execute(sql`select 1`)))
      expect(new Set(next.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
      await close()
    })
  },
)
