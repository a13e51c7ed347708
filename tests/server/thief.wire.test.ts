import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { passwordHeader } from '#contract/profile.ts'
import { PROOF_HEADER } from '#contract/proof.ts'
import { newKey } from '#contract/random.ts'
import { OTP_HEADER } from '#contract/register.ts'
import type { Db } from '#server/core/db.ts'
import { members, tokens } from '#server/core/schema/members.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { playLimits } from '#server/core/schema/play-limits.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { hashOf } from '#server/domain/session.ts'
import { authenticator, LOCAL } from '#tests/kit/authenticator.ts'
import { boundLogin, callWithProof } from '#tests/kit/bound.ts'
import { type BrowserKey, browserKey } from '#tests/kit/browser-key.ts'
import { makeEveryCall } from '#tests/kit/every-call.ts'
import { type Backend, dump, NEWCOMER, type Reply, type Sent, startBackend } from '#tests/kit/server.ts'

const REFUSED = { status: 401, body: { code: 'UNAUTHORIZED', message: 'invalid-token' } }

/**
 * True for calls that anybody may make. The logout is one of them, but without the proof it has no effect (see
 * `bound.server.wire.test.ts`).
 */
const isOpen = (name: CallName) => calls[name].access === 'anyone'

it('every call that a thief makes with a bound token is refused and changes nothing (R602, R603)', async () => {
  const backend = await startBackend()
  const [browser, thief] = [await browserKey(), await browserKey()]
  const bound = new Set<string>()
  /** The member's newest bound token. A login or a changed password replaces it. */
  let current = ''
  const tried: CallName[] = []
  let recorded = ''

  /**
   * Tries a call as the thief before the member makes it: without a proof, with the last recorded proof, and with a
   * proof by the thief's own key.
   */
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

  /** Repeats one of the member's changes exactly as it was recorded. */
  async function repeat(name: CallName, input: object, sent: Sent, reply: Reply & { key: string; proof: string }) {
    const before = await dump(backend.db)
    const { key, proof } = reply
    await backend.call(name, input as never, { ...sent, key, headers: { ...sent.headers, [PROOF_HEADER]: proof } })
    expect(await dump(backend.db), `${name} again`).toBe(before)
  }

  const watched: Backend = {
    ...backend,
    call: async (name, input, sent = {}) => {
      const token = bound.has(sent.token ?? '') ? sent.token : current
      if (token && !isOpen(name)) {
        const isLive = and(eq(tokens.hash, hashOf(token)), eq(tokens.isEnded, false))
        expect(await backend.db.$count(tokens, isLive), `the session for ${name}`).toBe(1)
        await tryIt(name, input, { ...sent, token })
      }
      const reply = await callWithProof(backend, browser, name, input, sent)
      if (name === 'account.login' || name === 'account.password') current = String(reply.body.token)
      bound.add(current)
      // the only later call with this token is the repeat below, which returns the stored reply (see
      // `sessions.server.wire.test.ts`)
      if (name === 'account.logout') {
        bound.clear()
        current = ''
      }
      if (token && sent.token === token && calls[name].kind === 'change') await repeat(name, input, sent, reply)
      recorded = reply.proof
      return reply
    },
  }
  await makeEveryCall(watched)
  const forMembers = (Object.keys(calls) as CallName[]).filter((name) => !isOpen(name))
  expect(forMembers.filter((name) => !tried.includes(name))).toEqual([])
})

type ChangeName = { [N in CallName]: Calls[N]['kind'] extends 'change' ? N : never }[CallName]
const isChange = (name: CallName): name is ChangeName => calls[name].kind === 'change'
/** If a new change has no row yet, TypeScript's error shows this type's name. */
type RefusalOfEachChange = { [N in ChangeName]: string | null }
/**
 * For each change, the refusal code for an attacker who has the member's session but not the member's password, passkey
 * or phone. Null if the change may succeed, because it neither changes who receives payouts nor makes such a change
 * possible.
 */
const REFUSED_WITH: RefusalOfEachChange = {
  'account.update': 'WRONG_PASSWORD',
  'account.rename': 'WRONG_PASSWORD',
  'account.password': 'WRONG_PASSWORD',
  'passkey.prepare': 'WRONG_PASSWORD',
  'passkey.add': 'PASSKEY_NOT_ADDED',
  'passkey.remove': 'WRONG_PASSWORD',
  'session.end': 'WRONG_PASSWORD',
  'session.endOthers': 'WRONG_PASSWORD',
  'data.erase': 'WRONG_PASSWORD',
  'care.break': 'WRONG_PASSWORD',
  'account.login': 'WRONG_CREDENTIAL',
  'account.passkey': 'PASSKEY_REFUSED',
  'account.create': 'UNVERIFIED_OTP',
  'otp.verify': 'OTP_TOKEN_INVALID',
  'recover.verify': 'OTP_CODE_INVALID',
  'recover.password': 'UNVERIFIED_OTP',
  // sends a code to the member's phone
  'otp.send': null,
  'recover.send': null,
  // pays out, but to the member's own account
  'wallet.withdraw': null,
  'wallet.withdrawAll': null,
  // moves money within the site, or takes money in
  'wallet.transfer': null,
  'wallet.transferAll': null,
  'wallet.add': null,
  'wallet.slip': null,
  'wallet.truelink': null,
  'qr.create': null,
  'qr.remove': null,
  'wallet.activate': null,
  'wallet.resetpassword': null,
  'bonus.activate': null,
  'bonus.clear': null,
  'promotion.activate': null,
  'invite.bonus': null,
  'refund.receive': null,
  'refund.addWallet': null,
  'spin.spin': null,
  'spin.claim': null,
  // a higher limit applies only after a second request, at least 24 hours later
  'limits.set': null,
  'limits.review': null,
  'timeCheck.set': null,
  'data.keep': null,
  'account.logout': null,
  'chat.send': null,
  'chat.uploadImage': null,
  'chat.uploadVideo': null,
  'chat.read': null,
}

const GUESS = 'guess-1234'
/** Replaces every password in `input` with a wrong one. */
const withGuesses = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, /password$/i.test(name) ? GUESS : value]))
const { username } = DEMO.member
const PAYEE = { bankCode: 'SCB', bankAccountName: 'SOMEBODY ELSE', bankAccountNo: '5556667778' }
const LIMIT = { period: 'day', isConfirmed: true } as const

type Recorded = [ChangeName, object][]
let recorded: Promise<Recorded> | undefined
/**
 * Records the changes that a member makes in a session on another backend. The ids, codes and challenges in them are
 * not valid here.
 */
async function recordChanges(): Promise<Recorded> {
  const found: Recorded = []
  const backend = await startBackend()
  await makeEveryCall({
    ...backend,
    call: (name, input, sent) => {
      if (!isOpen(name) && isChange(name)) found.push([name, input])
      return backend.call(name, input, sent)
    },
  })
  return found
}

/** Returns the fields of the member that an attacker must not change. */
async function accountIn(db: Db) {
  const [owner] = await db.select().from(members).where(eq(members.username, username))
  const { id = '', password, bankCode, bankAccountName, bankAccountNo, erasureAskedAt, isExclusion } = owner ?? {}
  const ofDay = and(eq(playLimits.memberId, id), eq(playLimits.kind, 'deposit'), eq(playLimits.period, 'day'))
  const [limit] = await db.select({ amount: playLimits.amount }).from(playLimits).where(ofDay)
  const sessions = await db.$count(tokens, eq(tokens.isEnded, false))
  const added = await db.$count(passkeys)
  return { password, bankCode, bankAccountName, bankAccountNo, erasureAskedAt, isExclusion, limit, sessions, added }
}

type Attacker = { login: (backend: Backend) => Promise<string>; call: (backend: Backend) => Backend['call'] }
let browser: BrowserKey
beforeAll(async () => {
  browser = await browserKey()
})
const ATTACKERS: [string, Attacker][] = [
  ['a thief of a token that is not bound', { login: ({ login }) => login(), call: ({ call }) => call }],
  [
    'a script inside the page',
    {
      login: (backend) => boundLogin(backend, browser, username, DEMO_PASSWORD),
      call: (backend) => (name, input, sent) => callWithProof(backend, browser, name, input, sent),
    },
  ],
]

it.each(ATTACKERS)(
  '%s cannot change the account, and can pay out only to the member’s own bank account (R602, R628, R642, R643)',
  async (_, attacker) => {
    recorded ??= recordChanges()
    const own = await recorded
    const backend = await startBackend()
    const { db } = backend
    // makes the challenges in the recorded changes expire
    backend.pass(10 * 60_000)
    await backend.call('limits.set', { ...LIMIT, amount: 500 }, { token: await backend.login() })
    const token = await attacker.login(backend)
    const call = attacker.call(backend)
    const before = await accountIn(db)
    expect(before.limit?.amount).toBe(50_000)

    const { body: sent } = await call('recover.send', { phoneNumber: username })
    const code = { otpToken: String(sent.otpToken), otpCode: '000000' }
    const { body: entry } = await call('passkey.challenge', {})
    const stranger = authenticator(LOCAL)
    const aimed: Recorded = [
      ['otp.verify', code],
      ['account.create', { ...NEWCOMER, ...PAYEE, username }],
      ['account.login', { username, password: GUESS }],
      ['recover.verify', code],
      ['recover.password', { phoneNumber: username, password: GUESS }],
      ['otp.send', { phoneNumber: username }],
      ['passkey.add', stranger.create(String(entry.challenge))],
      ['account.passkey', stranger.answer(String(entry.challenge))],
      ['limits.set', { ...LIMIT, amount: 900 }],
      // confirms the higher limit too early
      ['limits.set', { ...LIMIT, amount: 900 }],
      ['limits.set', { ...LIMIT, amount: null }],
      ['wallet.withdraw', { amount: 100, ...PAYEE }],
      ['wallet.withdrawAll', { amount: 100, ...PAYEE }],
    ]
    const headers = { ...passwordHeader(GUESS), [OTP_HEADER]: code.otpToken }
    const tried = new Set<CallName>(['recover.send', 'account.logout'])
    const paid: CallName[] = []
    for (const [name, input] of [...aimed, ...own]) {
      const { status, body } = await call(name, withGuesses(input) as never, { token, headers })
      expect(status, name).toBeLessThan(500)
      const refusal = REFUSED_WITH[name]
      if (refusal) expect({ isDone: status === 200, code: body.code }, name).toEqual({ isDone: false, code: refusal })
      if (status === 200 && name.startsWith('wallet.withdraw')) paid.push(name)
      tried.add(name)
    }
    expect(Object.keys(REFUSED_WITH).filter((name) => !tried.has(name as CallName))).toEqual([])
    expect(await accountIn(db)).toEqual(before)
    expect(paid).toEqual(['wallet.withdraw', 'wallet.withdrawAll'])
    const payouts = await db.select().from(withdrawals)
    for (const { bankCode, bankAccountNo } of payouts)
      expect({ bankCode, bankAccountNo }).toEqual({ bankCode: before.bankCode, bankAccountNo: before.bankAccountNo })
  },
)
