import { beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { type PlayedChat, playChat } from '#tests/kit/chat-client.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { line } from '#tests/kit/played-line.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

let backend: Backend
let chat: PlayedChat
beforeEach(async () => {
  backend = await startBackend()
  chat = await playChat(backend)
})

test('a guest stores a new id, sends it in every later call, and joins the room named after that id (R203, R293, R371, R381, D-23)', async () => {
  await chat.join()
  const [name] = chat.guest().split('.')
  expect(line.joins).toEqual([`krapao_${name}`])
  chat.say('สวัสดี')
  await chat.known(1)
  const calls = chat.sent.filter(({ path }) => path.startsWith('/api/chat/') && !path.endsWith('config'))
  expect(calls.length).toBeGreaterThan(0)
  for (const { headers } of calls) expect(headers.get('Authorization')).toBe(`Guest ${chat.guest()}`)
  expect(chat.sent.map(({ path }) => path).join()).not.toContain('guest-')
})

test('a sent message appears once, with the server’s time (R245, R246, R372)', async () => {
  await chat.join()
  chat.say('หนึ่ง')
  await chat.known(1)
  await chat.answer('ตอบ')
  await chat.known(2)
  expect(chat.messages().map(({ sender }) => sender)).toEqual(['customer', 'other'])
  const [row] = await chat.rows()
  expect(chat.messages()[0]?.createdAt).toBe(row?.createdAt.toISOString())
  expect(chat.stores.session.size).toBe(0)
})

test('a message that is resent after a lost reply is stored once (R248, D-24)', async () => {
  chat.cut(false)
  loseReply()
  chat.say('หนึ่ง')
  await chat.failed()
  expect([...chat.stores.session.values()].join()).toContain('หนึ่ง')
  await chat.resend()
  expect(await chat.rows()).toHaveLength(1)
  await chat.join()
  expect(chat.messages()).toHaveLength(1)
})

test('a message whose reply was lost is found in the history without being resent (D-24, D-50)', async () => {
  chat.cut(false)
  loseReply()
  chat.say('หนึ่ง')
  await chat.failed()
  await chat.join()
  await until(() => expect(chat.items()).toEqual([]))
  expect(chat.messages()).toHaveLength(1)
})

test('the chat loads the messages that were missed during a disconnect, exactly once and in order (R373, R537, D-25, D-50)', async () => {
  await chat.join()
  chat.say('หนึ่ง')
  await chat.known(1)
  chat.cut()
  for (let at = 0; at < 25; at++) await chat.answer(`ตอบ ${at}`)
  await chat.join()
  expect(chat.messages()).toHaveLength(26)
  expect(new Set(chat.ids()).size).toBe(26)
  const times = chat.messages().map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})

test('the chat uploads and sends a picture, and the server then serves that picture (R247, R374, R189)', async () => {
  await chat.join()
  const file = pngSlip('500.00')
  chat.box().send({ type: 'box.attach', file, facts: { name: file.name, type: file.type, size: file.size } })
  await chat.known(1)
  const [message] = chat.messages()
  const { payload } = (message?.message ?? {}) as { payload: { filePath: string } }
  expect((await backend.app.request(payload.filePath)).status).toBe(200)
})

test('opening the panel marks messages as read on the server (R377)', async () => {
  await chat.join()
  chat.say('หนึ่ง')
  await chat.known(1)
  await chat.answer('ตอบ')
  await chat.known(2)
  chat.chat().send({ type: 'panel.open' })
  chat.chat().send({ type: 'panel.close' })
  await waitFor(chat.chat(), (s) => s.matches({ reading: 'idle' }))
  expect(await chat.unreadThere()).toBe(0)
})

test('the panel tracks whether the page is hidden or visible (R250)', async () => {
  await chat.join()
  chat.chat().send({ type: 'panel.open' })
  for (const [hidden, state] of [
    [true, 'hidden'],
    [false, 'seen'],
  ] as const) {
    Object.assign(document, { hidden })
    document.dispatchEvent(new Event('visibilitychange'))
    expect(chat.chat().getSnapshot().value).toMatchObject({ panel: { open: state } })
  }
})
