import { describe, expect, test } from 'vitest'
import { CHAT_CHECK } from '#contract/chat.ts'
import { page, text, who } from '#tests/kit/samples/chat.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { listener, listeningChild, start } from '#tests/kit/start.ts'
import chatLine from './chat-line.model.ts'

const config = { room: 'demo_guest-0', who, unread: 0 }
const up = { type: 'line.up' as const }
const down = { type: 'line.down' as const }
const joined = (last: string | null, isJoined = true) => ({
  type: 'line.joined' as const,
  reply: { joined: isJoined, last },
})
const message = (id: string, previous?: string) => ({
  type: 'line.message' as const,
  message: { ...text(id, 20), ...(previous && { previous }) },
})

async function begin() {
  const [socket, owner] = [listeningChild(), listener()]
  const app = await start(chatLine, { owner: owner.ref as never }, { keep: { socket: socket.logic } })
  const is = (state: string) => app.now().matches({ open: { up: state } } as never)
  return { ...app, is, told: () => owner.heard, asks: () => socket.heard.map(({ event }) => event.type), socket }
}
/** Connects the socket, with all messages up to m9 loaded. */
async function live() {
  const app = await begin()
  await app.answer('chat.config', config)
  await app.send(up, joined('m9'))
  await app.answer('missed', page)
  return app
}

describe('the room', () => {
  test('belongs to the current user, and the owner is notified of that user (R371, R381, D-22)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up)
    expect(app.socket.heard).toMatchObject([{ event: { type: 'socket.join', room: 'demo_guest-0' } }])
    expect(app.told()).toEqual([{ type: 'line.configured', who, unread: 0 }])
  })

  test('is joined after every connect (D-50)', async () => {
    const app = await live()
    await app.send(down, up)
    expect([app.asks(), app.is('joining')]).toEqual([['socket.join', 'socket.join'], true])
  })

  test('is requested again after 5 s if it cannot be joined (D-22)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up, joined(null, false))
    expect(app.now().value).toBe('unreachable')
    await app.pass(CHAT_CHECK)
    expect(app.waits('chat.config')).toBe(true)
  })
})

describe('the check every 5 s', () => {
  test('reconnects as the current user, because a refused user cannot rejoin (R383, R538)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.pass(CHAT_CHECK)
    await app.fail('chat.config', noAnswer)
    const isTrying = () => app.now().matches({ open: { offline: 'trying' } })
    expect(isTrying()).toBe(true)
    await app.pass(CHAT_CHECK)
    const other = { userId: null, guestId: 'guest-1' }
    await app.answer('chat.config', { room: 'demo_guest-1', who: other, unread: 2 })
    expect([isTrying(), app.asks()]).toEqual([true, ['socket.connect']])
    await app.send(up)
    expect([app.is('joining'), app.socket.heard.at(-1)?.event]).toEqual([
      true,
      { type: 'socket.join', room: 'demo_guest-1' },
    ])
    expect(app.told().at(-1)).toEqual({ type: 'line.configured', who: other, unread: 2 })
  })

  test("loads the newest page in another guest's room, where no message is known yet (D-22)", async () => {
    const app = await live()
    await app.send(down)
    await app.pass(CHAT_CHECK)
    await app.answer('chat.config', { ...config, room: 'demo_guest-1' })
    await app.send(up, joined('m9'))
    expect(app.asked('missed').slice(1)).toEqual([{ who, since: undefined }])
  })

  test('joins the room again while connected, and loads nothing if the newest message is known (R383, D-50)', async () => {
    const app = await live()
    await app.pass(CHAT_CHECK)
    await app.send(joined('m9'))
    expect([app.is('live'), app.waits('missed')]).toEqual([true, false])
  })

  test('loads nothing if the socket has already delivered the newest message (D-50)', async () => {
    const app = await live()
    await app.pass(CHAT_CHECK)
    await app.send(message('m10', 'm9'), joined('m10'))
    expect([app.is('live'), app.waits('missed')]).toEqual([true, false])
  })

  test('loads the messages that the client lacks (D-50)', async () => {
    const app = await live()
    await app.pass(CHAT_CHECK)
    await app.send(joined('m11'))
    expect([app.is('catchingUp'), app.asked('missed').at(-1)]).toEqual([true, { who, since: 'm9' }])
  })

  test('starts over if the room has been closed (D-22)', async () => {
    const app = await live()
    await app.pass(CHAT_CHECK)
    await app.send(joined(null, false))
    expect(app.now().value).toBe('unreachable')
  })

  test('is not delayed by repeated connection errors (R383)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.pass(CHAT_CHECK - 1)
    await app.send(down)
    await app.pass(1)
    await app.send(down)
    expect(app.now().matches({ open: { offline: 'asking' } })).toBe(true)
  })

  test('restarts the chat connection if the join request gets no reply (D-50)', async () => {
    const app = await live()
    await app.pass(CHAT_CHECK)
    await app.pass(CHAT_CHECK)
    expect(app.now().value).toBe('unreachable')
  })
})

describe('catching up on missed messages', () => {
  test('loads the newest page first, and delivers it to the chat (D-50)', async () => {
    const app = await live()
    expect(app.asked('missed')).toEqual([{ who, since: undefined }])
    expect(app.told().at(-1)).toEqual({ type: 'line.missed', found: page, since: undefined })
  })

  test('loads all messages if the conversation was empty before the disconnect (D-50)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up, joined(null))
    await app.answer('missed', [])
    await app.send(down, up, joined('m1'))
    expect(app.asked('missed').at(-1)).toEqual({ who, since: null })
  })

  test('loads the messages that were lost before the first delivered message (D-25)', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up, joined(null))
    await app.answer('missed', [])
    await app.send(message('m2', 'm1'))
    expect([app.is('catchingUp'), app.asked('missed').at(-1)]).toEqual([true, { who, since: null }])
  })

  test('passes on a message that arrives during loading, and later loads the messages lost before it (D-25)', async () => {
    const app = await live()
    await app.send(message('m11', 'm10'), message('m14', 'm13'))
    expect(app.told().at(-1)).toMatchObject({ type: 'line.message', message: { clientId: 'm14' } })
    expect(app.asked('missed')).toHaveLength(2)
    await app.answer('missed', [...page, text('m10', 10), text('m11', 11)])
    await app.pass(CHAT_CHECK)
    await app.send(joined('m14'))
    expect([app.is('catchingUp'), app.asked('missed').at(-1)]).toEqual([true, { who, since: 'm11' }])
  })

  test('loads everything since the last known message after a disconnect, even if a newer message has already arrived (D-50)', async () => {
    const app = await live()
    await app.send(down, up, message('m12'), joined('m12'))
    expect(app.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
    await app.answer('missed', [...page, text('m11', 11), text('m12', 12)])
    await app.pass(CHAT_CHECK)
    await app.send(joined('m12'))
    expect([app.is('live'), app.asked('missed').length]).toEqual([true, 2])
  })

  test('loads nothing after a disconnect without new messages (D-50)', async () => {
    const app = await live()
    await app.send(down, up, joined('m9'))
    expect([app.is('live'), app.asked('missed').length]).toEqual([true, 1])
  })

  test('assumes no gap before a message without a predecessor (D-25)', async () => {
    const app = await live()
    await app.send(message('m12'))
    expect([app.is('live'), app.asked('missed').length]).toEqual([true, 1])
  })

  test('starts immediately when a message has an unknown predecessor (D-25)', async () => {
    const app = await live()
    await app.send(message('m10', 'm9'))
    expect(app.is('live')).toBe(true)
    await app.send(message('m12', 'm11'))
    expect(app.asked('missed').at(-1)).toEqual({ who, since: 'm10' })
  })

  test('is retried from the same position 5 s after a failure, and new messages are still delivered in the meantime (D-50, R382)', async () => {
    const app = await live()
    await app.send(down, up, joined('m11'))
    await app.fail('missed', noAnswer)
    await app.send(message('m13', 'm12'))
    expect(app.told().slice(-2)).toMatchObject([
      { type: 'line.failed' },
      { type: 'line.message', message: { clientId: 'm13' } },
    ])
    expect([app.is('behind'), app.asked('missed').length]).toEqual([true, 2])
    await app.pass(CHAT_CHECK)
    expect([app.is('catchingUp'), app.asked('missed').slice(2), app.asks().length]).toEqual([
      true,
      [{ who, since: 'm9' }],
      2,
    ])
  })

  test('starts over from the same position after a refusal (D-22, D-50)', async () => {
    const app = await live()
    await app.send(down, up, joined('m11'))
    await app.fail('missed', refused('NO_USER'))
    await app.pass(CHAT_CHECK)
    await app.answer('chat.config', config)
    await app.send(up, joined('m11'))
    expect(app.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
  })

  test('delivers a message that arrives through the socket (R382)', async () => {
    const app = await live()
    await app.send(message('m10'))
    expect(app.told().at(-1)).toEqual({ type: 'line.message', message: message('m10').message })
  })
})

describe('a retry by the player', () => {
  const retry = { type: 'line.retry' as const }

  test('starts over immediately if support is unreachable', async () => {
    const app = await begin()
    await app.fail('chat.config', noAnswer)
    expect(app.told()).toEqual([{ type: 'line.failed' }])
    await app.send(retry)
    expect(app.waits('chat.config')).toBe(true)
  })

  test('reconnects immediately if the chat is offline', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.pass(CHAT_CHECK)
    await app.fail('chat.config', noAnswer)
    expect(app.told().at(-1)).toEqual({ type: 'line.failed' })
    await app.send(retry)
    expect(app.waits('chat.config')).toBe(true)
  })

  test('is offered if the request to join the room gets no reply', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up)
    await app.pass(CHAT_CHECK)
    expect([app.told().at(-1), app.is('joining'), app.asks()]).toEqual([
      { type: 'line.failed' },
      true,
      ['socket.join', 'socket.join'],
    ])
  })

  test('loads the missed messages immediately', async () => {
    const app = await begin()
    await app.answer('chat.config', config)
    await app.send(up, joined('m9'))
    await app.fail('missed', noAnswer)
    await app.send(retry)
    expect([app.is('catchingUp'), app.waits('missed')]).toEqual([true, true])
  })
})

describe('the connection to a plain backend', () => {
  const plain = { username: null, name: null }
  const plainConfig = { ...config, plain }
  const polled = (app: Awaited<ReturnType<typeof begin>>) =>
    (['online', 'connecting', 'polled'] as const).filter((tag) => app.now().hasTag(tag))
  async function current() {
    const app = await begin()
    await app.answer('chat.config', plainConfig)
    await app.answer('missed', page)
    return app
  }

  test('recognises the plain backend when the app retries while offline (R373)', async () => {
    const line = await begin()
    await line.answer('chat.config', config)
    await line.pass(CHAT_CHECK)
    await line.answer('chat.config', plainConfig)
    expect(polled(line)).toEqual(['connecting'])
    expect(line.waits('missed')).toBe(true)
    expect(line.told()).toContainEqual({ type: 'line.configured', who, unread: 0, plain })
  })

  test('loads the newest page immediately, without waiting for the socket (R373)', async () => {
    const app = await begin()
    await app.answer('chat.config', plainConfig)
    expect(polled(app)).toEqual(['connecting'])
    await app.answer('missed', page)
    expect(polled(app)).toEqual(['online'])
    expect(app.asked('missed')).toEqual([{ who, since: undefined }])
    expect(app.told()).toEqual([
      { type: 'line.configured', who, unread: 0, plain },
      { type: 'line.missed', found: page, since: undefined },
    ])
  })

  test('enters the room on every connect without waiting for a reply (R381)', async () => {
    const app = await current()
    await app.send(up, down, up)
    const enter = { type: 'socket.enter', room: 'demo_guest-0' }
    expect(app.socket.heard.map(({ event }) => event)).toEqual([enter, enter])
  })

  test('passes on socket messages, and loads lost messages within 5 s (R382, R383)', async () => {
    const app = await current()
    await app.send(up, message('m10'))
    expect(app.told().at(-1)).toEqual({ type: 'line.message', message: message('m10').message })
    await app.pass(CHAT_CHECK)
    expect(app.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
    expect(polled(app)).toEqual(['online'])
    const found = [...page, text('m10', 10)]
    await app.answer('missed', found)
    expect(app.told().at(-1)).toEqual({ type: 'line.missed', found, since: 'm9' })
    await app.pass(CHAT_CHECK)
    expect(app.asked('missed').at(-1)).toEqual({ who, since: 'm10' })
  })

  test('relies on polling alone while the socket cannot connect, and retries the socket every 5 s (R383)', async () => {
    const app = await current()
    await app.pass(CHAT_CHECK)
    await app.answer('missed', page)
    expect(polled(app)).toEqual(['online', 'polled'])
    expect(app.asks()).toEqual(['socket.connect'])
    await app.pass(CHAT_CHECK)
    expect(app.asks()).toEqual(['socket.connect', 'socket.connect'])
    await app.send(up)
    await app.answer('missed', page)
    expect(polled(app)).toEqual(['online'])
    await app.send(down)
    expect(polled(app)).toEqual(['online'])
  })

  test('is offline while the history cannot be loaded, and retries after 5 s or when the player retries (R383)', async () => {
    const app = await current()
    await app.pass(CHAT_CHECK)
    await app.fail('missed', noAnswer)
    expect(polled(app)).not.toContain('online')
    expect(app.told().at(-1)).toEqual({ type: 'line.failed' })
    await app.send({ type: 'line.retry' })
    await app.fail('missed', noAnswer)
    await app.pass(CHAT_CHECK)
    await app.answer('missed', page)
    expect(polled(app)).toContain('online')
  })

  test.each(['first', 'later'])('starts over if the %s history request is refused (D-22)', async (when) => {
    const app = await begin()
    await app.answer('chat.config', plainConfig)
    if (when === 'later') {
      await app.answer('missed', page)
      await app.pass(CHAT_CHECK)
    }
    await app.fail('missed', refused('NO_USER'))
    expect(app.now().value).toBe('unreachable')
  })
})
