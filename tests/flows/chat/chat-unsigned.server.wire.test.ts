import { beforeEach, describe, expect, test } from 'vitest'
import { newKey } from '#contract/random.ts'
import { DEMO } from '#server/demo/seed.ts'
import { chatText, guestOf, historyOf } from '#tests/kit/chat.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

/**
 * Requests from a front end that follows only the specification: it sends no credentials and no `clientId`, and chooses
 * its own guest id.
 */
const plain = (guestId: string) => {
  const whose = { userId: null, guestId }
  const { clientId, ...said } = chatText('สวัสดี')
  return {
    say: (message = 'สวัสดี') =>
      backend.call('chat.send', { ...said, ...whose, message: { message_type: 'text', payload: { message } } }),
    history: () => backend.call('chat.history', { ...whose, limit: 10, skip: 0 }),
    read: () => backend.call('chat.read', whose),
  }
}
const textsIn = (body: unknown) =>
  (body as { message: { payload: { message: string } } }[]).map(({ message }) => message.payload.message)
const refused = { status: 403, body: { code: 'NO_USER', message: 'NO_USER' } }

test.each(['', 'guest-'])(
  'the server lets a guest chat under a browser-generated id: %sUUID (R293, D-23)',
  async (prefix) => {
    const id = prefix + newKey()
    const guest = plain(id)
    expect((await guest.say()).status).toBe(200)
    const { body } = await guest.history()
    expect(textsIn(body)).toEqual(['สวัสดี'])
    expect(body).toMatchObject([{ sender: 'customer', guestId: id }])
    expect((await guest.read()).status).toBe(200)
  },
)

test('the server stores a message twice if it is sent twice without a clientId (R372, D-24)', async () => {
  const guest = plain(newKey())
  await guest.say()
  await guest.say()
  expect(textsIn((await guest.history()).body)).toEqual(['สวัสดี', 'สวัสดี'])
})

test.each(['', '1', 'guest-1', 'anyone', 'krapao', `${newKey()}x`, `unsigned-${newKey()}`])(
  'the server refuses %j as a guest id, because guest ids must not be guessable (D-23)',
  async (id) => {
    const guest = plain(id)
    expect(await guest.say()).toEqual(refused)
    expect(await guest.history()).toEqual(refused)
    expect(await guest.read()).toEqual(refused)
  },
)

describe('a conversation', () => {
  test('of a signed guest stays closed to anyone who knows only the name (D-22, D-23)', async () => {
    const signed = await guestOf(backend)
    await backend.call('chat.send', chatText('secret'), signed.sent)
    const other = plain(signed.name)
    expect((await other.history()).body).toEqual([])
    await other.say('mine')
    expect((await historyOf(backend, signed.sent)).map(({ message }) => message.payload)).toEqual([
      { message: 'secret' },
    ])
    expect(await plain(signed.guestId).history()).toEqual(refused)
  })

  test('of a member stays closed to anyone who knows only the id (D-22)', async () => {
    const token = await backend.login(DEMO.bonus.username)
    const memberId = await backend.idOf(DEMO.bonus.username)
    await backend.call('chat.send', chatText('secret'), { token })
    expect(await plain(memberId).history()).toEqual(refused)
    const asMember = await backend.call('chat.history', { userId: memberId, guestId: null, limit: 10, skip: 0 })
    expect(asMember).toEqual(refused)
  })

  test('of an unsigned guest stays closed to a signed guest who knows the id (D-22)', async () => {
    const id = newKey()
    await plain(id).say()
    const signed = await guestOf(backend)
    const whose = { userId: null, guestId: id }
    expect(await backend.call('chat.history', { ...whose, limit: 10, skip: 0 }, signed.sent)).toEqual(refused)
  })
})

test('the server does not accept files from an unsigned guest (D-23)', async () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  expect(await backend.call('chat.uploadImage', { file })).toEqual(refused)
})

test('the server also marks messages as read at the path without a trailing slash (R377)', async () => {
  const body = JSON.stringify({ userId: null, guestId: newKey() })
  for (const path of ['/api/chat/read-customer', '/api/chat/read-customer/']) {
    expect((await backend.send('PUT', path, { key: newKey(), body })).status, path).toBe(200)
  }
})
