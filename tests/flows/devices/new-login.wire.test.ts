import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { sessionWithToasts } from '#tests/kit/session-toasts.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
let stores: ReturnType<typeof fakeWindow>
beforeEach(async () => {
  backend = await startBackend()
  stores = fakeWindow()
  const token = await backend.login()
  storeToken(token, true)
  member = memberAt(backend, token)
})
afterEach(() => {
  member.leave()
  clearToken()
})

it('after a login in another browser, the page shows one toast on the next call (R567)', async () => {
  const { ask, texts, close } = sessionWithToasts()
  await ask()
  expect(texts()).toEqual([])
  await backend.login()
  await ask()
  await until(() => expect(texts()).toEqual(['devices.newLogin']))
  close()
  await ask()
  await ask()
  expect(texts()).toEqual([])
})

it('only one tab of a session shows the toast about another login (R567)', async () => {
  const first = sessionWithToasts()
  await backend.login()
  await first.ask()
  await until(() => expect(first.texts()).toEqual(['devices.newLogin']))
  // a second tab has its own session storage
  stores.session.clear()
  const second = sessionWithToasts()
  await second.ask()
  await second.ask()
  expect(second.texts()).toEqual([])
})
