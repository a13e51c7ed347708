import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Actor, waitFor } from 'xstate'
import { conversationId } from '#contract/chat.ts'
import type { Said } from '#server/chat.ts'
import { chatMessages } from '#server/schema/chat.ts'
import { chatOf } from '#src/actors/chat.ts'
import type { Session } from '#src/actors/session.ts'
import type { Hear } from '#src/api/chat-socket.ts'
import { wire } from '#src/api/request.ts'
import { loseReply } from './kit/lose-reply.ts'
import { pngSlip } from './kit/money-in.ts'
import { type Backend, startBackend } from './kit/server.ts'
import { fakeWindow } from './kit/window.ts'

/** The line as the test plays it: it hears what the backend pushes while it stands. */
const line = vi.hoisted(() => ({ hear: null as unknown, joins: [] as string[], stands: true }))
vi.mock('#src/api/chat-socket.ts', () => ({
  openLine: (hear: unknown) => {
    line.hear = hear
    return { connect: () => {}, join: (room: string) => line.joins.push(room), close: () => {} }
  },
}))

const own = { ...wire }
const heard = () => line.hear as Hear
let backend: Backend
let stores: ReturnType<typeof fakeWindow>
let sent: { path: string; headers: Headers }[]
let chat: Actor<ReturnType<typeof chatOf>['logic']>
let end = () => {}

beforeEach(async () => {
  backend = await startBackend()
  await backend.turn('enableChatWidget', true)
  stores = fakeWindow()
  sent = []
  line.joins.length = 0
  line.stands = true
  wire.fetch = (url, init) => {
    sent.push({ path: url, headers: new Headers(init.headers) })
    return backend.fetch(url, init)
  }
  backend.listeners.push(({ conversation }: Said) => line.stands && heard().message(conversation))
  chat = chatOf({ subscribe: () => {} } as unknown as Session)
  end = () => chat.stop()
  await waitFor(history().getSnapshot().children.chatLine as never, (s: { matches: (state: object) => boolean }) =>
    s.matches({ open: 'connecting' }),
  )
})
afterEach(() => {
  end()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

const history = () => {
  const actor = chat.getSnapshot().children.chatHistory
  if (!actor) throw new Error('no history')
  return actor
}
const box = () => {
  const actor = chat.getSnapshot().children.chatBox
  if (!actor) throw new Error('no box')
  return actor
}
const messages = () => history().getSnapshot().context.messages
const known = (n: number) => waitFor(history(), ({ context }) => context.messages.length === n)
const isLive = () =>
  waitFor(history().getSnapshot().children.chatLine as never, (s: { matches: (state: object) => boolean }) =>
    s.matches({ open: 'live' }),
  )
const say = (text: string) => {
  box().send({ type: 'draft.type', text })
  box().send({ type: 'draft.submit' })
}
const guest = () => stores.local.get('guest-id') ?? ''
const answer = (text: string) => backend.form('/chat/say', { to: guest().split('.')[0] ?? '', kind: 'text', text })
const rows = () =>
  backend.db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.chat, guest().split('.')[0] ?? ''))
    .orderBy(chatMessages.seq)
/** The line stands again, and its room says what the newest message is. */
async function join() {
  line.stands = true
  heard().up()
  heard().joined({ joined: true, last: (await rows()).at(-1)?.clientId ?? null })
  await isLive()
}

test('R203 R293 R371 R381 D-23 a guest gets an id, keeps it, and says it in every call; the room is that of its name', async () => {
  await join()
  const [name] = guest().split('.')
  expect(line.joins).toEqual([`krapao_${name}`])
  say('สวัสดี')
  await known(1)
  const calls = sent.filter(({ path }) => path.startsWith('/api/chat/') && !path.endsWith('config'))
  expect(calls.length).toBeGreaterThan(0)
  for (const { headers } of calls) expect(headers.get('Authorization')).toBe(`Guest ${guest()}`)
  expect(sent.map(({ path }) => path).join()).not.toContain('guest-')
})

test('R245 R246 R372 what is said is there once, with the server’s time, before the answer to it', async () => {
  await join()
  say('หนึ่ง')
  await known(1)
  await answer('ตอบ')
  await known(2)
  expect(messages().map(({ sender }) => sender)).toEqual(['customer', 'other'])
  const [row] = await rows()
  expect(messages()[0]?.createdAt).toBe(row?.createdAt.toISOString())
  expect(stores.session.size).toBe(0)
})

test('R248 D-24 exactly once: the answer is lost: sent again it is there once', async () => {
  line.stands = false
  loseReply()
  say('หนึ่ง')
  const item = () => box().getSnapshot().context.items[0]?.ref
  await vi.waitFor(() => expect(item()?.getSnapshot().value).toBe('failed'))
  expect([...stores.session.values()].join()).toContain('หนึ่ง')
  item()?.send({ type: 'item.resend' })
  await known(1)
  expect(await rows()).toHaveLength(1)
  await join()
  expect(messages()).toHaveLength(1)
})

test('D-24 D-50 the answer is lost: the history shows that it has arrived, and nobody has to send it again', async () => {
  line.stands = false
  loseReply()
  say('หนึ่ง')
  await vi.waitFor(() => expect(box().getSnapshot().context.items[0]?.ref.getSnapshot().value).toBe('failed'))
  await join()
  await vi.waitFor(() => expect(box().getSnapshot().context.items).toEqual([]))
  expect(messages()).toHaveLength(1)
})

test('R373 R537 D-25 D-50 what was said while the line was down is fetched, older pages come on demand, all of it once and in order', async () => {
  await join()
  say('หนึ่ง')
  await known(1)
  line.stands = false
  heard().down()
  for (let at = 0; at < 25; at++) await answer(`ตอบ ${at}`)
  await join()
  expect(messages()).toHaveLength(26)
  expect(new Set(messages().map(conversationId)).size).toBe(26)
  const times = messages().map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})

test('R247 R374 R189 a picture is uploaded and sent, and support can see it', async () => {
  await join()
  const file = pngSlip('500.00')
  box().send({ type: 'box.attach', file, facts: { name: file.name, type: file.type, size: file.size } })
  await known(1)
  const [message] = messages()
  const { payload } = (message?.message ?? {}) as { payload: { filePath: string } }
  expect((await backend.app.request(payload.filePath)).status).toBe(200)
})

test('R377 opening the panel has the server mark it as read', async () => {
  await join()
  say('หนึ่ง')
  await known(1)
  await answer('ตอบ')
  await known(2)
  chat.send({ type: 'panel.open' })
  chat.send({ type: 'panel.close' })
  await waitFor(chat, (s) => s.matches({ reading: 'idle' }))
  const reply = await backend.send('GET', '/api/chat/config', { headers: { Authorization: `Guest ${guest()}` } })
  expect(await reply.json()).toMatchObject({ unread: 0 })
})
