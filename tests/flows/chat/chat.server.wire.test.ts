import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CHAT_TEXT_MOST, type Conversation, chatCalls } from '#contract/chat.ts'
import { newKey } from '#contract/random.ts'
import type { Db } from '#server/core/db.ts'
import { chats } from '#server/core/schema/chat.ts'
import type { Said } from '#server/core/world.ts'
import { DEMO } from '#server/demo/seed.ts'
import { chatText, guestOf, historyOf } from '#tests/kit/chat.ts'
import { logged } from '#tests/kit/logged.ts'
import { type Backend, type Sent, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
let memberId: string
let pushed: Said[]
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(DEMO.bonus.username)
  memberId = await backend.idOf(DEMO.bonus.username)
  pushed = []
  backend.listeners.push((said) => pushed.push(said))
})

const say = (text: string, sent: Sent, clientId = newKey()) => backend.call('chat.send', chatText(text, clientId), sent)
const textsOf = async (sent: Sent) =>
  (await historyOf(backend, sent)).map(({ message }) => (message.payload as { message: string }).message)
const answer = (to: string, text: string) => backend.form('/chat/say', { to, kind: 'text', text })
const refused = (code: string, status: number) => ({ status, body: { code, message: code } })

describe('a message (R372, D-24)', () => {
  test("is stored as sent, with the server’s time and the member's name (R184–R186)", async () => {
    const more = {
      session_id: 's-1',
      username: 'somebody',
      name: 'Somebody',
      deviceToken: 'd-1',
      createdAt: '1999-01-01T00:00:00Z',
    }
    const { body } = await backend.call('chat.send', { ...chatText('สวัสดี', 'id-1'), ...more }, { token })
    expect(Date.parse(String(body.createdAt))).toBe(backend.now())
    const said: Conversation = {
      sender: 'customer',
      message: { message_type: 'text', payload: { message: 'สวัสดี' }, deliver: 'succeed' },
      createdAt: String(body.createdAt),
      session_id: 's-1',
      userId: memberId,
      username: DEMO.bonus.username,
      name: DEMO.bonus.name,
      deviceToken: 'd-1',
      clientId: 'id-1',
    }
    expect(await historyOf(backend, { token })).toEqual([said])
    expect(pushed).toEqual([{ owner: memberId, conversation: { ...said, previous: null } }])
    const guest = await guestOf(backend)
    await backend.call('chat.send', { ...chatText('x', 'id-1'), ...more }, guest.sent)
    const [theirs] = await historyOf(backend, guest.sent)
    expect(theirs).toMatchObject({ guestId: guest.name, username: 'somebody', name: 'Somebody', clientId: 'id-1' })
    expect(JSON.stringify(theirs)).not.toContain(guest.guestId)
  })

  test('is returned exactly as sent, even if it contains quotes, backslashes, line breaks and markup', async () => {
    const text = `"}],'\\u0022\\</script><!--\u2028\n\t`
    await say(text, { token })
    expect(await textsOf({ token })).toEqual([text])
  })

  test('gets the original reply if it is resent with another idempotency key, and is pushed only once', async () => {
    const first = await say('one', { token }, 'id-1')
    backend.pass(60_000)
    const again = await Promise.all([say('one', { token }, 'id-1'), say('one, changed', { token }, 'id-1')])
    expect(again).toEqual([first, first])
    expect([await textsOf({ token }), pushed.length]).toEqual([['one'], 1])
  })

  test('is stored once even if it arrives many times at the same moment', async () => {
    await say('zero', { token })
    const replies = await Promise.all(Array.from({ length: 8 }, () => say('one', { token }, 'id-1')))
    expect(new Set(replies.map(({ body }) => body.createdAt)).size).toBe(1)
    expect([await textsOf({ token }), pushed.length]).toEqual([['one', 'zero'], 2])
  })

  test('carries the id of its predecessor, even if many messages arrive at the same moment', async () => {
    await say('zero', { token })
    await Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 ? say('x', { token }) : answer(memberId, 'y'))))
    const ids = (await historyOf(backend, { token })).map(({ clientId }) => clientId).reverse()
    const chain = new Map(pushed.map(({ conversation: { clientId, previous } }) => [clientId, previous]))
    expect(ids.map((id) => chain.get(id))).toEqual([null, ...ids.slice(0, -1)])
  })

  test('is refused if support has used its id in the same conversation, but accepted in another conversation', async () => {
    await backend.form('/chat/say', { to: memberId, kind: 'text', text: 'hello', clientId: 'id-1' })
    expect(await say('x', { token }, 'id-1')).toEqual(refused('NO_DATA', 400))
    expect((await say('x', (await guestOf(backend)).sent, 'id-1')).status).toBe(200)
    expect(await textsOf({ token })).toEqual(['hello'])
  })

  test('is neither stored nor pushed if it is refused or the database fails', async () => {
    await backend.turn('enableChatWidget', false)
    expect(await say('x', { token })).toEqual(refused('NO_DATA', 403))
    expect(await textsOf({ token })).toEqual([])
    await backend.turn('enableChatWidget', true)
    const lines = logged()
    await backend.db.execute(sql`alter table requests add constraint never check (reply is null) not valid`)
    expect((await say('x', { token })).status).toBe(500)
    await backend.db.execute(sql`alter table requests drop constraint never`)
    expect([await textsOf({ token }), pushed, lines.length]).toEqual([[], [], 1])
  })

  test('is pushed once if the database aborts the transaction and the server retries it', async () => {
    const { transaction } = backend.db
    const spy = vi.spyOn(backend.db, 'transaction').mockImplementationOnce(((run: (tx: Db) => Promise<unknown>) =>
      transaction.call(backend.db, async (tx) => {
        await run(tx)
        throw Object.assign(new Error('deadlock'), { code: '40P01' })
      })) as never)
    expect((await say('x', { token })).status).toBe(200)
    expect(spy).toHaveBeenCalledTimes(2)
    spy.mockRestore()
    expect([await textsOf({ token }), pushed.length]).toEqual([['x'], 1])
  })

  test('must contain non-blank text of at most 2,000 characters (R285–R286)', async () => {
    expect((await say('x'.repeat(CHAT_TEXT_MOST), { token })).status).toBe(200)
    for (const text of ['', ' \n', 'x'.repeat(CHAT_TEXT_MOST + 1)])
      expect(await say(text, { token })).toEqual(refused('NO_DATA', 400))
    const good = chatText('x')
    for (const wrong of [
      { ...good, sender: 'other' },
      { ...good, clientId: '' },
      { ...good, message: { message_type: 'generic', payloads: [] } },
      { ...good, message: { message_type: 'text' } },
      { ...good, isAdmin: true },
    ])
      expect(await backend.call('chat.send', wrong as never, { token })).toEqual(refused('NO_DATA', 400))
  })

  test('is stored with the label of the pressed button (R195)', async () => {
    const message = { message_type: 'postback', payload: { message: 'เงินไม่เข้า', payload: 'missing' } } as const
    await backend.call('chat.send', { ...chatText('x'), message }, { token })
    expect((await historyOf(backend, { token }))[0]?.message).toEqual({ ...message, deliver: 'succeed' })
  })
})

describe('the history (R373, R537)', () => {
  test('is returned only to its owner, in pages sorted strictly by time, newest first', async () => {
    const guest = await guestOf(backend)
    for (let i = 0; i < 25; i++) await (i % 2 ? answer(memberId, `m${i}`) : say(`m${i}`, { token }))
    await say('guest', guest.sent)
    const pages = [0, 10, 20, 25].map((skip) => backend.call('chat.history', { limit: 10, skip }, { token }))
    const read = (await Promise.all(pages)).map(({ body }) => v.parse(chatCalls['chat.history'].reply, body))
    expect(read.map((page) => page.length)).toEqual([10, 10, 5, 0])
    expect(read.flat().map(({ message }) => message.payload)).toEqual(
      Array.from({ length: 25 }, (_, at) => ({ message: `m${24 - at}` })),
    )
    const times = read.flat().map(({ createdAt }) => createdAt)
    expect([...new Set(times)].sort().reverse()).toEqual(times)
    expect(await textsOf(guest.sent)).toEqual(['guest'])
  })

  test('keeps its order when the clock stops or goes back', async () => {
    await say('one', { token })
    backend.pass(-60_000)
    await say('two', { token })
    expect(await textsOf({ token })).toEqual(['two', 'one'])
    const [two = '', one = ''] = (await historyOf(backend, { token })).map(({ createdAt }) => createdAt)
    expect(Date.parse(two)).toBe(Date.parse(one) + 1)
  })
})

test('a message from support counts as unread until the member marks it as read, also in the wallet (R377, R663)', async () => {
  const unread = async () => (await backend.call('chat.config', {}, { token })).body.unread
  const inWallet = async () => (await backend.call('wallet.get', {}, { token })).body.unreadMessages
  await backend.call('chat.read', {}, { token })
  expect([await unread(), await backend.db.$count(chats, eq(chats.owner, memberId))]).toEqual([0, 0])
  await say('x', { token })
  for (const text of ['one', 'two']) await answer(memberId, text)
  expect([await unread(), await inWallet()]).toEqual([2, 2])
  await backend.turn('enableChatWidget', false)
  expect(await inWallet()).toBeUndefined()
  await backend.turn('enableChatWidget', true)
  await backend.call('chat.read', {}, { token })
  expect([await unread(), await inWallet()]).toEqual([0, undefined])
  await answer(memberId, 'three')
  expect(await unread()).toBe(1)
})

test('the server reports the time of the newest message along with the number of unread messages (R250)', async () => {
  const counted = async () => (await backend.call('chat.config', {}, { token })).body.newest
  const before = await counted()
  await answer(memberId, 'one')
  const [newest] = await historyOf(backend, { token })
  expect(await counted()).toBe(newest?.createdAt)
  expect(before).not.toBe(newest?.createdAt)
})

test('marking a message as read leaves later messages unread, and marking an earlier or unknown message changes nothing (R377)', async () => {
  const unread = async () => (await backend.call('chat.config', {}, { token })).body.unread
  await say('x', { token })
  for (const text of ['one', 'two', 'three']) await answer(memberId, text)
  const [, two, one] = await historyOf(backend, { token })
  await backend.call('chat.read', { upTo: two?.clientId }, { token })
  expect(await unread()).toBe(1)
  for (const upTo of [one?.clientId, 'nothing of the kind']) await backend.call('chat.read', { upTo }, { token })
  expect(await unread()).toBe(1)
})
