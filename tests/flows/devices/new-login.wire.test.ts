import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { profileCalls } from '#contract/profile.ts'
import { startSession } from '#src/actors/session.ts'
import { request } from '#src/api/request.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

let backend: Backend
let member: ReturnType<typeof memberAt>
beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  member = memberAt(backend, await backend.login())
})
afterEach(() => member.leave())

it('shows one toast after a login in another browser, at the next call (R567)', async () => {
  const session = startSession()
  onTestFinished(() => void session.stop())
  const toasts = () =>
    session
      .getSnapshot()
      .context.toasts.getSnapshot()
      .context.toasts.map(({ text }) => text)
  const ask = () => request(profileCalls['account.profile'], {})
  await ask()
  expect(toasts()).toEqual([])
  await backend.login()
  await ask()
  await until(() => expect(toasts()).toEqual(['devices.newLogin']))
  session.getSnapshot().context.toasts.send({ type: 'toast.close', id: 1 })
  await ask()
  await ask()
  expect(toasts()).toEqual([])
})
