import { beforeEach, describe, expect, test } from 'vitest'
import { tokens } from '#server/core/schema/members.ts'
import { siteKeys } from '#server/core/schema/site.ts'
import { DEMO } from '#server/demo/seed.ts'
import { chatText, guestOf } from '#tests/kit/chat.ts'
import { type Backend, dump, type Sent, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
let memberId: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login(DEMO.bonus.username)
  memberId = await backend.idOf(DEMO.bonus.username)
})

const say = (text: string, sent: Sent) => backend.call('chat.send', chatText(text), sent)
const refused = (code: string, status: number) => ({ status, body: { code, message: code } })

describe('the caller (R371, D-23)', () => {
  const config = (sent: Sent) => backend.call('chat.config', {}, sent)

  test('is identified by the member id if logged in', async () => {
    expect((await config({ token })).body).toEqual({ PREFIX: 'krapao', userId: memberId, unread: 0, newest: null })
  })

  test('gets a new signed guest id, and keeps that id by sending it back', async () => {
    const [one, two] = [await guestOf(backend), await guestOf(backend)]
    expect(one.guestId).toMatch(/^guest-[0-9a-f-]{36}\.[\w-]{43}$/)
    expect(one.guestId).not.toBe(two.guestId)
    expect((await config(one.sent)).body).toEqual({ PREFIX: 'krapao', guestId: one.guestId, unread: 0, newest: null })
  })

  test.each(['', 'x', 'Guest x', 'Guest guest-00000000-0000-4000-8000-000000000000', 'Basic eDp4'])(
    'gets a new guest id with the Authorization header %j, but is refused by the other chat calls',
    async (Authorization) => {
      const sent = { headers: { Authorization } }
      expect((await config(sent)).body.guestId).toMatch(/^guest-/)
      for (const reply of [
        await say('x', sent),
        await backend.call('chat.history', { limit: 10, skip: 0 }, sent),
        await backend.call('chat.read', {}, sent),
        await backend.call('chat.uploadImage', { file: new File(['x'], 'x.png') }, sent),
      ])
        expect(reply).toEqual(refused('NO_USER', 403))
    },
  )

  test('is refused with a forged or unsigned guest id', async () => {
    const { guestId } = await guestOf(backend)
    const { guestId: other } = await guestOf(backend)
    const [name, signature = ''] = guestId.split('.')
    for (const forged of [
      name,
      `${name}.`,
      `${name}.${other.split('.')[1]}`,
      `${guestId}.x`,
      guestId.toUpperCase(),
      `${name}.${signature.slice(1)}`,
    ])
      expect(await say('x', { headers: { Authorization: `Guest ${forged}` } }), forged).toEqual(refused('NO_USER', 403))
  })

  test('is refused with a guest id that was signed with another key', async () => {
    const { sent } = await guestOf(backend)
    await backend.db.update(siteKeys).set({ key: Buffer.alloc(32).toString('base64') })
    expect((await say('x', sent)).status).toBe(403)
  })

  test('is refused if the token is invalid or expired, as in every member call (R388)', async () => {
    for (const reply of [await config({ token: 'x' }), await say('x', { token: 'x' })])
      expect(reply).toEqual({ status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } })
    await backend.db.update(tokens).set({ expiresAt: new Date(0) })
    expect(await config({ token })).toEqual(refused('EXPIRED_AUTH_TOKEN', 401))
  })
})

describe('ids in a request body (D-22)', () => {
  test('are accepted if they belong to the caller', async () => {
    const guest = await guestOf(backend)
    for (const [sent, own] of [
      [{ token }, { userId: memberId, guestId: null }],
      [guest.sent, { guestId: guest.guestId }],
      [guest.sent, { guestId: guest.name, userId: null }],
    ] as const) {
      expect((await backend.call('chat.send', { ...chatText('x'), ...own }, sent)).status).toBe(200)
      expect((await backend.call('chat.history', { ...own, limit: 10, skip: 0 }, sent)).status).toBe(200)
      expect((await backend.call('chat.read', own, sent)).status).toBe(200)
    }
  })

  test('are refused if they belong to anyone else, and nothing changes', async () => {
    const [guest, other] = [await guestOf(backend), await guestOf(backend)]
    const player = await backend.idOf()
    await say('x', { token })
    const before = await dump(backend.db, ['tokens', 'requests'])
    for (const [sent, foreign] of [
      [{ token }, { userId: player }],
      [{ token }, { userId: memberId, guestId: guest.guestId }],
      [guest.sent, { guestId: other.guestId }],
      [guest.sent, { guestId: guest.guestId, userId: memberId }],
      [guest.sent, { userId: player }],
    ] as const)
      for (const reply of [
        await backend.call('chat.send', { ...chatText('x'), ...foreign }, sent),
        await backend.call('chat.history', { ...foreign, limit: 10, skip: 0 }, sent),
        await backend.call('chat.read', foreign, sent),
      ])
        expect(reply).toEqual(refused('NO_USER', 403))
    expect(await dump(backend.db, ['tokens', 'requests'])).toBe(before)
  })
})
