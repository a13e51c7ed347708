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
/** The line stands, and everything up to m9 is known. */
async function live() {
  const it = await begin()
  await it.answer('chat.config', config)
  await it.send(up, joined('m9'))
  await it.answer('missed', page)
  return it
}

describe('the room', () => {
  test('R371 R381 D-22 is that of who is speaking, which the owner is told', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up)
    expect(it.socket.heard).toMatchObject([{ event: { type: 'socket.join', room: 'demo_guest-0' } }])
    expect(it.told()).toEqual([{ type: 'line.configured', who, unread: 0 }])
  })

  test('D-50 is asked for after every connect', async () => {
    const it = await live()
    await it.send(down, up)
    expect([it.asks(), it.is('joining')]).toEqual([['socket.join', 'socket.join'], true])
  })

  test('D-22 that stays shut has everything asked anew after 5 s', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null, false))
    expect(it.now().value).toBe('unreachable')
    await it.pass(CHAT_CHECK)
    expect(it.waits('chat.config')).toBe(true)
  })
})

describe('every 5 s', () => {
  test('R383 R538 without a line it is put up anew, for who is speaking then: a refused one is not let in again', async () => {
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

  test('D-22 in the room of another guest nothing is known yet', async () => {
    const it = await live()
    await it.send(down)
    await it.pass(CHAT_CHECK)
    await it.answer('chat.config', { ...config, room: 'demo_guest-1' })
    await it.send(up, joined('m9'))
    expect(it.asked('missed').slice(1)).toEqual([{ who, since: undefined }])
  })

  test('R383 D-50 with one the room is asked again: what is known needs nothing', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined('m9'))
    expect([it.is('live'), it.waits('missed')]).toEqual([true, false])
  })

  test('D-50 what the line has brought meanwhile is known too', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(message('m10', 'm9'), joined('m10'))
    expect([it.is('live'), it.waits('missed')]).toEqual([true, false])
  })

  test('D-50 what the room has and we do not is fetched', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined('m11'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: 'm9' }])
  })

  test('D-22 a room that is shut meanwhile has everything asked anew', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.send(joined(null, false))
    expect(it.now().value).toBe('unreachable')
  })

  test('R383 a line that cannot be put up is not waited for the longer the more often that is said', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.pass(CHAT_CHECK - 1)
    await it.send(down)
    await it.pass(1)
    await it.send(down)
    expect(it.now().matches({ open: { offline: 'asking' } })).toBe(true)
  })

  test('D-50 a room that does not answer is asked for anew, from the beginning', async () => {
    const it = await live()
    await it.pass(CHAT_CHECK)
    await it.pass(CHAT_CHECK)
    expect(it.now().value).toBe('unreachable')
  })
})

describe('nothing is missed', () => {
  test('D-50 the first time the newest page is fetched, and handed on', async () => {
    const it = await live()
    expect(it.asked('missed')).toEqual([{ who, since: undefined }])
    expect(it.told().at(-1)).toEqual({ type: 'line.missed', found: page, since: undefined })
  })

  test('D-50 where nothing was ever said that is known too: what comes later was missed', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null))
    await it.answer('missed', [])
    await it.send(down, up, joined('m1'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: null })
  })

  test('D-25 what was lost before the first message that is heard is fetched', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.send(up, joined(null))
    await it.answer('missed', [])
    await it.send(message('m2', 'm1'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: null }])
  })

  test('D-25 a message that comes while others are fetched is handed on; whether one before it was lost is looked for after it', async () => {
    const it = await live()
    await it.send(message('m11', 'm10'), message('m14', 'm13'))
    expect(it.told().at(-1)).toMatchObject({ type: 'line.message', message: { clientId: 'm14' } })
    expect(it.asked('missed')).toHaveLength(2)
    await it.answer('missed', [...page, text('m10', 10), text('m11', 11)])
    await it.pass(CHAT_CHECK)
    await it.send(joined('m14'))
    expect([it.is('catchingUp'), it.asked('missed').at(-1)]).toEqual([true, { who, since: 'm11' }])
  })

  test('D-50 after a cut everything since what was heard is fetched, though a newer one is here already', async () => {
    const it = await live()
    await it.send(down, up, message('m12'), joined('m12'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
    await it.answer('missed', [...page, text('m11', 11), text('m12', 12)])
    await it.pass(CHAT_CHECK)
    await it.send(joined('m12'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 2])
  })

  test('D-50 after a cut in which nothing was said nothing is fetched', async () => {
    const it = await live()
    await it.send(down, up, joined('m9'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 1])
  })

  test('D-25 a message that names none before it leaves no gap', async () => {
    const it = await live()
    await it.send(message('m12'))
    expect([it.is('live'), it.asked('missed').length]).toEqual([true, 1])
  })

  test('D-25 a message whose one before is not known has that fetched at once', async () => {
    const it = await live()
    await it.send(message('m10', 'm9'))
    expect(it.is('live')).toBe(true)
    await it.send(message('m12', 'm11'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm10' })
  })

  test('D-50 R382 no answer: it is fetched again after 5 s, from where it was; what is said meanwhile comes', async () => {
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

  test('D-22 D-50 refused: everything is asked anew, from where it was', async () => {
    const it = await live()
    await it.send(down, up, joined('m11'))
    await it.fail('missed', refused('NO_USER'))
    await it.pass(CHAT_CHECK)
    await it.answer('chat.config', config)
    await it.send(up, joined('m11'))
    expect(it.asked('missed').at(-1)).toEqual({ who, since: 'm9' })
  })

  test('R382 a message is handed on', async () => {
    const it = await live()
    await it.send(message('m10'))
    expect(it.told().at(-1)).toEqual({ type: 'line.message', message: message('m10').message })
  })
})

describe('the player retries', () => {
  const retry = { type: 'line.retry' as const }

  test('where nothing can be reached: everything is asked anew at once', async () => {
    const it = await begin()
    await it.fail('chat.config', noAnswer)
    expect(it.told()).toEqual([{ type: 'line.failed' }])
    await it.send(retry)
    expect(it.waits('chat.config')).toBe(true)
  })

  test('without a line: it is put up anew at once', async () => {
    const it = await begin()
    await it.answer('chat.config', config)
    await it.pass(CHAT_CHECK)
    await it.fail('chat.config', noAnswer)
    expect(it.told().at(-1)).toEqual({ type: 'line.failed' })
    await it.send(retry)
    expect(it.waits('chat.config')).toBe(true)
  })

  test('where a room does not answer that is said', async () => {
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

  test('for what was missed: it is fetched at once', async () => {
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

  test('fetches the newest page at once, without waiting for the socket (R373)', async () => {
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

  test('hands on what the socket brings, and fetches what it lost within 5 s (R382, R383)', async () => {
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

  test('works by fetching alone if the socket never connects, which is tried every 5 s (R383)', async () => {
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

  test('is offline while the history cannot be fetched, and tries again after 5 s or when asked (R383)', async () => {
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

  test.each(['first', 'later'])('asks who is speaking again if the history is refused %s (D-22)', async (when) => {
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
