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
  const app = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: frozen(chatLineMachine) } })
  await app.send({ type: 'line.configured', who, unread: 3 }, { type: 'line.missed', found, since: undefined })
  return { ...app, told: () => owner.heard, ids: () => app.now().context.messages.map(({ clientId }) => clientId) }
}

test('the history sends its owner the current user and the first page, whose messages do not count as new (R371)', async () => {
  const app = await begun()
  expect(app.told()).toEqual([
    { type: 'history.begun', who, unread: 3 },
    { type: 'history.grown', messages: page, kind: 'first', newest: 'm9', isFetched: true },
  ])
})

test('the history requests an older page by skipping the messages known to the server, and prepends it (R537, D-25)', async () => {
  const app = await begun()
  await app.send({ type: 'history.add', message: text('c1', 30, 'customer') }, more, more)
  expect(app.asked('older')).toEqual([{ who, skip: CHAT_PAGE + 1, first: page[0] }])
  await app.answer('older', { found: older, hasOlder: true })
  expect(app.ids()).toEqual([...older, ...page].map(({ clientId }) => clientId).concat('c1'))
  expect([app.now().context.hasOlder, app.asked('older').length]).toEqual([true, 1])
  await app.send(more)
  expect(app.asked('older')).toHaveLength(2)
})

test('the history requests no more pages after the last one (R537)', async () => {
  const app = await begun()
  await app.send(more)
  await app.answer('older', { found: [text('o9', -1)], hasOlder: false })
  await app.send(more)
  expect([app.asked('older').length, app.now().context.hasOlder]).toEqual([1, false])
})

test('the history requests no older page if the first page is not full (R537)', async () => {
  const app = await begun(page.slice(1))
  await app.send(more)
  expect(app.asked('older')).toEqual([])
})

test('a page that failed to load is requested again after 5 s, or when the player requests it (D-50)', async () => {
  const app = await begun()
  await app.send(more)
  await app.fail('older', noAnswer)
  await app.pass(CHAT_CHECK)
  await app.fail('older', noAnswer)
  await app.send(more)
  await app.answer('older', { found: older, hasOlder: true })
  expect(app.ids()).toHaveLength(2 * CHAT_PAGE)
})

test('missed messages count as new unless they are already known (D-50)', async () => {
  const app = await begun()
  const found = [...page, text('m10', 10)]
  await app.send({ type: 'line.missed', found, since: 'm9' })
  expect(app.told().at(-1)).toEqual({
    type: 'history.grown',
    messages: [text('m10', 10)],
    kind: 'new',
    newest: 'm10',
    isFetched: true,
  })
  expect(app.ids()).toHaveLength(CHAT_PAGE + 1)
})

test('a message older than all loaded messages is hidden until its page is loaded, and does not count as new (R382, R537)', async () => {
  const app = await begun()
  const { length } = app.told()
  await app.send({ type: 'line.message', message: text('o1', -9) }, more)
  expect(app.ids()).toHaveLength(CHAT_PAGE)
  expect(app.told()).toHaveLength(length)
  expect(app.asked('older')).toEqual([{ who, skip: CHAT_PAGE, first: page[0] }])
})

test('a message that arrives twice is shown once, and counts as new once (R382)', async () => {
  const app = await begun()
  const message = text('m10', 10)
  await app.send({ type: 'line.message', message }, { type: 'line.message', message })
  expect(app.ids()).toHaveLength(CHAT_PAGE + 1)
  expect(app.told().slice(-2)).toEqual([
    { type: 'history.grown', messages: [message], kind: 'new', newest: 'm10' },
    { type: 'history.grown', messages: [], kind: 'new', newest: 'm10' },
  ])
})

test('missed messages in an older page count as new, but the older messages of that page do not (D-50, R250)', async () => {
  const app = await begun()
  await app.send(more)
  await app.answer('older', { found: [text('o9', -1), ...page, text('m11', 11)], hasOlder: true })
  expect(app.told().slice(-2)).toEqual([
    { type: 'history.grown', messages: [text('m11', 11)], kind: 'new', newest: 'm11' },
    { type: 'history.grown', messages: [text('o9', -1)], kind: 'older', newest: 'm11' },
  ])
})

test('an older message that arrives late is shown with its page, or immediately if the whole history is loaded (R537, D-25)', async () => {
  const late = { type: 'history.add' as const, message: text('c0', -60, 'customer') }
  const app = await begun()
  await app.send(late)
  expect(app.ids()).not.toContain('c0')
  const all = await begun(page.slice(1))
  await all.send(late)
  expect(all.ids()[0]).toBe('c0')
})

test('a message that was added before the first page arrived is hidden if it is older than that page (R537)', async () => {
  const app = await begun([])
  await app.send({ type: 'history.add', message: text('c0', -60, 'customer') })
  await app.send({ type: 'history.add', message: text('c1', 60, 'customer') })
  await app.send({ type: 'line.missed', found: page, since: undefined })
  expect(app.ids()).toEqual([...page.map(({ clientId }) => clientId), 'c1'])
})

test('the conversation is cleared when the guest changes (D-22)', async () => {
  const app = await begun()
  await app.send({ type: 'line.configured', who, unread: 0 })
  expect(app.ids()).toHaveLength(CHAT_PAGE)
  await app.send({ type: 'line.configured', who: { userId: null, guestId: 'guest-1' }, unread: 0 })
  expect([app.ids(), app.now().context.hasOlder]).toEqual([[], false])
})

test('the history shows new messages before the newest page is loaded, even if loading fails and is retried (R382, D-25)', async () => {
  const [owner, line] = [listener(), listeningChild()]
  const app = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: line.logic as never } })
  const asks = () => line.heard.map(({ event }) => event.type)
  await app.send({ type: 'line.configured', who, unread: 0 }, { type: 'line.failed' })
  await app.send({ type: 'line.message', message: text('m20', 20) })
  expect(app.now().context.messages).toHaveLength(1)
  expect([app.now().matches({ early: 'failed' }), asks()]).toEqual([true, []])
  await app.send(more)
  expect([app.now().matches({ early: 'awaited' }), asks()]).toEqual([true, ['line.retry']])
  await app.send({ type: 'line.missed', found: page, since: undefined }, { type: 'line.failed' })
  expect([app.now().value, app.now().context.messages.length]).toEqual(['waiting', CHAT_PAGE + 1])
})

test('the history keeps its messages when a guest logs in, and notifies its owner (D-22)', async () => {
  const app = await begun()
  const member = { ...who, userId: 'u1' }
  await app.send({ type: 'line.configured', who: member, unread: 1 }, more)
  expect(app.told().at(-1)).toEqual({ type: 'history.begun', who: member, unread: 1 })
  expect(app.ids()).toHaveLength(CHAT_PAGE)
  expect(app.asked('older')).toEqual([{ who: member, skip: CHAT_PAGE, first: page[0] }])
})

test('the history waits for the newest page again when the guest changes (D-22)', async () => {
  const app = await begun()
  await app.send({ type: 'line.configured', who, unread: 0 })
  expect(app.now().value).toBe('waiting')
  await app.send({ type: 'line.configured', who: { ...who, guestId: 'guest-1' }, unread: 0 })
  expect([app.now().value, app.ids()]).toEqual([{ early: 'awaited' }, []])
})

test("before the first page arrives, the history already shows the member's messages, sorted by time (R371)", async () => {
  const owner = listener()
  const app = await start(chatHistory, { owner: owner.ref as never }, { keep: { chatLine: frozen(chatLineMachine) } })
  const member = { userId: 'member-1', guestId: null }
  await app.send({ type: 'line.configured', who: member, unread: 0 })
  for (const message of [text('c2', 2, 'customer'), text('c1', 1, 'customer')])
    await app.send({ type: 'history.add', message })
  expect(app.now().context.messages.map(({ clientId }) => clientId)).toEqual(['c1', 'c2'])
})
