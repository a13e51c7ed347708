import { describe, expect, test } from 'vitest'
import { createActor, type EventObject } from 'xstate'
import { CHAT_IMAGE_MOST, CHAT_TEXT_MOST, CHAT_VIDEO_MOST, type Conversation } from '#contract/chat.ts'
import type { ChatItem, KeptItem } from '#machines/lib/chat-item.ts'
import { factsOf, KEPT, keptPicture, keptText, picture, text, who } from '#tests/kit/samples/chat.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import chatBox from './chat-box.model.ts'

type ItemInput = { clientId: string; item: ChatItem; isKept: boolean; isLost: boolean }
const ready = { type: 'box.ready' as const, who }
const answer = (message: string) => ({ type: 'box.answer' as const, item: { type: 'text' as const, message } })

const stopped = (clientId: string, isHopeless = false) => ({ type: 'item.stopped' as const, clientId, isHopeless })

async function open(kept: readonly KeptItem[] = [], draft = '') {
  const [owner, child] = [listener(), listeningChild<ItemInput>()]
  const app = await start(
    chatBox,
    { owner: owner.ref as never, kept, draft },
    { keep: { chatMessage: child.logic }, actions: ['saveFile'] },
  )
  const ids = () => app.now().context.items.map(({ clientId }) => clientId)
  /** The texts of the items that were started, in order. */
  const started = () => {
    const heard = child.heard.filter(({ event }) => event.type === 'item.start')
    return [...new Set(heard.map(({ input: { item } }) => ('message' in item ? item.message : item.name)))]
  }
  const say = (...texts: string[]) =>
    app.send(
      ...texts.flatMap((said) => [{ type: 'draft.type' as const, draft: said }, { type: 'draft.submit' as const }]),
    )
  return { ...app, ids, started, say, child, told: (): EventObject[] => owner.heard }
}

describe('the draft', () => {
  test('becomes a message as soon as it is submitted, and the box is then empty (R245, R287)', async () => {
    const app = await open()
    await app.say(' สวัสดี ')
    expect([app.now().context.draft, app.ids().length]).toEqual(['', 1])
    await app.send(ready)
    expect(app.started()).toEqual(['สวัสดี'])
  })

  test.each(['', '  ', '\n', 'x'.repeat(CHAT_TEXT_MOST + 1)])(
    'is not sent if it is %j, and stays in the box (R285, R286)',
    async (draft) => {
      const app = await open()
      await app.say(draft)
      expect([app.ids(), app.now().context.draft]).toEqual([[], draft])
    },
  )

  test('can be sent at the maximum length (R285)', async () => {
    const app = await open()
    await app.say('x'.repeat(CHAT_TEXT_MOST))
    expect(app.ids()).toHaveLength(1)
  })
})

describe('a player who opens the chat from an error (R584)', () => {
  const from = (draft: string) => ({ type: 'draft.begin' as const, draft })

  test('finds the error in the draft, after the text that is already there', async () => {
    const app = await open([], 'สวัสดี')
    await app.send(from('“NO_BANK”\n'))
    expect(app.now().context.draft).toBe('สวัสดี\n“NO_BANK”\n')
  })

  test('finds the error in the draft only once, even after opening the chat from that error twice', async () => {
    const app = await open()
    await app.send(from('“NO_BANK”\n'), from('“NO_BANK”\n'))
    expect(app.now().context.draft).toBe('“NO_BANK”\n')
  })

  test('keeps a long draft that has no room for the error', async () => {
    const app = await open([], 'x'.repeat(CHAT_TEXT_MOST - 5))
    await app.send(from('“NO_BANK”'))
    expect(app.now().context.draft).toBe('x'.repeat(CHAT_TEXT_MOST - 5))
  })
})

test('the draft is stored on every change, and cleared when it is sent (R245)', async () => {
  const written: string[] = []
  const machine = chatBox.config.machine.provide({
    actions: { saveDraft: ({ context }) => void written.push(context.draft) },
  })
  const input = { owner: listener().ref as never, kept: [], draft: 'และ' }
  const actor = createActor(machine.provide({ actors: { chatMessage: listeningChild().logic as never } }), {
    input,
  }).start()
  expect(actor.getSnapshot().context.draft).toBe('และ')
  actor.send({ type: 'draft.type', draft: 'และอีก' })
  actor.send({ type: 'draft.submit' })
  expect(written).toEqual(['และอีก', ''])
})

describe('the queue', () => {
  test('keeps all messages until the current user is known, then sends the first as that user (R245)', async () => {
    const app = await open()
    await app.say('1', '2')
    expect(app.started()).toEqual([])
    await app.send(ready)
    expect(app.started()).toEqual(['1'])
    const { event } = app.child.heard.at(-1) ?? {}
    expect(event).toMatchObject({ sender: { ...who, session_id: app.now().context.visit } })
  })

  test('finishes the current message when the user changes, then sends the next one as the new user (D-22)', async () => {
    const app = await open()
    await app.send(ready)
    await app.say('1', '2')
    const starts = () => app.child.heard.map(({ event }) => event).filter(({ type }) => type === 'item.start')
    const { length } = starts()
    const other = { ...who, userId: 'u1' }
    await app.send({ type: 'box.ready', who: other }, { type: 'box.ready', who: other })
    expect(starts()).toHaveLength(length)
    const [one = ''] = app.ids()
    await app.send({ type: 'item.sent', clientId: one, message: text(one, 0, 'customer') })
    expect(starts().slice(length)).toMatchObject([{ sender: other }])
  })

  test('sends the next message once the previous one has arrived, failed or been removed (R245)', async () => {
    const app = await open()
    await app.send(ready)
    await app.say('1', '2', '3', '4')
    const [one = '', two = '', three = ''] = app.ids()
    await app.send({ type: 'item.sent', clientId: one, message: text(one, 0, 'customer') })
    await app.send(stopped(two))
    await app.send({ type: 'item.removed', clientId: three })
    expect(app.started()).toEqual(['1', '2', '3', '4'])
    expect(app.ids()).toHaveLength(2)
    expect(app.told()).toEqual([{ type: 'box.sent', message: text(one, 0, 'customer') }])
  })

  test('puts a resent message behind the other messages (R248)', async () => {
    const app = await open()
    await app.send(ready)
    await app.say('1', '2')
    const [one = '', two = ''] = app.ids()
    await app.send(stopped(one), { type: 'item.waits', clientId: one })
    expect(app.now().context.queue).toEqual([two, one])
  })
})

describe('resending all failed messages with one press (R248)', () => {
  const resend = { type: 'box.resend' as const }
  const resent = ({ child }: Awaited<ReturnType<typeof open>>) =>
    child.heard
      .filter(({ event }) => event.type === 'item.resend')
      .map(({ input: { item } }) => 'message' in item && item.message)

  test('keeps the order in which the messages were written, and skips messages that cannot be resent', async () => {
    const app = await open()
    await app.say('1', '2', '3', '4')
    const [one = '', two = '', three = ''] = app.ids()
    await app.send(stopped(three), stopped(two, true), stopped(one), resend)
    expect(resent(app)).toEqual(['1', '3'])
  })

  test.each([
    ['waits again', (clientId: string) => ({ type: 'item.waits' as const, clientId })],
    ['is removed', (clientId: string) => ({ type: 'item.removed' as const, clientId })],
    [
      'has arrived',
      (clientId: string) => ({ type: 'item.sent' as const, clientId, message: text('1', 0, 'customer') }),
    ],
  ])('is no longer possible if one of two failed messages %s', async (_, event) => {
    const app = await open()
    await app.say('1', '2')
    const [one = '', two = ''] = app.ids()
    await app.send(stopped(one), stopped(two))
    expect(app.now().can(resend)).toBe(true)
    await app.send(event(one), resend)
    expect([app.now().can(resend), resent(app)]).toEqual([false, []])
  })
})

describe('a file', () => {
  const file = (size: number, type = 'image/png', name = 'a.png') => ({
    type: 'box.attach' as const,
    file: picture,
    facts: { name, type, size },
  })

  test('is stored, and waits in the queue (R288)', async () => {
    const app = await open()
    await app.send({ type: 'box.attach', file: picture, facts: factsOf(picture) })
    expect([app.done, app.now().context.problem]).toEqual([['saveFile'], null])
    await app.send(ready)
    const item = { type: 'media', fileType: 'image', name: 'photo.png', filePath: null }
    expect(app.child.heard).toMatchObject([{ input: { item }, event: { type: 'item.start' } }])
  })

  test('is sent as a video if its MIME type is a video type (R291)', async () => {
    const app = await open()
    await app.send(ready, file(1, 'video/mp4', 'a.mp4'))
    expect(app.child.heard[0]?.input.item).toMatchObject({ type: 'media', fileType: 'video', name: 'a.mp4' })
  })

  test.each([
    ['R288', 'type', file(1, 'text/plain')],
    ['R289', 'type', file(1, 'image/png', 'noending')],
    ['R289', 'type', file(1, 'image/jpeg', 'photo.jfif')],
    ['R289', 'type', file(1, 'image/png', '.png')],
    ['R290', 10, file(CHAT_IMAGE_MOST + 1)],
    ['R291', 20, file(CHAT_VIDEO_MOST + 1, 'video/mp4', 'a.mp4')],
  ] as const)('is rejected, and the problem "$1" is shown until the next action ($0)', async (_, problem, event) => {
    const app = await open()
    await app.send(event)
    expect([app.now().context.problem, app.ids(), app.done]).toEqual([problem, [], []])
    await app.send({ type: 'draft.type', draft: 'x' })
    expect(app.now().context.problem).toBeNull()
  })

  test('is no longer reported as rejected once the player removes a message (R249, R288)', async () => {
    const app = await open([keptText])
    await app.send(file(1, 'text/plain'), { type: 'item.removed', clientId: KEPT })
    expect(app.now().context.problem).toBeNull()
  })
})

describe('messages that were unsent before a reload', () => {
  test('are shown, and are not sent automatically (R248)', async () => {
    const app = await open([keptText])
    await app.send(ready)
    expect([app.ids(), app.started()]).toEqual([[KEPT], []])
  })

  test.each([
    [keptText, false],
    [keptPicture, true],
    [{ clientId: KEPT, item: { ...keptPicture.item, filePath: '/chat-files/x.png' } } as KeptItem, false],
  ])('are restored, except for a file that was not uploaded yet: %j, lost: %s (R248, R249)', async (item, isLost) => {
    const app = await open([item])
    await app.send({ type: 'box.look', messages: [text(KEPT, 0, 'customer')] })
    expect(app.child.heard).toMatchObject([{ input: { isKept: true, isLost }, event: { type: 'item.arrived' } }])
  })
})

test('a message stored before a reload counts as arrived only if the history contains it (R246)', async () => {
  const other = { ...keptText, clientId: 'k9' }
  const app = await open([other, keptText])
  const message = text(KEPT, 0, 'customer')
  await app.send({ type: 'box.look', messages: [text('m1', 0), message] })
  expect(app.child.heard).toMatchObject([{ input: { clientId: KEPT }, event: { type: 'item.arrived', message } }])
  expect(app.child.heard).toHaveLength(1)
})

test('pressing a quick reply sends its text as if the player had typed it (R195)', async () => {
  const app = await open()
  await app.send(ready, answer('ฝากเงิน'))
  expect(app.started()).toEqual(['ฝากเงิน'])
})

test.each([
  answer(' '),
  answer('x'.repeat(CHAT_TEXT_MOST + 1)),
  {
    type: 'box.answer' as const,
    item: { type: 'postback' as const, message: 'x', payload: 'x'.repeat(CHAT_TEXT_MOST + 1) },
  },
])(
  'a quick reply is not sent if its text or payload breaks the rules for messages (R195, R285, R286)',
  async (event) => {
    const app = await open()
    await app.send(ready, event)
    expect(app.ids()).toEqual([])
  },
)

describe('on a plain backend', () => {
  const plain = { username: '0812345678', name: 'Somchai' }
  const readyPlain = { ...ready, plain }
  const at = (second: number, words: string, sender: Conversation['sender'] = 'customer'): Conversation => ({
    sender,
    message: { message_type: 'text', payload: words },
    createdAt: `2026-01-02T05:00:${second}.000Z`,
  })
  const look = (messages: Conversation[], isFetched = false) => ({ type: 'box.look' as const, messages, isFetched })
  const unsent: KeptItem = { ...keptText, trace: { session_id: 'v0', after: null } }
  /** Events of the given type that items received. */
  const toldTo = ({ child }: Awaited<ReturnType<typeof open>>, type: string) =>
    child.heard
      .filter(({ event }) => event.type === type)
      .map(({ input: { clientId }, event }) => ({ clientId, event }))

  async function out(words: string) {
    const app = await open()
    await app.send(readyPlain, look([at(10, 'hello', 'other')]))
    await app.say(words)
    const [clientId = ''] = app.ids()
    const trace = { session_id: app.now().context.visit, after: at(10, '').createdAt }
    await app.send({ type: 'item.traced', out: { clientId, item: { type: 'text', message: words }, trace } })
    return { ...app, clientId, trace }
  }

  test('each message is started with the current user and the timestamp of the newest known message (R186)', async () => {
    const app = await out('hi')
    const [start] = toldTo(app, 'item.start')
    const sender = { ...who, ...plain, session_id: app.now().context.visit }
    expect(start?.event).toEqual({ type: 'item.start', sender, trace: app.trace })
  })

  test('a message in the history marks only one of several unsent messages with the same text as arrived (R246, D-25)', async () => {
    const app = await out('hi')
    await app.say('hi')
    const [, second = ''] = app.ids()
    const { trace } = app
    await app.send({ type: 'item.traced', out: { clientId: second, item: { type: 'text', message: 'hi' }, trace } })
    await app.send(look([at(11, 'hi')]))
    expect(toldTo(app, 'item.arrived').map(({ clientId }) => clientId)).toEqual([app.clientId])
  })

  test('a message in the history is matched with a message that is still being sent rather than with a failed message that has the same text (D-25)', async () => {
    const app = await out('hi')
    await app.send(stopped(app.clientId))
    await app.say('hi')
    const [, second = ''] = app.ids()
    const { trace } = app
    await app.send({ type: 'item.traced', out: { clientId: second, item: { type: 'text', message: 'hi' }, trace } })
    await app.send(look([at(11, 'hi')]))
    expect(toldTo(app, 'item.arrived').map(({ clientId }) => clientId)).toEqual([second])
  })

  test('a message receives item.unseen if a fetch of the newest messages does not include it (R248)', async () => {
    const app = await out('hi')
    await app.send(look([at(11, 'hello')]))
    expect(toldTo(app, 'item.unseen')).toEqual([])
    await app.send(look([at(12, 'hello')], true))
    expect(toldTo(app, 'item.unseen').map(({ clientId }) => clientId)).toEqual([app.clientId])
  })

  test('a message that may have arrived before a reload is resolved before newer messages are sent (R248)', async () => {
    const app = await open([unsent])
    await app.say('2')
    await app.send(readyPlain)
    expect(app.now().context.queue).toHaveLength(2)
    expect(app.started()).toEqual(['ยังไม่ได้ส่ง'])
    await app.send(stopped(KEPT))
    expect(app.started()).toEqual(['ยังไม่ได้ส่ง', '2'])
  })

  test('the timestamp of the newest known message also advances with sent messages, and never moves backwards (D-25)', async () => {
    const app = await open()
    await app.send(readyPlain, look([at(20, 'new'), at(15, 'old')]))
    expect(app.now().context.newest).toBe(at(20, '').createdAt)
    await app.say('hi')
    const [clientId = ''] = app.ids()
    await app.send({ type: 'item.sent', clientId, message: at(30, 'hi') })
    expect(app.now().context.newest).toBe(at(30, '').createdAt)
    expect(app.now().context.traced).toEqual([])
  })
})
