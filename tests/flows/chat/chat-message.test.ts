import { describe, expect, test } from 'vitest'
import { CHAT_CHECKED, type Conversation } from '#contract/chat.ts'
import { bodyOf, type ChatItem, isHopeless, isShownBy, needsUpload } from '#machines/lib/chat-item.ts'
import { KEPT, keptPicture, keptText, sender, text, trace } from '#tests/kit/samples/chat.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, start } from '#tests/kit/start.ts'
import chatMessage from './chat-message.model.ts'

const begin = { type: 'item.start' as const, sender }
const resend = { type: 'item.resend' as const }
const remove = { type: 'item.remove' as const }
const TIME = '2026-01-02T05:00:00.000Z'

async function written({ item }: { item: ChatItem } = keptText, more = {}) {
  const owner = listener()
  const input = { clientId: KEPT, item, owner: owner.ref as never, isKept: false, isLost: false, ...more }
  const app = await start(chatMessage, input, { actions: ['saveItem', 'clearItem'] })
  const keysOf = (call: string) => app.asked(call).map((input) => (input as { key: string }).key)
  return { ...app, keysOf, told: () => owner.heard, is: (state: string) => app.now().matches(state as never) }
}

describe('a text message', () => {
  test('waits for its turn, and is then sent as the current user under its own id (R245, R372, D-24)', async () => {
    const app = await written()
    expect([app.is('waiting'), app.asked('chat.send')]).toEqual([true, []])
    await app.send(begin)
    const payload = { message: 'ยังไม่ได้ส่ง' }
    const key = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(app.asked('chat.send')).toEqual([
      {
        ...sender,
        sender: 'customer',
        clientId: KEPT,
        message: { message_type: 'text', payload, deliver: 'sending' },
        deviceToken: null,
        key,
      },
    ])
  })

  test("gets the server's timestamp, and is removed from storage once it is delivered (R246)", async () => {
    const app = await written()
    await app.send(begin)
    await app.answer('chat.send', { createdAt: TIME })
    expect(app.told()).toMatchObject([
      { type: 'item.sent', clientId: KEPT, message: { createdAt: TIME, clientId: KEPT } },
    ])
    expect([app.is('succeed'), app.done]).toEqual([true, ['saveItem', 'saveItem', 'clearItem']])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'can be resent with a new key after failing with $code (R248)',
    async (failure) => {
      const app = await written()
      await app.send(begin)
      await app.fail('chat.send', failure)
      expect([app.is('failed'), app.now().context.failure, app.told()]).toEqual([
        true,
        failure,
        [{ type: 'item.stopped', clientId: KEPT, isHopeless: false }],
      ])
      await app.send(resend)
      expect([app.is('waiting'), app.told().at(-1)]).toEqual([true, { type: 'item.waits', clientId: KEPT }])
      await app.send(begin)
      expect(new Set(app.keysOf('chat.send')).size).toBe(2)
      expect(new Set(app.asked('chat.send').map((input) => (input as { clientId: string }).clientId))).toEqual(
        new Set([KEPT]),
      )
    },
  )

  test('can be removed while it waits (R249)', async () => {
    const app = await written()
    await app.send(remove, begin)
    expect([app.is('removed'), app.asked('chat.send'), app.told()]).toMatchObject([
      true,
      [],
      [{ type: 'item.removed' }],
    ])
  })

  test('can be removed after failing, but not while being sent (R249)', async () => {
    const app = await written()
    await app.send(begin, remove)
    expect(app.is('sending')).toBe(true)
    await app.fail('chat.send', refused('REQUEST_LIMIT'))
    await app.send(remove)
    expect([app.is('removed'), app.told().at(-1), app.done.at(-1)]).toEqual([
      true,
      { type: 'item.removed', clientId: KEPT },
      'clearItem',
    ])
  })

  test('can be removed after a missing reply, but only once the history has had time to show it (R249)', async () => {
    const app = await written()
    await app.send(begin)
    await app.fail('chat.send', noAnswer)
    await app.pass(CHAT_CHECKED - 1)
    await app.send(remove)
    expect(app.is('failed')).toBe(true)
    await app.pass(1)
    await app.send(remove)
    expect(app.is('removed')).toBe(true)
  })

  test.each(['waiting', 'sending', 'failed'])(
    'counts as arrived once the history shows it, even while it is %s (D-24)',
    async (state) => {
      const app = await written()
      if (state !== 'waiting') await app.send(begin)
      if (state === 'failed') await app.fail('chat.send', noAnswer)
      const message = text(KEPT, 1, 'customer')
      await app.send({ type: 'item.arrived', message })
      expect([app.is('succeed'), app.told().at(-1)]).toEqual([true, { type: 'item.sent', clientId: KEPT, message }])
    },
  )

  test('counts as failed if it was unsent before a reload, and is not sent automatically (R248)', async () => {
    const app = await written(keptText, { isKept: true })
    await app.send(begin)
    expect([app.is('failed'), app.asked('chat.send')]).toEqual([true, []])
  })
})

test('a pressed button sends its label and payload (R195)', () => {
  expect(bodyOf({ type: 'postback', message: 'ฝากเงิน', payload: 'DEPOSIT' })).toEqual({
    message_type: 'postback',
    payload: { message: 'ฝากเงิน', payload: 'DEPOSIT' },
  })
})

test.each([
  ['a text', keptText.item, false],
  ['a picture that was not uploaded', keptPicture.item, true],
  ['a picture that was uploaded', { ...keptPicture.item, filePath: '/chat-files/x.png' } as ChatItem, false],
])('resending %s after a refusal is pointless only if it still needs an upload (R247, R288)', (_, item, isIt) => {
  expect(needsUpload(item)).toBe(isIt)
  const failed = { item, isLost: false }
  expect(isHopeless({ ...failed, failure: refused('NO_DATA') })).toBe(isIt)
  expect(isHopeless({ ...failed, failure: { ...noAnswer, code: 'NO_DATA' } })).toBe(false)
  expect(isHopeless({ ...failed, failure: null })).toBe(false)
})

test('a file without a size shows no progress (R197)', async () => {
  const app = await written(keptPicture)
  await app.send(begin, { type: 'item.progress', sent: 0, size: 0 })
  expect(app.now().context.sent).toBe(0)
})

describe('a text message on a plain backend', () => {
  const beginPlain = { ...begin, trace }
  const unseen = { type: 'item.unseen' as const }

  test('is sent without a clientId, and keeps a trace by which the chat can recognise it in the history (R186, R372)', async () => {
    const app = await written()
    await app.send(beginPlain)
    expect(app.asked('chat.send')[0]).not.toHaveProperty('clientId')
    expect(app.now().context.trace).toEqual(trace)
    expect(app.told()).toEqual([{ type: 'item.traced', out: { ...keptText, trace } }])
    await app.answer('chat.send', { createdAt: TIME })
    expect(app.told().at(-1)).toMatchObject({ type: 'item.sent', message: { createdAt: TIME, session_id: 'v1' } })
    expect(app.told().at(-1)).not.toHaveProperty('message.clientId')
  })

  test('keeps its place in the queue if no reply arrives, and offers no action until the history has been loaded twice (R248)', async () => {
    const app = await written()
    await app.send(beginPlain)
    await app.fail('chat.send', noAnswer)
    await app.pass(10 * CHAT_CHECKED)
    await app.send(resend, remove, unseen, resend, remove)
    expect(app.is('unsure')).toBe(true)
    expect(app.told().map(({ type }) => type)).toEqual(['item.traced'])
    await app.send(unseen)
    expect(app.now().value).toEqual({ failed: 'missing' })
    expect(app.told().at(-1)).toEqual({ type: 'item.stopped', clientId: KEPT, isHopeless: false })
    expect(app.asked('chat.send')).toHaveLength(1)
    await app.send(resend, beginPlain)
    expect(app.asked('chat.send')).toHaveLength(2)
  })

  test('can be removed once the history has been loaded twice without it (R249)', async () => {
    const app = await written()
    await app.send(beginPlain)
    await app.fail('chat.send', noAnswer)
    await app.send(unseen, unseen, remove)
    expect(app.is('removed')).toBe(true)
  })

  test.each([0, 1, 2])(
    'counts as arrived when the history shows it after %i loads without it (R246)',
    async (looks) => {
      const app = await written()
      await app.send(beginPlain)
      await app.fail('chat.send', noAnswer)
      for (let at = 0; at < looks; at++) await app.send(unseen)
      const message = text('m', 20, 'customer')
      await app.send({ type: 'item.arrived', message })
      expect(app.is('succeed')).toBe(true)
      expect(app.told().at(-1)).toEqual({ type: 'item.sent', clientId: KEPT, message })
    },
  )

  test('can be resent after a reload only once the history has been searched for it (R248)', async () => {
    const app = await written(keptText, { isKept: true, trace })
    await app.send(resend, beginPlain)
    expect(app.is('unsure')).toBe(true)
    await app.send(unseen)
    expect(app.now().value).toEqual({ failed: 'missing' })
    expect(app.asked('chat.send')).toEqual([])
  })

  test('counts as definitely failed after a refusal (R248)', async () => {
    const app = await written()
    await app.send(beginPlain)
    await app.fail('chat.send', refused('REQUEST_LIMIT'))
    expect(app.now().value).toEqual({ failed: 'surely' })
  })
})

describe('a text message that may have arrived', () => {
  const out = { ...keptText, trace: { session_id: 'v1', after: '2026-01-02T05:00:00.000Z' } }
  const shown: Conversation = {
    sender: 'customer',
    message: { message_type: 'text', payload: 'ยังไม่ได้ส่ง' },
    createdAt: '2026-01-02T05:00:01.000Z',
    session_id: 'v1',
  }

  test.each([
    ['of this visit, newer than the last known one', {}, true],
    ['that names no visit', { session_id: null }, true],
    ['of another visit', { session_id: 'v2' }, false],
    ['that was known before', { createdAt: out.trace.after }, false],
    ['from support', { sender: 'other' }, false],
    ['with another text', { message: { message_type: 'text', payload: 'x' } }, false],
  ] as const)('compared with a history message %s, is a match: $2 (D-25)', (_, change, is) => {
    expect(isShownBy(out, { ...shown, ...change })).toBe(is)
  })

  test('matches only a history message from this visit if no message was known when it was sent (D-25)', () => {
    const blind = { ...out, trace: { session_id: 'v1', after: null } }
    expect(isShownBy(blind, shown)).toBe(true)
    expect(isShownBy(blind, { ...shown, session_id: null })).toBe(false)
  })
})

describe('a picture', () => {
  test('is uploaded, then sent with the returned path (R197, R247, R374)', async () => {
    const app = await written(keptPicture)
    await app.send(begin)
    expect(app.is('uploading_file')).toBe(true)
    expect(app.asked('upload')).toMatchObject([{ clientId: KEPT, fileType: 'image' }])
    await app.send({ type: 'item.progress', sent: 256, size: 1024 })
    expect(app.now().context.sent).toBe(0.25)
    await app.answer('upload', { path: '/chat-files/x.png' })
    const payload = { fileType: 'image', name: 'photo.png', filePath: '/chat-files/x.png' }
    expect(app.asked('chat.send')).toMatchObject([{ message: { message_type: 'media', payload } }])
    expect(app.done).toEqual(['saveItem', 'saveItem'])
  })

  test('is uploaded again with the same idempotency key after a missing reply, but with a new key after a refusal', async () => {
    const app = await written(keptPicture)
    await app.send(begin)
    await app.fail('upload', noAnswer)
    await app.send(resend, begin)
    await app.fail('upload', refused('REQUEST_LIMIT'))
    await app.send(resend, begin)
    const [first, second, third] = app.keysOf('upload')
    expect([second === first, third === first, app.asked('upload').length]).toEqual([true, false, 3])
  })

  test('can be removed but not resent if its file was rejected, because the file would be rejected again (R288–R289)', async () => {
    const app = await written(keptPicture)
    await app.send(begin)
    await app.fail('upload', refused('NO_DATA'))
    expect(app.told().at(-1)).toEqual({ type: 'item.stopped', clientId: KEPT, isHopeless: true })
    await app.send(resend)
    expect([app.is('failed'), app.now().can(resend)]).toEqual([true, false])
    await app.send(remove)
    expect(app.is('removed')).toBe(true)
  })

  test('is resent without another upload once it has been uploaded (R247)', async () => {
    const app = await written(keptPicture)
    await app.send(begin)
    await app.answer('upload', { path: '/chat-files/x.png' })
    await app.fail('chat.send', noAnswer)
    await app.send(resend, begin)
    expect([app.asked('upload').length, app.asked('chat.send').length]).toEqual([1, 2])
  })

  test('can be removed during the upload (R249)', async () => {
    const app = await written(keptPicture)
    await app.send(begin, remove)
    expect([app.is('removed'), app.waits('upload')]).toEqual([true, false])
  })

  test('can be removed but not resent if its file is gone (R249)', async () => {
    const app = await written(keptPicture, { isKept: true, isLost: true })
    await app.send(resend)
    expect(app.is('failed')).toBe(true)
    await app.send(remove)
    expect(app.is('removed')).toBe(true)
  })
})
