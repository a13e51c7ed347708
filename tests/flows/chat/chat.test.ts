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
  test('include the messages counted by the server and all later messages from support (R371, R250)', async () => {
    const app = await begin()
    await app.send(begun, first, news('m1'), news('m2'))
    expect(app.now().context.unread).toBe(4)
  })

  test('are counted once even if the server counts them before the chat loads them as missed messages (R250, D-50)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 1 }, begun, first, { ...begun, unread: 3 }, news('m1'))
    expect(app.now().context.unread).toBe(3)
    const other = { userId: null, guestId: 'guest-1' }
    await app.send({ ...begun, who: other, unread: 7 })
    expect([app.now().context.who, app.now().context.unread]).toEqual([other, 7])
  })

  test('include a new message only if it is newer than the server’s count, and never a message on an older page (R250)', async () => {
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

  test('include all messages from support if the conversation was empty when the server counted (R250)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 0, newest: null }, first)
    expect(app.now().context.unread).toBe(1)
  })

  test('are counted only by the server until the newest page is loaded (R250)', async () => {
    const app = await begin()
    await app.send({ ...begun, unread: 1 }, { ...news('m1'), kind: 'older' }, { ...begun, unread: 5 })
    expect(app.now().context.unread).toBe(5)
  })

  test.each([
    ['from the player', { ...news('m1'), messages: [text('c1', 1, 'customer')] }],
    ['on an older page', { ...news('m1'), kind: 'older' as const }],
    ['on the first page', first],
  ])('do not include a message %s (R250)', async (_, event) => {
    const app = await begin()
    await app.send(begun, event)
    expect([app.now().context.unread, app.now().matches({ hint: 'none' })]).toEqual([2, true])
  })

  test('are marked as read up to the newest message in a single call, 1 s after the panel opens (R250, R377, R539)', async () => {
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

  test('are marked as read 1 s after they arrive in the open panel, but an older page triggers no call (R250, R539)', async () => {
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

  test('stay unread if they arrive after the panel has been closed, even while older messages are being marked as read (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, close, news('m1'))
    await app.answer('chat.read', {})
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks().length, app.now().context.unread]).toEqual([1, 1])
  })

  test('are marked as read only once no new message has arrived for 1 s (R250, R539)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    await app.send(news('m1'))
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    expect(app.marks()).toEqual([])
    await app.pass(1)
    expect(app.marks()).toHaveLength(1)
  })

  test('are marked as read on time even if an older page arrives (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE - 1)
    await app.send({ ...news('m-1'), kind: 'older' })
    await app.pass(1)
    expect(app.marks()).toHaveLength(1)
  })

  test('are marked as read in another call with a new key if they arrive during the first call (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open)
    await app.pass(CHAT_READ_DEBOUNCE)
    await app.send(news('m1'))
    await app.answer('chat.read', {})
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(new Set(app.marks().map(({ key }) => key)).size).toBe(2)
  })

  test('are not marked as read before the newest page has been visible for 1 s (R250)', async () => {
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

  test('are marked as read immediately if the panel closes before 1 s has passed, and only once even if it is reopened and closed again (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, close, open, close)
    expect([app.marks().length, app.waits('chat.read')]).toEqual([1, true])
    await app.answer('chat.read', {})
    expect(app.now().matches({ reading: 'idle', panel: 'closed' })).toBe(true)
  })

  test('are marked as read only after a hidden page has been visible again for 1 s (R250)', async () => {
    const app = await begin()
    await app.send(begun, first, open, { type: 'page.hidden' }, news('m1'))
    await app.pass(60_000)
    expect(app.marks()).toEqual([])
    await app.send({ type: 'page.shown' })
    expect([app.marks(), app.now().matches({ panel: { open: 'seen' } })]).toEqual([[], true])
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(app.marks()).toHaveLength(1)
  })

  test('are not marked as read before the newest page is loaded, even if the panel is closed and reopened (R250)', async () => {
    const app = await begin()
    await app.send(open, begun, close, open)
    await app.pass(60_000)
    expect([app.marks(), app.now().context.unread]).toEqual([[], 2])
    await app.send(first)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect(app.marks()).toHaveLength(1)
  })

  test('stay unread if the panel is closed before the first page arrives (R250)', async () => {
    const app = await begin()
    await app.send(open, begun, close, first)
    await app.pass(CHAT_READ_DEBOUNCE)
    expect([app.marks(), app.now().context.unread]).toEqual([[], 2])
  })

  test('stay unread if marking them as read fails (R250)', async () => {
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

  test('are marked as read by a second call, with a new key, if the first call fails while the panel is open (R250)', async () => {
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
    ['is hidden', { type: 'page.hidden' as const }],
  ])(
    'trigger no second call to mark them as read if the first call fails and the panel %s (R250)',
    async (_, event) => {
      const app = await begin()
      await app.send(begun, first, open)
      await app.pass(CHAT_READ_DEBOUNCE)
      await app.fail('chat.read', noAnswer)
      await app.send(event)
      await app.pass(CHAT_CHECK)
      await app.pass(CHAT_READ_DEBOUNCE)
      expect([app.marks().length, app.now().matches({ reading: 'idle' })]).toEqual([1, true])
    },
  )
})

describe('the hint', () => {
  test('shows the newest message for 4 s after its arrival (R540)', async () => {
    const app = await begin()
    await app.send(news('m1'))
    await app.pass(CHAT_ALERT - 1)
    await app.send(news('m2'))
    await app.pass(CHAT_ALERT - 1)
    expect(app.now().context.hint?.clientId).toBe('m2')
    await app.pass(1)
    expect(app.now().context.hint).toBeNull()
  })

  test('disappears when the panel opens, and does not appear while it is open (R540)', async () => {
    const app = await begin()
    await app.send(news('m1'), open)
    expect(app.now().context.hint).toBeNull()
    await app.send(news('m2'))
    expect(app.now().context.hint).toBeNull()
  })
})

test.each(['closed', 'open'])(
  'the chat passes messages between the message box and the history while the panel is %s (R245–R246)',
  async (panel) => {
    const app = await begin()
    const message = text('c1', 2, 'customer')
    await app.send(...(panel === 'open' ? [open] : []), begun, news('m1'), { type: 'box.sent', message })
    expect(app.toBox()).toEqual([
      { type: 'box.ready', who },
      { type: 'box.look', messages: [text('m1', 1)] },
    ])
    expect(app.toHistory()).toEqual([{ type: 'history.add', message }])
    expect([app.now().context.who, app.now().context.unread]).toEqual([who, 3])
  },
)

test('the chat passes the text of an error to the message box as a draft (R584)', async () => {
  const app = await begin()
  await app.send(open, { type: 'chat.begin', draft: '“NO_BANK”' })
  expect(app.toBox()).toEqual([{ type: 'draft.begin', draft: '“NO_BANK”' }])
})
