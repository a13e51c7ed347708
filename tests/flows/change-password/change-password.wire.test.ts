import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Actor, createActor, waitFor } from 'xstate'
import { profileCalls } from '#contract/profile.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { changePasswordLogic, passwordSentAt, profileLogic } from '#src/actors/profile.ts'
import { request, wire } from '#src/api/request.ts'
import { storeToken, token } from '#src/lib/token.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
const { username } = DEMO.member
const NEW = 'new-demo1234'
let backend: Backend
let actor: Actor<typeof changePasswordLogic>
let sent: { key: string | null; body: unknown }[] = []

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  storeToken(await backend.login(), false)
  sent = []
  Object.assign(wire, {
    fetch: (url: string, init: RequestInit) => {
      if (init.body) sent.push({ key: new Headers(init.headers).get('Idempotency-Key'), body: init.body })
      return backend.fetch(url, init)
    },
  })
  actor = createActor(changePasswordLogic, {
    input: { least: undefined, endsSessions: false, sentAt: passwordSentAt() },
  }).start()
})
afterEach(() => {
  actor.stop()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

const submit = (type: 'password.submit' | 'password.check', oldPassword = DEMO_PASSWORD) => {
  actor.send({ type, oldPassword, newPassword: NEW, confirm: NEW })
  return waitFor(actor, (s) => !s.hasTag('busy'))
}
const statusOf = async (token: string) => (await backend.call('account.profile', {}, { token })).status
const login = async (password: string) => (await backend.call('account.login', { username, password })).status

test('a saved password ends the member’s other sessions, renews the token of the current session, and works at the next login (R131, R410, R323, R606)', async () => {
  const old = token() ?? ''
  const others = [await backend.login(), await backend.login(username, true), await backend.login(DEMO.bonus.username)]
  expect((await submit('password.submit')).value).toBe('saved')
  expect(await Promise.all(others.map(statusOf))).toEqual([401, 401, 200])
  expect(await request(profileCalls['account.profile'], {})).toMatchObject({ username })
  expect(await statusOf(old)).toBe(401)
  expect([await login(DEMO_PASSWORD), await login(NEW)]).toEqual([401, 200])
})

test('a wrong old password is reported and ends no session, and the correct password is accepted afterwards (R410)', async () => {
  const other = await backend.login()
  const { value, context } = await submit('password.submit', 'wrong')
  expect(value).toBe('editing')
  expect(context.problem).toBe('old')
  expect(await statusOf(other)).toBe(200)
  expect((await submit('password.submit')).value).toBe('saved')
})

test('a lost reply is not reported as a failure, and a check with the same key finds that the password was saved', async () => {
  loseReply()
  expect((await submit('password.submit')).value).toBe('unsure')
  // the old password is no longer valid, so only the key identifies this as the same change
  expect((await submit('password.check')).value).toBe('saved')
  const [first, ...more] = sent
  expect(more).toEqual([first])
})

test('checking a password change resends a request that never reached the server', async () => {
  const direct = wire.fetch
  wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await submit('password.submit')
  wire.fetch = direct
  expect((await submit('password.check')).value).toBe('saved')
})

test('the profile shows the data of the logged-in member (R128, R146, R320)', async () => {
  const profile = createActor(profileLogic).start()
  const { context } = await waitFor(profile, (s) => !s.hasTag('busy'))
  expect(context.found).toEqual({ _id: expect.any(String), name: DEMO.member.name, username })
})
