import { describe, expect, test } from 'vitest'
import { CHAT_ALERT, CHAT_CHECK, CHAT_READ_DEBOUNCE } from '#contract/chat.ts'
import { text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { listeningChild, start } from '#tests/kit/start.ts'
import chat from './chat.model.ts'

const news = (id: string) => ({
  type: 'history.grown' as const,
  messages: [text(id, 1)],
  kind: 'new' as const,
  newest: id,
})
const begun = { type: 'history.begun' as const, who, unread: 2 }
const first = { ...news('m0'), kind: 'first' as const }
const open = { type: 'panel.open' as const }
const close = { type: 'panel.close' as const }

async function begin() {
  const [history, box] = [listeningChild(), listeningChild()]
  const app = await start(chat, { kept: [], draft: '' }, { keep: { chatHistory: history.logic, chatBox: box.logic } })
  const marks = () => app.asked('chat.read') as { key: string }[]
  const told = ({ heard }: typeof box) => heard.map(({ event }) => event)
  return { ...app, marks, toBox: () => told(box), toHistory: () => told(history) }
}

describe('unread messages', () => {
  test('are those the server counts, plus later ones from support (R371, R250)', async () => {
    const app = await begin()
    await app.send(begun, first, news('m1'), news('m2'))
    expect(app.now().context.unread).toBe(4)
  })

  test('are counted once if the server counts them before they arrive as missed (R250, D-50)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 1 }, begun, first, { ...begun, unread: 3 }, news('m1'))
    expect(app.now().context.unread).toBe(3)
    const other = { userId: null, guestId: 'guest-1' }
    await app.send({ ...begun, who: other, unread: 7 })
    expect([app.now().context.who, app.now().context.unread]).toEqual([other, 7])
  })

  test('include those that came after the server counted, while the chat connected, and no others (R250)', async () => {
    const [before, after] = [text('m1', 1), text('m2', 2)]
    const app = await begin()
    await app.send({ ...begun, newest: before.createdAt }, { ...news('m1'), messages: [before] })
    expect(app.now().context.unread).toBe(2)
    await app.send({ ...first, messages: [after], newest: 'm2' })
    expect(app.now().context.unread).toBe(3)
    expect(app.now().context.hint).toEqual(after)
    await app.send({ ...first, kind: 'older', messages: [text('m3', 3)] })
    expect(app.now().context.unread).toBe(3)
  })

  test('include all messages of support if the conversation was empty when the server counted (R250)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 0, newest: null }, first)
    expect(app.now().context.unread).toBe(1)
  })

  test('are as many as the server counts until the newest page is loaded (R250)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 1 }, { ...news('m1'), kind: 'older' }, { ...begun, unread: 5 })
    expect(app.now().context.unread).toBe(5)
  })

  test.each([
    ['of the player', { ...news('m1'), messages: [text('c1', 1, 'customer')] }],
    ['from before', { ...news('m1'), kind: 'older' as const }],
    ['that was there at the beginning', first],
  ])('ignore a message %s (R250)', async (_, event) => {
    const app = await begin()
    await app.send(begun, event)
    expect([app.now().context.unread, app.now().matches({ hint: 'none' })]).toEqual([2, true])
  })

  test('opening the panel marks them a second later, once, for the current user, up to the newest (R250, R377, R539)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    expect(app.marks()).toEqual([])
    await app.pass(1)
    expect(app.marks()).toEqual([{ ...who, upTo: 'm0', key: expect.stringMatching(/^[\da-f-]{36}$/) }])
    await app.answer('chat.read', {})
    expect(app.now().matches({ reading: 'idle' })).toBe(true)
    await app.pass(60_000)
    expect([app.marks().length, app.now().context.unread]).toEqual([1, 0])
  })

  test('later ones are marked a second after they arrive while the player reads; older pages are not (R250, R539)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.answer('chat.read', {})
    await app.send({ ...news('m-1'), kind: 'older' })
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.send(news('m1'))
    expect(app.marks()).toHaveLength(1)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(app.marks()).toMatchObject([{ upTo: 'm0' }, { upTo: 'm1' }])
  })

  test('those that arrive after the panel was closed stay unread while the rest is being marked (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, close, news('m1'))
    await app.answer('chat.read', {})
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks().length, app.now().context.unread]).toEqual([1, 1])
  })

  test('a new message postpones the mark by another second (R250, R539)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    await app.send(news('m1'))
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    expect(app.marks()).toEqual([])
    await app.pass(1)
    expect(app.marks()).toHaveLength(1)
  })

  test('an older page does not postpone the mark (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    await app.send({ ...news('m-1'), kind: 'older' })
    await app.pass(1)
    expect(app.marks()).toHaveLength(1)
  })

  test('those that arrive during a mark are marked after it, with a new key (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.send(news('m1'))
    await app.answer('chat.read', {})
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(new Set(app.marks().map(({ key }) => key)).size).toBe(2)
  })

  test('are not marked before the newest page has been open for a second (R250)', async () => {
    const app = await begin()
    await app.send(open, begun)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    await app.send(first)
    expect(app.marks()).toEqual([])
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    expect(app.marks()).toEqual([])
    await app.pass(1)
    expect(app.marks()).toHaveLength(1)
  })

  test('closing the panel early marks them immediately; marking continues whatever the player does (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, close, open, close)
    expect([app.marks().length, app.waits('chat.read')]).toEqual([1, true])
    await app.answer('chat.read', {})
    expect(app.now().matches({ reading: 'idle', panel: 'closed' })).toBe(true)
  })

  test('nothing is marked on a hidden page until it is visible again (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, { type: 'page.hidden' }, news('m1'))
    await app.pass(60_000)
    expect(app.marks()).toEqual([])
    await app.send({ type: 'page.shown' })
    expect([app.marks(), app.now().matches({ panel: { open: 'seen' } })]).toEqual([[], true])
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(app.marks()).toHaveLength(1)
  })

  test('nothing is marked before the newest messages are loaded, even if the panel is closed again (R250)', async () => {
    const app = await begin()
    await app.send(open, begun, close, open)
    await app.pass(60_000)
    expect([app.marks(), app.now().context.unread]).toEqual([[], 2])
    await app.send(first)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(app.marks()).toHaveLength(1)
  })

  test('the first message after the panel is closed is unread (R250)', async () => {
    const app = await begin()
    await app.send(open, begun, close, first)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks(), app.now().context.unread]).toEqual([[], 2])
  })

  test('stay unread if marking failed (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, close)
    expect(app.now().context.unread).toBe(0)
    await app.send(news('m1'))
    await app.fail('chat.read', noAnswer)
    expect(app.now().context.unread).toBe(3)
    await app.pass(CHAT_CHECK)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks().length, app.now().matches({ reading: 'idle' })]).toEqual([1, true])
  })

  test('marking is retried after 5 s while the player reads (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.fail('chat.read', noAnswer)
    await app.pass(CHAT_CHECK)
    expect(app.marks()).toHaveLength(1)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(new Set(app.marks().map(({ key }) => key)).size).toBe(2)
  })

  test.each([
    ['is closed', close],
    ['is not seen any more', { type: 'page.hidden' as const }],
  ])('marking is not retried when the panel %s (R250)', async (_, event) => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.fail('chat.read', noAnswer)
    await app.send(event)
    await app.pass(CHAT_CHECK)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks().length, app.now().matches({ reading: 'idle' })]).toEqual([1, true])
  })
})

describe('the hint', () => {
  test('a message is announced until 4 s after the last one (R540)', async () => {
    const app = await begin()
    await app.send(news('m1'))
    await app.pass(CHAT_ALERT - 1)
    await app.send(news('m2'))
    await app.pass(CHAT_ALERT - 1)
    expect(app.now().context.hint?.clientId).toBe('m2')
    await app.pass(1)
    expect(app.now().context.hint).toBeNull()
  })

  test('opening the panel ends the announcement, and an open panel announces nothing (R540)', async () => {
    const app = await begin()
    await app.send(news('m1'), open)
    expect(app.now().context.hint).toBeNull()
    await app.send(news('m2'))
    expect(app.now().context.hint).toBeNull()
  })
})

test.each(['closed', 'open'])('with the panel %s, box and history notify each other (R245–R246)', async (panel) => {
  const app = await begin()
  const message = text('c1', 2, 'customer')
  await app.send(...(panel === 'open' ? [open] : []), begun, news('m1'), { type: 'box.sent', message })
  expect(app.toBox()).toEqual([
    { type: 'box.ready', who },
    { type: 'box.look', messages: [text('m1', 1)] },
  ])
  expect(app.toHistory()).toEqual([{ type: 'history.add', message }])
  expect([app.now().context.who, app.now().context.unread]).toEqual([who, 3])
})

test('passes the text of an error to the message box (R584)', async () => {
  const app = await begin()
  await app.send(open, { type: 'chat.begin', draft: '“NO_BANK”' })
  expect(app.toBox()).toEqual([{ type: 'draft.begin', draft: '“NO_BANK”' }])
})
