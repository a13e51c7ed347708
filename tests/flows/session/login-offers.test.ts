import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitFor } from 'xstate'
import { startSession } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { isBound, token } from '#src/lib/token.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
beforeEach(() => void fakeWindow())
afterEach(() => {
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/**
 * Submits a login to a backend with these offers. The backend refuses the login. Returns the body and the proof of the
 * login request.
 */
async function loginTo(offers: readonly string[]) {
  let sent: RequestInit = {}
  wire.fetch = async (url, init) => {
    if (url !== '/api/login') return Response.json({ offers })
    sent = init
    return Response.json({ message: 'WRONG_CREDENTIAL' }, { status: 401 })
  }
  const session = startSession()
  session.send({ type: 'login.open', back: null })
  await waitFor(session, (state) => state.matches({ guest: 'login' }))
  session.send({ type: 'login.submit', username: '0812345678', password: 'secret-1', remember: true })
  await waitFor(session, (state) => state.context.failure !== null)
  session.stop()
  return { body: JSON.parse(String(sent.body)), proof: new Headers(sent.headers).get('DPoP') }
}

it('the login sends `remember` only to a backend that offers it (R317)', async () => {
  const login = { username: '0812345678', password: 'secret-1' }
  expect(await loginTo(['remember'])).toMatchObject({ body: { ...login, remember: true } })
  expect((await loginTo([])).body).toEqual(login)
})

describe('the browser key', () => {
  const hasKey = (isThere: boolean) => {
    wire.proofs = async () => ({
      browserKey: () => (isThere ? Promise.resolve({} as CryptoKeyPair) : Promise.reject(new Error('no database'))),
      proofOf: async () => 'proof',
    })
  }

  it('signs the login if the backend offers proofs (R602)', async () => {
    hasKey(true)
    expect((await loginTo(['proof'])).proof).toBe('proof')
    expect((await loginTo([])).proof).toBeNull()
  })

  it('is no longer used for a login once the backend has rejected the timestamps of two proofs (R604)', async () => {
    hasKey(true)
    const proofs: (string | null)[] = []
    wire.fetch = async (url, init) => {
      if (url !== '/api/login') return Response.json({ offers: ['proof'] })
      const proof = new Headers(init.headers).get('DPoP')
      proofs.push(proof)
      return proof
        ? Response.json({ code: 'UNAUTHORIZED', message: 'proof-time' }, { status: 401 })
        : Response.json({ token: 'T' })
    }
    const session = startSession()
    session.send({ type: 'login.open', back: null })
    await waitFor(session, (state) => state.matches({ guest: 'login' }))
    session.send({ type: 'login.submit', username: '0812345678', password: 'secret-1', remember: true })
    await waitFor(session, (state) => state.matches('member'))
    session.stop()
    expect(proofs).toEqual(['proof', 'proof', null])
    expect([token(), isBound()]).toEqual(['T', false])
  })

  it('is not used for the login if the browser cannot load it (R605)', async () => {
    hasKey(false)
    expect((await loginTo(['proof'])).proof).toBeNull()
    wire.proofs = () => Promise.reject(new Error('no file'))
    expect((await loginTo(['proof'])).proof).toBeNull()
  })
})
