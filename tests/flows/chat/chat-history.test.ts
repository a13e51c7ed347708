import { expect, test } from 'vitest'
import { CHAT_CHECK, CHAT_PAGE, type Conversation } from '#contract/chat.ts'
import { chatLineMachine } from '#machines/chat-line.machine.ts'
import { frozen } from '#tests/kit/frozen.ts'
import { page, text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import chatHistory from './chat-history.model.ts'

const more = { type: 'history.more' as const }
const older = Array.from({ length: CHAT_PAGE }, (_, at) => text(`o${at}`, at - CHAT_PAGE))

async function begun(found: readonly Conversation[] = page) {
  const owner = listener()
  const it = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: frozen(chatLineMachine) } })
  await it.send({ type: 'line.configured', who, unread: 3 }, { type: 'line.missed', found, since: undefined })
  return { ...it, told: () => owner.heard, ids: () => it.now().context.messages.map(({ clientId }) => clientId) }
}

test('R371 the owner hears who is speaking, and what there is, which is no news', async () => {
  const it = await begun()
  expect(it.told()).toEqual([
    { type: 'history.begun', who, unread: 3 },
    { type: 'history.grown', messages: page, kind: 'first', newest: 'm9', isFetched: true },
  ])
})

test('R537 D-25 an older page comes after as many as the server has, and stands before them', async () => {
  const it = await begun()
  await it.send({ type: 'history.add', message: text('c1', 30, 'customer') }, more, more)
  expect(it.asked('older')).toEqual([{ who, skip: CHAT_PAGE + 1, first: page[0] }])
  await it.answer('older', { found: older, hasOlder: true })
  expect(it.ids()).toEqual([...older, ...page].map(({ clientId }) => clientId).concat('c1'))
  expect([it.now().context.hasOlder, it.asked('older').length]).toEqual([true, 1])
  await it.send(more)
  expect(it.asked('older')).toHaveLength(2)
})

test('R537 a page that is not full is the last', async () => {
  const it = await begun()
  await it.send(more)
  await it.answer('older', { found: [text('o9', -1)], hasOlder: false })
  await it.send(more)
  expect([it.asked('older').length, it.now().context.hasOlder]).toEqual([1, false])
})

test('R537 a first page that is not full has nothing before it', async () => {
  const it = await begun(page.slice(1))
  await it.send(more)
  expect(it.asked('older')).toEqual([])
})

test('D-50 a line that is cut meanwhile: the page is fetched again after 5 s, or when the player asks', async () => {
  const it = await begun()
  await it.send(more)
  await it.fail('older', noAnswer)
  await it.pass(CHAT_CHECK)
  await it.fail('older', noAnswer)
  await it.send(more)
  await it.answer('older', { found: older, hasOlder: true })
  expect(it.ids()).toHaveLength(2 * CHAT_PAGE)
})

test('D-50 what was missed is news, but for what is known of it', async () => {
  const it = await begun()
  const found = [...page, text('m10', 10)]
  await it.send({ type: 'line.missed', found, since: 'm9' })
  expect(it.told().at(-1)).toEqual({
    type: 'history.grown',
    messages: [text('m10', 10)],
    kind: 'new',
    newest: 'm10',
    isFetched: true,
  })
  expect(it.ids()).toHaveLength(CHAT_PAGE + 1)
})

test('R382 a message that comes twice is there once, and news once', async () => {
  const it = await begun()
  const message = text('m10', 10)
  await it.send({ type: 'line.message', message }, { type: 'line.message', message })
  expect(it.ids()).toHaveLength(CHAT_PAGE + 1)
  expect(it.told().slice(-2)).toEqual([
    { type: 'history.grown', messages: [message], kind: 'new', newest: 'm10' },
    { type: 'history.grown', messages: [], kind: 'new', newest: 'm10' },
  ])
})

test('D-50 R250 an older page that also brings what was missed: that is news, and the older ones are none', async () => {
  const it = await begun()
  await it.send(more)
  await it.answer('older', { found: [text('o9', -1), ...page, text('m11', 11)], hasOlder: true })
  expect(it.told().slice(-2)).toEqual([
    { type: 'history.grown', messages: [text('m11', 11)], kind: 'new', newest: 'm11' },
    { type: 'history.grown', messages: [text('o9', -1)], kind: 'older', newest: 'm11' },
  ])
})

test('R537 D-25 what turns out to have arrived long ago comes with its page; where all is known it stands there', async () => {
  const late = { type: 'history.add' as const, message: text('c0', -60, 'customer') }
  const it = await begun()
  await it.send(late)
  expect(it.ids()).not.toContain('c0')
  const all = await begun(page.slice(1))
  await all.send(late)
  expect(all.ids()[0]).toBe('c0')
})

test('R537 what was sent before the first page came stands where its page will be', async () => {
  const it = await begun([])
  await it.send({ type: 'history.add', message: text('c0', -60, 'customer') })
  await it.send({ type: 'history.add', message: text('c1', 60, 'customer') })
  await it.send({ type: 'line.missed', found: page, since: undefined })
  expect(it.ids()).toEqual([...page.map(({ clientId }) => clientId), 'c1'])
})

test('D-22 another guest’s conversation is another one', async () => {
  const it = await begun()
  await it.send({ type: 'line.configured', who, unread: 0 })
  expect(it.ids()).toHaveLength(CHAT_PAGE)
  await it.send({ type: 'line.configured', who: { userId: null, guestId: 'guest-1' }, unread: 0 })
  expect([it.ids(), it.now().context.hasOlder]).toEqual([[], false])
})

test('R382 D-25 what is said shows before the newest page is there, which may fail, and be asked for again', async () => {
  const [owner, line] = [listener(), listeningChild()]
  const it = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: line.logic as never } })
  const asks = () => line.heard.map(({ event }) => event.type)
  await it.send({ type: 'line.configured', who, unread: 0 }, { type: 'line.failed' })
  await it.send({ type: 'line.message', message: text('m20', 20) })
  expect(it.now().context.messages).toHaveLength(1)
  expect([it.now().matches({ early: 'failed' }), asks()]).toEqual([true, []])
  await it.send(more)
  expect([it.now().matches({ early: 'awaited' }), asks()]).toEqual([true, ['line.retry']])
  await it.send({ type: 'line.missed', found: page, since: undefined }, { type: 'line.failed' })
  expect([it.now().value, it.now().context.messages.length]).toEqual(['waiting', CHAT_PAGE + 1])
})

test('D-22 the same guest again, who has signed in meanwhile: the owner hears it, what is there stays', async () => {
  const it = await begun()
  const member = { ...who, userId: 'u1' }
  await it.send({ type: 'line.configured', who: member, unread: 1 }, more)
  expect(it.told().at(-1)).toEqual({ type: 'history.begun', who: member, unread: 1 })
  expect(it.ids()).toHaveLength(CHAT_PAGE)
  expect(it.asked('older')).toEqual([{ who: member, skip: CHAT_PAGE, first: page[0] }])
})

test('D-22 of another guest the newest page is awaited anew', async () => {
  const it = await begun()
  await it.send({ type: 'line.configured', who, unread: 0 })
  expect(it.now().value).toBe('waiting')
  await it.send({ type: 'line.configured', who: { ...who, guestId: 'guest-1' }, unread: 0 })
  expect([it.now().value, it.ids()]).toEqual([{ early: 'awaited' }, []])
})

test('what the member says before the first page comes is all there is, sorted by time (R371)', async () => {
  const owner = listener()
  const it = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: frozen(chatLineMachine) } })
  const member = { userId: 'member-1', guestId: null }
  await it.send({ type: 'line.configured', who: member, unread: 0 })
  for (const message of [text('c2', 2, 'customer'), text('c1', 1, 'customer')])
    await it.send({ type: 'history.add', message })
  expect(it.now().context.messages.map(({ clientId }) => clientId)).toEqual(['c1', 'c2'])
})
