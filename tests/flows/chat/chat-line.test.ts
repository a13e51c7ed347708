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
  const it = await start(chatLine, { owner: owner.ref as never }, { keep: { socket: socket.logic } })
  const is = (state: string) => it.now().matches({ open: { up: state } } as never)
  return { ...it, is, told: () => owner.heard, asks: () => socket.heard.map(({ event }) => event.type), socket }
}
/** The socket is connected, and everything up to m9 is known. */
async function live() {
  const it = await begin()
  await it.answer('chat.config', config)
  await it.send(up, joined('m9'))
  await it.answer('missed', page)
  return it
}

describe('the room', () => {
  test('belongs to the current user, which the owner receives (R371, R381, D-22)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up)
    expect(it.socket.heard).toMatchObject([{ event: { type: 'socket.join', room: 'demo_guest-0' } }])
    expect(it.told()).toEqual([{ type: 'line.configured', who, unread: 0 }])
  })

  test('is joined after every connect (D-50)', async () => {
    const it = await live()
    await it.send(down, up)
    expect([it.asks(), it.is('joining')]).toEqual([['socket.join', 'socket.join'], true])
  })

  test('starts over after 5 s if it cannot be joined (D-22)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null, false))
    expect(it.now().value).toBe('unreachable')
    await it.pass(CHAT_CHECK)
    expect(it.waits('chat.config')).toBe(true)
  })
})

describe('every 5 s', () => {
  test('reconnects with the current credentials: a refused user does not get back in (R383, R538)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.pass(CHAT_CHECK)
    await it.fail('chat.config', noAnswer)
    const isTrying = () => it.now().matches({ open: { offline: 'trying' } })
    expect(isTrying()).toBe(true)
    await it.pass(CHAT_CHECK)
    const other = { userId: null, guestId: 'guest-1' }
    await it.answer('chat.config', { room: 'demo_guest-1', who: other, unread: 2 })
    expect([isTrying(), it.asks()]).toEqual([true, ['socket.connect']])
    await it.send(up)
    expect([it.is('joining'), it.socket.heard.at(-1)?.event]).toEqual([
      true,
      { type: 'socket.join', room: 'demo_guest-1' },
    ])
    expect(it.told().at(-1)).toEqual({ type: 'line.configured', who: other, unread: 2 })
  })

  test("in another guest's room nothing is known yet (D-22)", async () => {
    const it = await live()
    await it.send(down)
    await it.pass(CHAT_CHECK)
    await it.answer('chat.config', { ...config, room: 'demo_guest-1' })
    await it.send(up, joined('m9'))
    expect(it.asked('missed').slice(1)).toEqual([{ who, since: undefined }])
  })

  test('while connected joins the room again: nothing is missing if its newest message is known (R383, D-50)', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined('m9'))
    expect([it.is('live'), it.waits('missed')]).toEqual([true, false])
  })

  test('counts messages that the socket has brought in the meantime (D-50)', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(message('m10', 'm9'), joined('m10'))
    expect([it.is('live'), it.waits('missed')]).toEqual([true, false])
  })

  test('loads the messages that the room has and the client does not (D-50)', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined('m11'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: 'm9' }])
  })

  test('starts over if the room has been closed (D-22)', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined(null, false))
    expect(it.now().value).toBe('unreachable')
  })

  test('repeated connection errors do not prolong the wait (R383)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.pass(CHAT_CHECK - 1)
    await it.send(down)
    await it.pass(1)
    await it.send(down)
    expect(it.now().matches({ open: { offline: 'asking' } })).toBe(true)
  })

  test('starts over if joining the room gets no answer (D-50)', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.pass(CHAT_CHECK)
    expect(it.now().value).toBe('unreachable')
  })
})

describe('no message is missed', () => {
  test('loads the newest page first, and passes it on (D-50)', async () => {
    const it = await live()
    expect(it.asked('missed')).toEqual([{ who, since: undefined }])
    expect(it.told().at(-1)).toEqual({ type: 'line.missed', found: page, since: undefined })
  })

  test('knows an empty conversation too: a later message counts as missed (D-50)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null))
    await it.answer('missed', [])
    await it.send(down, up, joined('m1'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: null })
  })

  test('loads messages that were lost before the first one received (D-25)', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null))
    await it.answer('missed', [])
    await it.send(message('m2', 'm1'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: null }])
  })

  test('passes on a message that arrives during loading, then checks for lost ones before it (D-25)', async () => {
    const it = await live()
    await it.send(message('m11', 'm10'), message('m14', 'm13'))
    expect(it.told().at(-1)).toMatchObject({ type: 'line.message', message: { clientId: 'm14' } })
    expect(it.asked('missed')).toHaveLength(2)
    await it.answer('missed', [...page, text('m10', 10), text('m11', 11)])
    await it.pass(CHAT_CHECK)
    await it.send(joined('m14'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: 'm11' }])
  })

  test('after a disconnect loads everything since the last known message, even if a newer one has arrived (D-50)', async () => {
    const it = await live()
    await it.send(down, up, message('m12'), joined('m12'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
    await it.answer('missed', [...page, text('m11', 11), text('m12', 12)])
    await it.pass(CHAT_CHECK)
    await it.send(joined('m12'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 2])
  })

  test('after a disconnect without new messages loads nothing (D-50)', async () => {
    const it = await live()
    await it.send(down, up, joined('m9'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 1])
  })

  test('a message without a predecessor leaves no gap (D-25)', async () => {
    const it = await live()
    await it.send(message('m12'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 1])
  })

  test('a message with an unknown predecessor triggers loading at once (D-25)', async () => {
    const it = await live()
    await it.send(message('m10', 'm9'))
    expect(it.is('live')).toBe(true)
    await it.send(message('m12', 'm11'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm10' })
  })

  test('without an answer loads again after 5 s from the same position; new messages still arrive (D-50, R382)', async () => {
    const it = await live()
    await it.send(down, up, joined('m11'))
    await it.fail('missed', noAnswer)
    await it.send(message('m13', 'm12'))
    expect(it.told().slice(-2)).toMatchObject([
      { type: 'line.failed' },
      { type: 'line.message', message: { clientId: 'm13' } },
    ])
    expect([it.is('behind'), it.asked('missed').length]).toEqual([true, 2])
    await it.pass(CHAT_CHECK)
    expect([it.is('catchingUp'), it.asked('missed').slice(2), it.asks().length]).toEqual([
      true,
      [{ who, since: 'm9' }],
      2,
    ])
  })

  test('a refusal starts over from the same position (D-22, D-50)', async () => {
    const it = await live()
    await it.send(down, up, joined('m11'))
    await it.fail('missed', refused('NO_USER'))
    await it.pass(CHAT_CHECK)
    await it.answer('chat.config', config)
    await it.send(up, joined('m11'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
  })

  test('passes a message on (R382)', async () => {
    const it = await live()
    await it.send(message('m10'))
    expect(it.told().at(-1)).toEqual({ type: 'line.message', message: message('m10').message })
  })
})

describe('the player retries', () => {
  const retry = { type: 'line.retry' as const }

  test('while unreachable: starts over at once', async () => {
    const it = await begin()
    await it.fail('chat.config', noAnswer)
    expect(it.told()).toEqual([{ type: 'line.failed' }])
    await it.send(retry)
    expect(it.waits('chat.config')).toBe(true)
  })

  test('while offline: reconnects at once', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.pass(CHAT_CHECK)
    await it.fail('chat.config', noAnswer)
    expect(it.told().at(-1)).toEqual({ type: 'line.failed' })
    await it.send(retry)
    expect(it.waits('chat.config')).toBe(true)
  })

  test('reports a room that does not answer', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up)
    await it.pass(CHAT_CHECK)
    expect([it.told().at(-1), it.is('joining'), it.asks()]).toEqual([
      { type: 'line.failed' },
      true,
      ['socket.join', 'socket.join'],
    ])
  })

  test('for missed messages: loads them at once', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined('m9'))
    await it.fail('missed', noAnswer)
    await it.send(retry)
    expect([it.is('catchingUp'), it.waits('missed')]).toEqual([true, true])
  })
})

describe('a plain backend', () => {
  const plain = { username: null, name: null }
  const plainConfig = { ...config, plain }
  const polled = (it: Awaited<ReturnType<typeof begin>>) =>
    (['online', 'connecting', 'polled'] as const).filter((tag) => it.now().hasTag(tag))
  async function current() {
    const it = await begin()
    await it.answer('chat.config', plainConfig)
    await it.answer('missed', page)
    return it
  }

  test('is recognised when an offline line asks again (R373)', async () => {
    const line = await begin()
    await line.answer('chat.config', config)
    await line.pass(CHAT_CHECK)
    await line.answer('chat.config', plainConfig)
    expect(polled(line)).toEqual(['connecting'])
    expect(line.waits('missed')).toBe(true)
    expect(line.told()).toContainEqual({ type: 'line.configured', who, unread: 0, plain })
  })

  test('loads the newest page at once, without waiting for the socket (R373)', async () => {
    const it = await begin()
    await it.answer('chat.config', plainConfig)
    expect(polled(it)).toEqual(['connecting'])
    await it.answer('missed', page)
    expect(polled(it)).toEqual(['online'])
    expect(it.asked('missed')).toEqual([{ who, since: undefined }])
    expect(it.told()).toEqual([
      { type: 'line.configured', who, unread: 0, plain },
      { type: 'line.missed', found: page, since: undefined },
    ])
  })

  test('enters the room at every connect without waiting for an answer (R381)', async () => {
    const it = await current()
    await it.send(up, down, up)
    const enter = { type: 'socket.enter', room: 'demo_guest-0' }
    expect(it.socket.heard.map(({ event }) => event)).toEqual([enter, enter])
  })

  test('passes on messages of the socket, and loads lost ones within 5 s (R382, R383)', async () => {
    const it = await current()
    await it.send(up, message('m10'))
    expect(it.told().at(-1)).toEqual({ type: 'line.message', message: message('m10').message })
    await it.pass(CHAT_CHECK)
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
    expect(polled(it)).toEqual(['online'])
    const found = [...page, text('m10', 10)]
    await it.answer('missed', found)
    expect(it.told().at(-1)).toEqual({ type: 'line.missed', found, since: 'm9' })
    await it.pass(CHAT_CHECK)
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm10' })
  })

  test('works by loading alone if the socket never connects, which is retried every 5 s (R383)', async () => {
    const it = await current()
    await it.pass(CHAT_CHECK)
    await it.answer('missed', page)
    expect(polled(it)).toEqual(['online', 'polled'])
    expect(it.asks()).toEqual(['socket.connect'])
    await it.pass(CHAT_CHECK)
    expect(it.asks()).toEqual(['socket.connect', 'socket.connect'])
    await it.send(up)
    await it.answer('missed', page)
    expect(polled(it)).toEqual(['online'])
    await it.send(down)
    expect(polled(it)).toEqual(['online'])
  })

  test('is offline while the history cannot be loaded, and retries after 5 s or when asked (R383)', async () => {
    const it = await current()
    await it.pass(CHAT_CHECK)
    await it.fail('missed', noAnswer)
    expect(polled(it)).not.toContain('online')
    expect(it.told().at(-1)).toEqual({ type: 'line.failed' })
    await it.send({ type: 'line.retry' })
    await it.fail('missed', noAnswer)
    await it.pass(CHAT_CHECK)
    await it.answer('missed', page)
    expect(polled(it)).toContain('online')
  })

  test.each(['first', 'later'])('asks for the current user again if the history is refused %s (D-22)', async (when) => {
    const it = await begin()
    await it.answer('chat.config', plainConfig)
    if (when === 'later') {
      await it.answer('missed', page)
      await it.pass(CHAT_CHECK)
    }
    await it.fail('missed', refused('NO_USER'))
    expect(it.now().value).toBe('unreachable')
  })
})
