import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { callWithProof } from '#tests/kit/bound.ts'
import { browserKey } from '#tests/kit/browser-key.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { type Backend, dump, type Reply, type Sent, startBackend } from '#tests/kit/server.ts'

const REFUSED = { status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } }

/** Calls that anybody may make; a logout without the proof ends nothing, see `bound.server.wire.test.ts`. */
const isOpen = (name: CallName) => calls[name].access === 'anyone'

it('a thief of a bound token gets no reply to any call, and changes nothing (R602, R603)', async () => {
  const backend = await startBackend()
  const [browser, thief] = [await browserKey(), await browserKey()]
  const bound = new Set<string>()
  const tried: CallName[] = []
  let recorded = ''

  /** Tries a call with the token and everything recorded so far, before the member makes it. */
  async function tryIt(name: CallName, input: object, sent: Sent) {
    const before = await dump(backend.db)
    const fresh = { ...sent, key: newKey() }
    const stolen = { ...fresh, headers: { ...sent.headers, [PROOF_HEADER]: recorded } }
    const own = callWithProof(backend, thief, name, input as never, fresh).then(({ status, body }) => ({
      status,
      body,
    }))
    const found = [
      await backend.call(name, input as never, fresh),
      await backend.call(name, input as never, stolen),
      await own,
    ]
    expect(found, name).toEqual([REFUSED, REFUSED, REFUSED])
    expect(await dump(backend.db), name).toBe(before)
    tried.push(name)
  }

  /** Repeats a change of the member exactly as it was recorded. */
  async function repeat(name: CallName, input: object, sent: Sent, reply: Reply & { key: string; proof: string }) {
    const before = await dump(backend.db)
    const { key, proof } = reply
    await backend.call(name, input as never, { ...sent, key, headers: { ...sent.headers, [PROOF_HEADER]: proof } })
    expect(await dump(backend.db), `${name} again`).toBe(before)
  }

  const watched: Backend = {
    ...backend,
    call: async (name, input, sent = {}) => {
      const [token] = bound
      if (token && !isOpen(name)) await tryIt(name, input, { ...sent, token })
      const reply = await callWithProof(backend, browser, name, input, sent)
      if (name === 'account.login') bound.add(String(reply.body.token))
      if (sent.token === token && calls[name].kind === 'change') await repeat(name, input, sent, reply)
      recorded = reply.proof
      return reply
    },
  }
  await makeEveryCall(watched)
  const forMembers = (Object.keys(calls) as CallName[]).filter((name) => !isOpen(name))
  expect(forMembers.filter((name) => !tried.includes(name))).toEqual([])
})
