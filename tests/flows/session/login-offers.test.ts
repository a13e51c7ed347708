import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitFor } from 'xstate'
import { startSession } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
beforeEach(() => void fakeWindow())
afterEach(() => {
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/** The body of a login to a backend with these offers. */
async function loginTo(offers: readonly string[]) {
  let body = ''
  wire.fetch = async (url, init) => {
    if (url !== '/api/login') return Response.json({ offers })
    body = String(init.body)
    return Response.json({ message: 'WRONG_CREDENTIAL' }, { status: 401 })
  }
  const session = startSession()
  session.send({ type: 'login.open', back: null })
  await waitFor(session, (state) => state.matches({ guest: 'login' }))
  session.send({ type: 'login.submit', username: '0812345678', password: 'secret-1', remember: true })
  await waitFor(session, (state) => state.context.failure !== null)
  session.stop()
  return JSON.parse(body)
}

it('sends `remember` only to a backend that offers it (R317)', async () => {
  const login = { username: '0812345678', password: 'secret-1' }
  expect(await loginTo(['remember'])).toEqual({ ...login, remember: true })
  expect(await loginTo([])).toEqual(login)
})
