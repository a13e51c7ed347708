import { expect, test } from 'vitest'
import { CHAT_CHECK, CHAT_PAGE } from '#contract/chat.ts'
import { listener, start } from './kit/start.ts'
import chatHistory from './models/chat-history.model.ts'
import { page, text, who } from './models/fixtures/chat.ts'
import { noAnswer } from './models/fixtures/failures.ts'

const HISTORY = 'chat.history'
const begun = { type: 'line.configured', who, unread: 2 } as const
const first = { type: 'line.missed', found: page, since: null } as const
const more = { type: 'history.more' } as const

async function begin() {
  const owner = listener()
  const it = await start(chatHistory, { owner: owner.ref as never })
  await it.send(begun)
  const ids = () => it.now().context.messages.map(({ clientId }) => clientId)
  return { ...it, ids, told: owner.heard }
}
async function known() {
  const it = await begin()
  await it.send(first)
  return it
}
const pageIds = page.map(({ clientId }) => clientId)

test('R373 the first page is shown oldest first; that it was there before is told, and who is speaking', async () => {
  const it = await known()
  expect(it.ids()).toEqual(pageIds)
  expect(it.told).toEqual([
    { type: 'history.begun', who, unread: 2 },
    { type: 'history.grown', messages: page, isNew: false },
  ])
})

test('R382 D-25 a message is added once, however it comes, and is told as new', async () => {
  const it = await known()
  const message = text('m10', 10)
  await it.send({ type: 'line.message', message }, { type: 'line.message', message })
  await it.send({ type: 'line.missed', found: [message, text('m11', 11)], since: 'm9' })
  expect(it.ids()).toEqual([...pageIds, 'm10', 'm11'])
  expect(it.told.slice(2)).toEqual([
    { type: 'history.grown', messages: [message], isNew: true },
    { type: 'history.grown', messages: [], isNew: true },
    { type: 'history.grown', messages: [text('m11', 11)], isNew: true },
  ])
})

test('R246 the player’s own stands where the server’s time puts it, and is not told as news', async () => {
  const it = await known()
  await it.send({ type: 'line.message', message: text('m12', 12) })
  const { length } = it.told
  await it.send({ type: 'history.add', message: text('c1', 11, 'customer') })
  expect([it.ids().slice(-2), it.told.length]).toEqual([['c1', 'm12'], length])
})

test('R373 R537 older ones come ten at a time, after those that are known; a short page is the last', async () => {
  const it = await known()
  await it.send({ type: 'line.message', message: text('m10', 10) }, more, more)
  expect(it.asked(HISTORY)).toEqual([{ ...who, limit: CHAT_PAGE, skip: CHAT_PAGE + 1 }])
  await it.answer(HISTORY, [text('m-1', -1), text('m-2', -2)])
  expect(it.ids()).toEqual(['m-2', 'm-1', ...pageIds, 'm10'])
  await it.send(more)
  expect(it.asked(HISTORY)).toHaveLength(1)
})

test('R537 a whole page may have more before it', async () => {
  const it = await known()
  await it.send(more)
  await it.answer(
    HISTORY,
    page.map((_, at) => text(`o${at}`, -1 - at)),
  )
  await it.send(more)
  expect(it.asked(HISTORY)).toMatchObject([{ skip: CHAT_PAGE }, { skip: 2 * CHAT_PAGE }])
})

test('R537 where a short page was the first there is nothing older', async () => {
  const it = await begin()
  await it.send({ type: 'line.missed', found: page.slice(0, 3), since: null }, more)
  expect(it.asked(HISTORY)).toEqual([])
})

test('a page that does not come is asked for again after 5 s, or when the player wants it', async () => {
  const it = await known()
  await it.send(more)
  await it.fail(HISTORY, noAnswer)
  expect(it.now().value).toBe('failed')
  await it.pass(CHAT_CHECK)
  expect(it.asked(HISTORY)).toHaveLength(2)
  await it.fail(HISTORY, noAnswer)
  await it.send(more)
  expect([it.asked(HISTORY).length, it.ids()]).toEqual([3, pageIds])
})
