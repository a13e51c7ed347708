import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { passwordHeader } from '#contract/profile.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { members, tokens } from '#server/core/schema/members.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { DEMO } from '#server/demo/seed.ts'
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

/** The calls that a token alone does not get through. */
const NEED_PROOF: readonly CallName[] = [
  ...(['account.password', 'account.rename', 'account.update', 'session.end', 'session.endOthers'] as const),
  ...(['passkey.prepare', 'passkey.add', 'passkey.remove', 'data.erase'] as const),
]
/** A recorded input with wrong passwords: the thief does not know them. */
const withGuesses = (input: object) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, /password$/i.test(name) ? 'guess-1234' : value]),
  )

it('a thief of a token that is not bound changes no account, and pays out to the own account of the member alone (R628, R642, R643)', async () => {
  const recorded: [CallName, object][] = []
  const watched = await startBackend()
  await makeEveryCall({
    ...watched,
    call: (name, input, sent) => {
      if (!isOpen(name)) recorded.push([name, input])
      return watched.call(name, input, sent)
    },
  })
  const names = recorded.map(([name]) => name)
  expect(NEED_PROOF.filter((name) => !names.includes(name))).toEqual([])

  const backend = await startBackend()
  const { db } = backend
  // a recorded challenge is too old by then
  backend.pass(10 * 60_000)
  const isOwner = eq(members.username, DEMO.member.username)
  const account = async () => {
    const [owner] = await db.select().from(members).where(isOwner)
    const { password, bankCode, bankAccountName, bankAccountNo, erasureAskedAt, isExclusion } = owner ?? {}
    const open = await db.$count(tokens, eq(tokens.isEnded, false))
    return { password, bankCode, bankAccountName, bankAccountNo, erasureAskedAt, isExclusion, open }
  }
  await backend.login()
  const token = await backend.login()
  const before = await account()
  const succeeded = new Set<CallName>()
  for (const [name, input] of recorded) {
    if (name === 'account.logout') continue
    const { status } = await backend.call(name, withGuesses(input) as never, {
      token,
      headers: passwordHeader('guess-1234'),
    })
    expect(status, name).toBeLessThan(500)
    if (status === 200) succeeded.add(name)
  }
  expect(NEED_PROOF.filter((name) => succeeded.has(name))).toEqual([])
  expect(await account()).toEqual(before)
  expect(await db.$count(passkeys)).toBe(0)
  const paid = await db.select().from(withdrawals)
  expect(paid.length).toBeGreaterThan(0)
  for (const { bankCode, bankAccountNo } of paid)
    expect({ bankCode, bankAccountNo }).toEqual({ bankCode: before.bankCode, bankAccountNo: before.bankAccountNo })
})
