import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { playPlainChat } from '#tests/kit/plain-chat.ts'
import { line } from '#tests/kit/played-line.ts'
import { until } from '#tests/kit/until.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

type Plain = Awaited<ReturnType<typeof playPlainChat>>
const isSent = (chat: Plain, count: number) =>
  until(() => {
    expect(chat.items()).toEqual([])
    expect(chat.messages()).toHaveLength(count)
  })

describe('the current user', () => {
  test('is a guest with a browser-generated id, which is stored and not sent as a signed id (R293, R381)', async () => {
    const chat = await playPlainChat()
    expect(chat.guest()).toMatch(/^guest-[\da-f-]{36}$/)
    line.hear?.up()
    expect(line.enters).toEqual([`plain_${chat.guest()}`])
    expect(line.joins).toEqual([])
    const first = chat.guest()
    await chat.reload()
    expect(chat.guest()).toBe(first)
    for (const { headers } of chat.sent) expect(headers.has('Authorization')).toBe(false)
  })

  test('is a member with the profile id (R184, R186, R381)', async () => {
    const chat = await playPlainChat('token-1')
    line.hear?.up()
    expect(line.enters).toEqual(['plain_m-1'])
    chat.say('สวัสดี')
    await isSent(chat, 1)
    expect(chat.sends()[0]?.body).toEqual({
      sender: 'customer',
      message: { message_type: 'text', payload: { message: 'สวัสดี' }, deliver: 'sending' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      session_id: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: 'm-1',
      guestId: null,
      username: '0812345678',
      name: 'Somchai',
      deviceToken: null,
    })
    expect(chat.stores.local.has('guest-id')).toBe(false)
  })
})

describe('a message from the player (D-25)', () => {
  test('is shown once if the socket delivers it before the reply', async () => {
    const chat = await playPlainChat()
    line.hear?.up()
    chat.say('หนึ่ง')
    await isSent(chat, 1)
    await chat.poll()
    expect(chat.shown()).toEqual(['หนึ่ง'])
  })

  test('is shown once if the reply arrives before the socket delivers it', async () => {
    const chat = await playPlainChat()
    chat.state.isPushed = false
    chat.say('หนึ่ง')
    await isSent(chat, 1)
    line.hear?.message(chat.said[0] as never)
    await chat.poll()
    expect(chat.shown()).toEqual(['หนึ่ง'])
  })

  test.each([1_000, 0])(
    "is shown twice if the player sent it twice, %i ms apart by the backend's clock",
    async (step) => {
      const chat = await playPlainChat()
      chat.state.step = step
      chat.say('หนึ่ง')
      await until(() => expect(chat.items()).toEqual([]))
      chat.say('หนึ่ง')
      await until(() => expect(chat.items()).toEqual([]))
      await chat.poll()
      await isSent(chat, 2)
      expect(chat.sends()).toHaveLength(2)
    },
  )
})

describe('the chat without a socket', () => {
  test('shows a message from support once, within 5 s, and counts it as unread (R373, R383)', async () => {
    const chat = await playPlainChat()
    chat.state.isPushed = false
    chat.answer('ตอบ')
    await chat.poll()
    await chat.known(1)
    await chat.poll()
    expect(chat.shown()).toEqual(['ตอบ'])
    expect(chat.unread()).toBe(1)
  })

  test('marks messages as read when it is opened, with only the fields of the specification (R377)', async () => {
    const chat = await playPlainChat()
    chat.answer('ตอบ')
    await chat.known(1)
    chat.chat().send({ type: 'panel.open' })
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => expect(chat.sent.at(-1)?.path).toBe('/api/chat/read-customer/'))
    expect(chat.sent.at(-1)?.body).toEqual({ userId: null, guestId: chat.guest() })
    await until(() => expect(chat.chat().getSnapshot().matches({ reading: 'idle' })).toBe(true))
    expect(chat.unread()).toBe(0)
  })
})

describe('a message without a reply (R248)', () => {
  const state = (chat: Plain) => chat.items()[0]?.ref.getSnapshot()

  test('is found in the history if it arrived, and is not resent', async () => {
    const chat = await playPlainChat()
    chat.state.isPushed = false
    chat.state.loses = true
    chat.say('หนึ่ง')
    await until(() => expect(state(chat)?.matches('unsure')).toBe(true))
    await chat.poll()
    await isSent(chat, 1)
    expect(chat.sends()).toHaveLength(1)
  })

  test('can be resent by the player if it is missing from the history after two loads', async () => {
    const chat = await playPlainChat()
    chat.state.isDown = true
    chat.say('หนึ่ง')
    await until(() => expect(state(chat)?.matches('unsure')).toBe(true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state(chat)?.matches('unsure')).toBe(true)
    chat.state.isDown = false
    await chat.poll()
    await chat.poll()
    await until(() => expect(state(chat)?.matches({ failed: 'missing' })).toBe(true))
    expect(chat.sends()).toHaveLength(1)
    await chat.resend()
    await isSent(chat, 1)
    expect(chat.sends()).toHaveLength(2)
  })

  test('is not mistaken for an earlier message with the same text', async () => {
    const chat = await playPlainChat()
    chat.say('หนึ่ง')
    await isSent(chat, 1)
    chat.state.isDown = true
    chat.say('หนึ่ง')
    await until(() => expect(state(chat)?.matches('unsure')).toBe(true))
    chat.state.isDown = false
    await chat.poll()
    await chat.poll()
    await until(() => expect(state(chat)?.matches({ failed: 'missing' })).toBe(true))
    expect(chat.messages()).toHaveLength(1)
  })

  test('is found after a reload if it arrived, and is not resent', async () => {
    const chat = await playPlainChat()
    chat.state.loses = true
    chat.state.isPushed = false
    chat.say('หนึ่ง')
    await until(() => expect(state(chat)?.matches('unsure')).toBe(true))
    chat.state.loses = false
    await chat.reload()
    await isSent(chat, 1)
    expect(chat.sends()).toHaveLength(1)
  })
})
