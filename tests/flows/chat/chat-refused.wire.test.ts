import { expect, onTestFinished, test, vi } from 'vitest'
import { wire } from '#src/api/request.ts'
import { runChat } from '#tests/kit/chat-client.ts'
import { openSite } from '#tests/kit/chat-site.ts'
import { startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const place = vi.hoisted(() => ({ url: '' }))
vi.mock('#src/lib/chat-url.ts', () => ({
  get CHAT_URL() {
    return place.url
  },
}))
vi.mock('#contract/chat.ts', async (original) => ({ ...(await original<object>()), CHAT_CHECK: 300 }))

test('a guest whose id is no longer accepted becomes a new guest, and can write (D-22, R383)', async () => {
  const backend = await startBackend()
  await backend.turn('enableChatWidget', true)
  const site = await openSite(backend)
  place.url = site.url
  const own = { ...wire }
  const { local } = fakeWindow()
  wire.fetch = backend.fetch as typeof wire.fetch
  onTestFinished(() => {
    Object.assign(wire, own)
    vi.unstubAllGlobals()
  })
  const chat = runChat()
  await chat.is('live')
  chat.say('one')
  await chat.known(1)
  const guest = local.get('guest-id') ?? ''

  local.set('guest-id', `${guest}x`)
  site.io.disconnectSockets(true)
  await until(() => expect(local.get('guest-id')).not.toContain(guest))
  await chat.is('live')
  expect(chat.texts()).toEqual([])
  chat.say('two')
  await chat.known(1)
  expect(chat.texts()).toEqual(['two'])
})
