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
  const it = await start(chatMessage, input, { actions: ['saveItem', 'clearItem'] })
  const keysOf = (call: string) => it.asked(call).map((input) => (input as { key: string }).key)
  return { ...it, keysOf, told: () => owner.heard, is: (state: string) => it.now().matches(state as never) }
}

describe('a text', () => {
  test('waits for its turn, then is sent for the current user under its own id (R245, R372, D-24)', async () => {
    const it = await written()
    expect([it.is('waiting'), it.asked('chat.send')]).toEqual([true, []])
    await it.send(begin)
    const payload = { message: 'ยังไม่ได้ส่ง' }
    const key = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(it.asked('chat.send')).toEqual([
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

  test("once support has it, it has the server's time and is no longer stored (R246)", async () => {
    const it = await written()
    await it.send(begin)
    await it.answer('chat.send', { createdAt: TIME })
    expect(it.told()).toMatchObject([
      { type: 'item.sent', clientId: KEPT, message: { createdAt: TIME, clientId: KEPT } },
    ])
    expect([it.is('succeed'), it.done]).toEqual([true, ['saveItem', 'saveItem', 'clearItem']])
  })

  test.each([noAnswer, refused('REQUEST_LIMIT')])(
    'after failing with $code it is resent with a new key (R248)',
    async (failure) => {
      const it = await written()
      await it.send(begin)
      await it.fail('chat.send', failure)
      expect([it.is('failed'), it.now().context.failure, it.told()]).toEqual([
        true,
        failure,
        [{ type: 'item.stopped', clientId: KEPT, isHopeless: false }],
      ])
      await it.send(resend)
      expect([it.is('waiting'), it.told().at(-1)]).toEqual([true, { type: 'item.waits', clientId: KEPT }])
      await it.send(begin)
      expect(new Set(it.keysOf('chat.send')).size).toBe(2)
      expect(new Set(it.asked('chat.send').map((input) => (input as { clientId: string }).clientId))).toEqual(
        new Set([KEPT]),
      )
    },
  )

  test('can be removed while it waits (R249)', async () => {
    const it = await written()
    await it.send(remove, begin)
    expect([it.is('removed'), it.asked('chat.send'), it.told()]).toMatchObject([true, [], [{ type: 'item.removed' }]])
  })

  test('can be removed after failing, but not while being sent (R249)', async () => {
    const it = await written()
    await it.send(begin, remove)
    expect(it.is('sending')).toBe(true)
    await it.fail('chat.send', refused('REQUEST_LIMIT'))
    await it.send(remove)
    expect([it.is('removed'), it.told().at(-1), it.done.at(-1)]).toEqual([
      true,
      { type: 'item.removed', clientId: KEPT },
      'clearItem',
    ])
  })

  test('without an answer it can be removed once the history had time to show it (R249)', async () => {
    const it = await written()
    await it.send(begin)
    await it.fail('chat.send', noAnswer)
    await it.pass(CHAT_CHECKED - 1)
    await it.send(remove)
    expect(it.is('failed')).toBe(true)
    await it.pass(1)
    await it.send(remove)
    expect(it.is('removed')).toBe(true)
  })

  test.each(['waiting', 'sending', 'failed'])(
    'has arrived once the history shows it, even if it is %s (D-24)',
    async (state) => {
      const it = await written()
      if (state !== 'waiting') await it.send(begin)
      if (state === 'failed') await it.fail('chat.send', noAnswer)
      const message = text(KEPT, 1, 'customer')
      await it.send({ type: 'item.arrived', message })
      expect([it.is('succeed'), it.told().at(-1)]).toEqual([true, { type: 'item.sent', clientId: KEPT, message }])
    },
  )

  test('has failed if it was unsent before a reload, and is not sent automatically (R248)', async () => {
    const it = await written(keptText, { isKept: true })
    await it.send(begin)
    expect([it.is('failed'), it.asked('chat.send')]).toEqual([true, []])
  })
})

test("an answer by a button carries the button's label and payload (R195)", () => {
  expect(bodyOf({ type: 'postback', message: 'ฝากเงิน', payload: 'DEPOSIT' })).toEqual({
    message_type: 'postback',
    payload: { message: 'ฝากเงิน', payload: 'DEPOSIT' },
  })
})

test.each([
  ['a text', keptText.item, false],
  ['a picture that was not uploaded', keptPicture.item, true],
  ['a picture that was uploaded', { ...keptPicture.item, filePath: '/chat-files/x.png' } as ChatItem, false],
])('%s: is hopeless only if a refused file still has to be uploaded (R247, R288)', (_, item, isIt) => {
  expect(needsUpload(item)).toBe(isIt)
  const failed = { item, isLost: false }
  expect(isHopeless({ ...failed, failure: refused('NO_DATA') })).toBe(isIt)
  expect(isHopeless({ ...failed, failure: { ...noAnswer, code: 'NO_DATA' } })).toBe(false)
  expect(isHopeless({ ...failed, failure: null })).toBe(false)
})

test('a file without a size shows no progress (R197)', async () => {
  const it = await written(keptPicture)
  await it.send(begin, { type: 'item.progress', sent: 0, size: 0 })
  expect(it.now().context.sent).toBe(0)
})

describe('on a plain backend', () => {
  const beginPlain = { ...begin, trace }
  const unseen = { type: 'item.unseen' as const }

  test('is sent without a clientId, is stored with its trace, and the owner can look for it (R186, R372)', async () => {
    const it = await written()
    await it.send(beginPlain)
    expect(it.asked('chat.send')[0]).not.toHaveProperty('clientId')
    expect(it.now().context.trace).toEqual(trace)
    expect(it.told()).toEqual([{ type: 'item.traced', out: { ...keptText, trace } }])
    await it.answer('chat.send', { createdAt: TIME })
    expect(it.told().at(-1)).toMatchObject({ type: 'item.sent', message: { createdAt: TIME, session_id: 'v1' } })
    expect(it.told().at(-1)).not.toHaveProperty('message.clientId')
  })

  test('keeps its place and offers nothing until the history was loaded twice without an answer (R248)', async () => {
    const it = await written()
    await it.send(beginPlain)
    await it.fail('chat.send', noAnswer)
    await it.pass(10 * CHAT_CHECKED)
    await it.send(resend, remove, unseen, resend, remove)
    expect(it.is('unsure')).toBe(true)
    expect(it.told().map(({ type }) => type)).toEqual(['item.traced'])
    await it.send(unseen)
    expect(it.now().value).toEqual({ failed: 'missing' })
    expect(it.told().at(-1)).toEqual({ type: 'item.stopped', clientId: KEPT, isHopeless: false })
    expect(it.asked('chat.send')).toHaveLength(1)
    await it.send(resend, beginPlain)
    expect(it.asked('chat.send')).toHaveLength(2)
  })

  test('can be removed once the history does not show it (R249)', async () => {
    const it = await written()
    await it.send(beginPlain)
    await it.fail('chat.send', noAnswer)
    await it.send(unseen, unseen, remove)
    expect(it.is('removed')).toBe(true)
  })

  test.each([0, 1, 2])('has arrived when the history shows it after %i loads (R246)', async (looks) => {
    const it = await written()
    await it.send(beginPlain)
    await it.fail('chat.send', noAnswer)
    for (let at = 0; at < looks; at++) await it.send(unseen)
    const message = text('m', 20, 'customer')
    await it.send({ type: 'item.arrived', message })
    expect(it.is('succeed')).toBe(true)
    expect(it.told().at(-1)).toEqual({ type: 'item.sent', clientId: KEPT, message })
  })

  test('is looked for once after a reload, before it can be resent (R248)', async () => {
    const it = await written(keptText, { isKept: true, trace })
    await it.send(resend, beginPlain)
    expect(it.is('unsure')).toBe(true)
    await it.send(unseen)
    expect(it.now().value).toEqual({ failed: 'missing' })
    expect(it.asked('chat.send')).toEqual([])
  })

  test('a refusal is an answer (R248)', async () => {
    const it = await written()
    await it.send(beginPlain)
    await it.fail('chat.send', refused('REQUEST_LIMIT'))
    expect(it.now().value).toEqual({ failed: 'surely' })
  })
})

describe('a history message matches', () => {
  const out = { ...keptText, trace: { session_id: 'v1', after: '2026-01-02T05:00:00.000Z' } }
  const shown: Conversation = {
    sender: 'customer',
    message: { message_type: 'text', payload: 'ยังไม่ได้ส่ง' },
    createdAt: '2026-01-02T05:00:01.000Z',
    session_id: 'v1',
  }

  test.each([
    ['of this visit, later than what was known', {}, true],
    ['that names no visit', { session_id: null }, true],
    ['of another visit', { session_id: 'v2' }, false],
    ['that was known before', { createdAt: out.trace.after }, false],
    ['of support', { sender: 'other' }, false],
    ['of another text', { message: { message_type: 'text', payload: 'x' } }, false],
  ] as const)('one %s (D-25)', (_, change, is) => {
    expect(isShownBy(out, { ...shown, ...change })).toBe(is)
  })

  test('if nothing was known, only with the id of this visit (D-25)', () => {
    const blind = { ...out, trace: { session_id: 'v1', after: null } }
    expect(isShownBy(blind, shown)).toBe(true)
    expect(isShownBy(blind, { ...shown, session_id: null })).toBe(false)
  })
})

describe('a picture', () => {
  test('is uploaded, then sent with the returned path (R197, R247, R374)', async () => {
    const it = await written(keptPicture)
    await it.send(begin)
    expect(it.is('uploading_file')).toBe(true)
    expect(it.asked('upload')).toMatchObject([{ clientId: KEPT, fileType: 'image' }])
    await it.send({ type: 'item.progress', sent: 256, size: 1024 })
    expect(it.now().context.sent).toBe(0.25)
    await it.answer('upload', { path: '/chat-files/x.png' })
    const payload = { fileType: 'image', name: 'photo.png', filePath: '/chat-files/x.png' }
    expect(it.asked('chat.send')).toMatchObject([{ message: { message_type: 'media', payload } }])
    expect(it.done).toEqual(['saveItem', 'saveItem'])
  })

  test('without an answer the upload keeps its key; after a refusal it gets a new one', async () => {
    const it = await written(keptPicture)
    await it.send(begin)
    await it.fail('upload', noAnswer)
    await it.send(resend, begin)
    await it.fail('upload', refused('REQUEST_LIMIT'))
    await it.send(resend, begin)
    const [first, second, third] = it.keysOf('upload')
    expect([second === first, third === first, it.asked('upload').length]).toEqual([true, false, 3])
  })

  test('a rejected file can only be removed: it would be rejected again (R288–R289)', async () => {
    const it = await written(keptPicture)
    await it.send(begin)
    await it.fail('upload', refused('NO_DATA'))
    expect(it.told().at(-1)).toEqual({ type: 'item.stopped', clientId: KEPT, isHopeless: true })
    await it.send(resend)
    expect([it.is('failed'), it.now().can(resend)]).toEqual([true, false])
    await it.send(remove)
    expect(it.is('removed')).toBe(true)
  })

  test('once uploaded it is only resent (R247)', async () => {
    const it = await written(keptPicture)
    await it.send(begin)
    await it.answer('upload', { path: '/chat-files/x.png' })
    await it.fail('chat.send', noAnswer)
    await it.send(resend, begin)
    expect([it.asked('upload').length, it.asked('chat.send').length]).toEqual([1, 2])
  })

  test('can be removed during the upload (R249)', async () => {
    const it = await written(keptPicture)
    await it.send(begin, remove)
    expect([it.is('removed'), it.waits('upload')]).toEqual([true, false])
  })

  test('can only be removed if its file is gone (R249)', async () => {
    const it = await written(keptPicture, { isKept: true, isLost: true })
    await it.send(resend)
    expect(it.is('failed')).toBe(true)
    await it.send(remove)
    expect(it.is('removed')).toBe(true)
  })
})
