import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from 'xstate'
import { CHAT_CHECK, CHAT_READ_DEBOUNCE } from '#contract/chat.ts'
import { runChat } from '#tests/kit/chat-client.ts'
import { playPlainSite } from '#tests/kit/plain-site.ts'
import { line } from '#tests/kit/played-line.ts'
import { until } from '#tests/kit/until.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

const SEND = 'POST /api/chat/send-message'
const READ = 'PUT /api/chat/read-customer/'
const HISTORY = 'POST /api/chat/history'
const UPLOAD = 'POST /api/chat/upload-image'
let chat: ReturnType<typeof runChat>
let plain: ReturnType<typeof playPlainSite>

/** Starts a guest's chat. Its socket delivers what the backend publishes. */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  plain = playPlainSite()
  plain.site.publish = (_, message) => line.hear?.message(message as never)
  chat = runChat()
  await waitFor(chat.history(), (s) => s.matches('waiting'))
})
afterEach(() => void vi.useRealTimers())

const guest = () => plain.stores.local.get('guest-id') ?? ''
const answer = (text: string) => plain.happen('say', { id: guest(), text })
const first = () => chat.items()[0]?.ref.getSnapshot()
const isSent = (count: number) =>
  until(() => {
    expect(chat.items()).toEqual([])
    expect(chat.messages()).toHaveLength(count)
  })
/** Collects the states of the first item. */
function statesOf() {
  const states: unknown[] = [first()?.value]
  chat.items()[0]?.ref.subscribe(({ value }) => states.push(value))
  return states
}
const attach = (type = 'image/png') => {
  const file = new File(['picture'], 'me.png', { type })
  chat.box().send({ type: 'box.attach', file, facts: { name: file.name, type, size: file.size } })
}

describe('a message from the player', () => {
  it('is shown immediately, then with the backend’s creation time once it is sent (R245, R246)', async () => {
    plain.site.publish = () => {}
    chat.say('สวัสดี')
    expect(first()?.context.item).toEqual({ type: 'text', message: 'สวัสดี' })
    expect(chat.messages()).toEqual([])
    await isSent(1)
    const [stored] = plain.site.chats.get(guest()) ?? []
    expect(chat.messages()[0]?.createdAt).toBe(stored?.createdAt)
  })

  it('is sent with the path of its picture once the picture is uploaded (R247)', async () => {
    attach()
    const states = statesOf()
    await isSent(1)
    expect(states).toEqual(['uploading_file', 'sending', 'succeed'])
    const lines = plain.requests.map(({ line }) => line)
    expect(lines.indexOf(UPLOAD)).toBeLessThan(lines.indexOf(SEND))
    const [path] = [...plain.site.uploads.keys()]
    expect(chat.messages()[0]?.message).toMatchObject({
      message_type: 'media',
      payload: { fileType: 'image', filePath: path },
    })
  })

  it.each([UPLOAD, SEND])(
    'fails with the server’s message if it has a picture and a plain backend refuses %s (R247)',
    async (refused) => {
      await plain.spoil(refused, 'code:ไฟล์ใหญ่เกินไป')
      attach()
      await chat.failed()
      expect(first()?.context.failure?.message).toBe('ไฟล์ใหญ่เกินไป')
    },
  )

  it('can be removed after it has failed (R249)', async () => {
    await plain.spoil(SEND, 'code:NO_DATA')
    chat.say('หนึ่ง')
    await chat.failed()
    chat.items()[0]?.ref.send({ type: 'item.remove' })
    expect(chat.items()).toEqual([])
    await vi.advanceTimersByTimeAsync(CHAT_CHECK)
    expect(plain.count(SEND)).toBe(1)
    expect(plain.site.chats.size).toBe(0)
  })
})

describe('a message from support', () => {
  it('is added to the history when the socket delivers it (R382)', async () => {
    const before = plain.count(HISTORY)
    await answer('ตอบ')
    expect(chat.texts()).toEqual(['ตอบ'])
    expect(plain.count(HISTORY)).toBe(before)
  })

  it('is marked as read 1 s after the last message arrives in the open chat, in one call for all messages (R250)', async () => {
    await answer('หนึ่ง')
    chat.chat().send({ type: 'panel.open' })
    await vi.advanceTimersByTimeAsync(CHAT_READ_DEBOUNCE - 100)
    await answer('สอง')
    await vi.advanceTimersByTimeAsync(CHAT_READ_DEBOUNCE - 100)
    expect(CHAT_READ_DEBOUNCE).toBe(1_000)
    expect(plain.count(READ)).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    await until(() => expect(chat.unread()).toBe(0))
    expect(plain.count(READ)).toBe(1)
  })
})

describe('a plain backend’s socket', () => {
  it('is opened within 5 s, and joins its room each time it connects (D-50)', async () => {
    await vi.advanceTimersByTimeAsync(CHAT_CHECK)
    await until(() => expect(line.connects).toBe(1))
    expect(line.enters).toEqual([])
    line.hear?.up()
    expect(line.enters).toEqual([`plain_${guest()}`])
    line.hear?.down()
    line.hear?.up()
    expect(line.enters).toHaveLength(2)
  })

  it('does not replay missed messages, so the chat loads them within 5 s (D-50)', async () => {
    line.hear?.up()
    plain.site.publish = () => {}
    line.hear?.down()
    await answer('หายไป')
    line.hear?.up()
    expect(chat.texts()).toEqual([])
    await vi.advanceTimersByTimeAsync(CHAT_CHECK)
    await chat.known(1)
    expect(chat.texts()).toEqual(['หายไป'])
  })
})
