import { expect, test } from 'vitest'
import { CHAT_CHECK, CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { frozen } from './kit/frozen.ts'
import { listener, start } from './kit/start.ts'
import chatHistory from './models/chat-history.model.ts'
import { page, text, who } from './models/fixtures/chat.ts'
import { noAnswer } from './models/fixtures/failures.ts'

const more = { type: 'history.more' as const }
const older = Array.from({ length: CHAT_PAGE }, (_, at) => text(`o${at}`, at - CHAT_PAGE))

async function begun(found: readonly Conversation[] = page) {
  const owner = listener()
  const it = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: frozen(chatLineMachine) } })
  await it.send({ type: 'line.configured', who, unread: 3 }, { type: 'line.missed', found, since: null })
  return { ...it, told: () => owner.heard, ids: () => it.now().context.messages.map(({ clientId }) => clientId) }
}

test('R371 the owner hears who is speaking, and what there is, which is no news', async () => {
  const it = await begun()
  expect(it.told()).toEqual([
    { type: 'history.begun', who, unread: 3 },
    { type: 'history.grown', messages: page, isNew: false },
  ])
})

test('R537 D-25 an older page comes after as many as the server has, and stands before them', async () => {
  const it = await begun()
  await it.send({ type: 'history.add', message: text('c1', 30, 'customer') }, more, more)
  expect(it.asked('chat.history')).toEqual([{ ...who, limit: CHAT_PAGE, skip: CHAT_PAGE + 1 }])
  await it.answer('chat.history', older.toReversed())
  expect(it.ids()).toEqual([...older, ...page].map(({ clientId }) => clientId).concat('c1'))
  expect(it.now().context.hasOlder).toBe(true)
})

test('R537 a page that is not full is the last', async () => {
  const it = await begun()
  await it.send(more)
  await it.answer('chat.history', [text('o9', -1)])
  await it.send(more)
  expect([it.asked('chat.history').length, it.now().context.hasOlder]).toEqual([1, false])
})

test('R537 a first page that is not full has nothing before it', async () => {
  const it = await begun(page.slice(1))
  await it.send(more)
  expect(it.asked('chat.history')).toEqual([])
})

test('D-50 a line that is cut meanwhile: the page is fetched again after 5 s, or when the player asks', async () => {
  const it = await begun()
  await it.send(more)
  await it.fail('chat.history', noAnswer)
  await it.pass(CHAT_CHECK)
  await it.fail('chat.history', noAnswer)
  await it.send(more)
  await it.answer('chat.history', older.toReversed())
  expect(it.ids()).toHaveLength(2 * CHAT_PAGE)
})

test('D-50 what was missed is news, but for what is known of it', async () => {
  const it = await begun()
  const found = [...page, text('m10', 10)]
  await it.send({ type: 'line.missed', found, since: 'm9' })
  expect(it.told().at(-1)).toEqual({ type: 'history.grown', messages: [text('m10', 10)], isNew: true })
  expect(it.ids()).toHaveLength(CHAT_PAGE + 1)
})

test('R382 a message that comes twice is there once, and news once', async () => {
  const it = await begun()
  const message = text('m10', 10)
  await it.send({ type: 'line.message', message }, { type: 'line.message', message })
  expect(it.ids()).toHaveLength(CHAT_PAGE + 1)
  expect(it.told().slice(-2)).toEqual([
    { type: 'history.grown', messages: [message], isNew: true },
    { type: 'history.grown', messages: [], isNew: true },
  ])
})
