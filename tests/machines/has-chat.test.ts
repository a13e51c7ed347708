import { expect, test, vi } from 'vitest'

test.each([
  ['', true],
  ['https://chat.example', true],
  ['0', false],
])('a build with VITE_CHAT_URL=%j has a chat backend: %j (R60, R380)', async (url, has) => {
  vi.stubEnv('VITE_CHAT_URL', url)
  vi.resetModules()
  expect((await import('#src/lib/has-chat.ts')).HAS_CHAT).toBe(has)
  vi.unstubAllEnvs()
})
