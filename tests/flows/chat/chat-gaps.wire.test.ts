import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { CHAT_CHECK, CHAT_PAGE, conversationId } from '#contract/chat.ts'
import { contentOf } from '#contract/chat-content.ts'
import { wire } from '#src/api/request.ts'
import { type PlayedChat, playChat } from '#tests/kit/chat-client.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { line } from '#tests/kit/played-line.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'

vi.mock('#src/api/chat-socket.ts', () => import('#tests/kit/played-line.ts'))

let backend: Backend
let chat: PlayedChat
beforeEach(async () => {
  backend = await startBackend()
  chat = await playChat(backend)
})

/** Starts a conversation in which the player has sent a message and support has sent `answers` replies. */
async function talk(name: string, answers: number) {
  await chat.join()
  chat.say('hello')
  await chat.known(1)
  await answer(name, answers)
}
async function answer(name: string, answers: number) {
  for (let at = 0; at < answers; at++) await chat.answer(`${name}${at}`)
}
/** Makes support send a message just before page `number` of the history is requested. */
function sayBeforePage(number: number, text: string) {
  const direct = wire.fetch
  let pages = 0
  wire.fetch = async (url, init) => {
    if (url.endsWith('/chat/history') && ++pages === number) await chat.answer(text)
    return direct(url, init)
  }
}
/** All texts of the conversation as the server stores them. */
const all = async () => (await chat.rows()).map(({ message }) => (message.payload as { message: string }).message)
const scrollToBeginning = async () => {
  while (chat.history().getSnapshot().can({ type: 'history.more' })) await chat.scrollUp()
}

describe('the chat shows each message once, in server order (D-25, D-50)', () => {
  test('even if a message arrives while the missed pages are loading', async () => {
    await talk('a', 0)
    chat.cut()
    await answer('a', 15)
    sayBeforePage(2, 'between')
    await chat.join()
    expect(chat.texts()).toEqual(await all())
    expect(chat.unread()).toBe(16)
  })

  test('even in older pages that are loaded afterwards (R537)', async () => {
    await talk('b', 40)
    await chat.reload()
    await chat.join()
    chat.cut()
    await answer('c', 15)
    sayBeforePage(2, 'between')
    await chat.join()
    await scrollToBeginning()
    expect(chat.texts()).toEqual(await all())
  })

  test('even if an older page arrives before the missed messages, which still count as new (R537)', async () => {
    await talk('a', 30)
    await chat.reload()
    await chat.join()
    const before = chat.unread()
    chat.cut()
    await answer('m', 25)
    await chat.scrollUp()
    expect(chat.texts()).toEqual((await all()).filter((text) => chat.texts().includes(text)))
    await chat.join()
    expect(chat.unread()).toBe(before + 25)
    await scrollToBeginning()
    expect(chat.texts()).toEqual(await all())
  })

  test('even if the socket belatedly delivers a message older than the first page (R382, R537)', async () => {
    await talk('a', 14)
    await chat.known(15)
    const [before, late] = chat.messages()
    await chat.reload()
    await chat.join()
    if (before && late) line.hear?.message({ ...late, previous: conversationId(before) })
    await chat.is('live')
    expect(chat.texts()).toEqual((await all()).slice(-CHAT_PAGE))
    await scrollToBeginning()
    expect(chat.texts()).toEqual(await all())
  })

  test('even if the player resends, after a reload, a message that had already arrived (R248)', async () => {
    await talk('a', 0)
    chat.cut(false)
    loseReply()
    chat.say('kept')
    await chat.failed()
    await answer('b', 25)
    await chat.reload()
    await chat.join()
    const newest = chat.texts()
    await chat.resend()
    expect(chat.texts()).toEqual(newest)
    await scrollToBeginning()
    expect(chat.texts()).toEqual(await all())
    expect(chat.texts()).toContain('kept')
  })

  test('even if the socket lost messages before the first one it delivered', async () => {
    await chat.join()
    chat.cut(false)
    chat.say('q')
    await until(() => expect(chat.ids()).toHaveLength(1))
    await chat.answer('lost')
    chat.mend()
    await chat.answer('heard')
    await chat.known(3)
    expect(chat.texts()).toEqual(['q', 'lost', 'heard'])
  })
})

describe('the chat counts each unread message once (R250)', () => {
  test('after the chat has been unreachable', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await talk('a', 0)
    chat.cut(false)
    await answer('b', 3)
    // two checks of an unresponsive connection fail, and the chat reconnects
    for (let at = 0; at < 3; at++) await vi.advanceTimersByTimeAsync(CHAT_CHECK)
    vi.useRealTimers()
    await chat.is('connecting')
    await chat.join()
    expect([chat.unread(), chat.ids().length]).toEqual([3, 4])
  })

  test('in a conversation that was empty before the disconnect, and alerts the player to a new message (R540)', async () => {
    await chat.join()
    chat.cut(false)
    chat.say('q')
    await until(() => expect(chat.ids()).toHaveLength(1))
    line.hear?.down()
    await answer('a', 12)
    await chat.join()
    expect([chat.unread(), chat.ids().length]).toEqual([12, 13])
    expect(chat.chat().getSnapshot().context.hint).not.toBeNull()
  })

  test('and marks messages as read only up to the last one shown (R377)', async () => {
    await talk('a', 1)
    await chat.known(2)
    chat.cut(false)
    await answer('b', 2)
    chat.chat().send({ type: 'panel.open' })
    chat.chat().send({ type: 'panel.close' })
    await waitFor(chat.chat(), (s) => s.matches({ reading: 'idle' }))
    expect(await chat.unreadThere()).toBe(2)
  })

  test('and marks nothing as read before any message has been shown (R377)', async () => {
    await talk('a', 2)
    await chat.reload()
    const { length } = chat.sent
    chat.chat().send({ type: 'panel.open' })
    chat.chat().send({ type: 'panel.close' })
    expect(chat.sent.slice(length)).toEqual([])
    expect([chat.unread(), await chat.unreadThere()]).toEqual([2, 2])
  })
})

test.each(['{"payload":{"message":"x"}}', '{"message_type":5,"deliver":{}}', '"said"'])(
  'a history message with the content %s is shown as a neutral placeholder among the other messages (R193)',
  async (strange) => {
    await talk('a', 2)
    await chat.known(3)
    await backend.db.execute(
      sql`update "chatMessages" set message = ${strange}::jsonb where "clientId" = ${chat.ids()[1] ?? ''}`,
    )
    await chat.reload()
    await chat.join()
    expect(chat.messages().map(({ message }) => contentOf(message).type)).toEqual(['text', 'unknown', 'text'])
  },
)

test('the chat shows sent and received messages while the history cannot be loaded, and the whole history afterwards (R382)', async () => {
  await talk('a', 3)
  const direct = wire.fetch
  wire.fetch = async (url, init) =>
    url.endsWith('/chat/history') ? Response.json({}, { status: 500 }) : direct(url, init)
  await chat.reload()
  chat.mend()
  line.hear?.up()
  line.hear?.joined({ joined: true, last: 'x' })
  await waitFor(chat.history(), (s) => s.matches({ early: 'failed' }))
  chat.say('question')
  await chat.known(1)
  await chat.answer('answer')
  await chat.known(2)
  expect(chat.texts()).toEqual(['question', 'answer'])
  wire.fetch = direct
  chat.history().send({ type: 'history.more' })
  await chat.known(6)
  expect(chat.texts()).toEqual(await all())
})
