import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import { type Conversation, guestName, roomOf } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import journal from '#server/migrations/meta/_journal.json' with { type: 'json' }
import { chatText } from '#tests/kit/chat.ts'
import { PROCESSES, withProcesses } from '#tests/kit/chat-processes.ts'
import { loseConnections } from '#tests/kit/lost-connections.ts'
import { until } from '#tests/kit/until.ts'

const LONG = 15_000

/**
 * The number of recorded migrations. All processes start at once on an empty database, and each migration must run only
 * once.
 */
async function migrationsOf(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  await client.end()
  return rows[0].count
}

test(`a chat message sent to one of ${PROCESSES} server processes reaches the sockets of all of them, even if it is long or the database connection was lost (R381–R382)`, async () => {
  await withProcesses({ CHAT_BOT: '0' }, async (processes, database) => {
    const urls = processes.map(({ url }) => url)
    const [first = '', last = ''] = [urls[0], urls.at(-1)]
    const headers = { 'X-Requested-With': 'wallet-user', 'Content-Type': 'application/json' }
    const { guestId, PREFIX } = await (await fetch(`${first}/api/chat/config`, { headers })).json()
    if (database) expect(await migrationsOf(database)).toBe(journal.entries.length)
    const heard = new Map<string, string[]>()
    const sockets: Socket[] = []
    for (const url of urls) {
      const socket = io(url, { transports: ['websocket'], auth: { guestId } })
      sockets.push(socket)
      const texts: string[] = []
      heard.set(url, texts)
      socket.on('messaging', ({ clientId }: Conversation) => texts.push(clientId ?? ''))
      expect(await socket.emitWithAck('join', roomOf(PREFIX, guestName(guestId)))).toMatchObject({ joined: true })
    }
    const said: string[] = []
    const expectHeard = () => until(() => expect([...heard.values()]).toEqual(urls.map(() => said)))

    for (const url of [first, last]) {
      said.push(`by-${said.length}`)
      const Authorization = `Guest ${guestId}`
      await fetch(`${url}/api/chat/send-message`, {
        method: 'POST',
        headers: { ...headers, Authorization, 'Idempotency-Key': newKey() },
        body: JSON.stringify(chatText('hello', said.at(-1))),
      })
      await expectHeard()
    }
    const tell = async (text: string) => {
      said.push(`by-${said.length}`)
      const message = JSON.stringify({ message_type: 'text', payload: { message: text } })
      const body = new URLSearchParams({ to: guestName(guestId), message, clientId: said.at(-1) ?? '' })
      await fetch(`${last}/sandbox/chat/say`, { method: 'POST', body, redirect: 'manual' })
    }
    await tell('x'.repeat(LONG))
    await expectHeard()

    if (database) await loseConnections(database, 1)
    await tell('again')
    await expectHeard()
    for (const socket of sockets) socket.close()
  })
}, 120_000)
