import type * as v from 'valibot'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import type { BrowserKey } from './browser-key.ts'
import { type Backend, requestOf, type Sent } from './server.ts'

/** Makes one call with a proof signed by `browser`. Uses a fresh idempotency key unless one is given. */
export async function callWithProof<N extends CallName>(
  { call, now }: Backend,
  browser: BrowserKey,
  name: N,
  input: v.InferInput<Calls[N]['input']>,
  sent: Sent = {},
) {
  const { method, path, body } = requestOf(calls[name], { ...input })
  const key = sent.key ?? newKey()
  const proven = { method, path, key, at: now(), ...(sent.token && { token: sent.token }) }
  const proof = await browser.proof({ ...proven, ...(typeof body === 'string' && { body }) })
  const reply = await call(name, input, { ...sent, key, headers: { ...sent.headers, [PROOF_HEADER]: proof } })
  return { ...reply, proof, key }
}

/** Logs a demo member in with a proof signed by `browser`. Returns the token, which is bound to that browser's key. */
export async function boundLogin(backend: Backend, browser: BrowserKey, username: string, password: string) {
  const { body } = await callWithProof(backend, browser, 'account.login', { username, password })
  return String(body.token)
}
