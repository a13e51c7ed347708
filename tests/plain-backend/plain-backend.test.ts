import * as v from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Call, fillPath } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { newKey } from '#contract/random.ts'
import { SPEC_SETTINGS } from '#contract/settings.ts'
import { randomOf, vary } from '#e2e/pages/fuzz.ts'
import { request, wire } from '#src/api/request.ts'
import { formOf } from '#src/lib/form.ts'
import { plainBackend } from './app.ts'

type Backend = ReturnType<typeof plainBackend>
const ADDED = [
  'account.logout',
  'session.list',
  'account.events',
  'session.end',
  'session.endOthers',
  'recover.send',
  'recover.verify',
  'recover.password',
  'care.read',
  'care.break',
  'limits.read',
  'limits.set',
  'limits.review',
  'timeCheck.set',
  'timeCheck.visit',
  'passkey.list',
  'passkey.prepare',
  'passkey.add',
  'passkey.remove',
  'passkey.confirm',
  'passkey.challenge',
  'account.passkey',
  'data.page',
  'data.erasure',
  'data.erase',
  'data.keep',
] as const satisfies CallName[]
type SpecCall = Exclude<CallName, (typeof ADDED)[number]>
const NAMES = (Object.keys(calls) as CallName[]).filter((name): name is SpecCall => calls[name].needs === null)

const DEMO = { username: '0812345678', password: 'demo1234' }
const PAGE = { page: 1, limit: 10 }
const PERSON = { name: 'New', username: '0611111111', password: 'secret-1', sourceCode: 'friend', inviteCode: '' }
const ACCOUNT = { bankCode: 'SCB', bankAccountName: 'NEW PLAYER', bankAccountNo: '0611111111' }
const TALK = { guestId: 'made-in-the-browser' }
const textOf = (message: string) => ({ message_type: 'text', payload: { message } })
const picture = (type: string) => new File(['picture'], 'file.png', { type })

async function send({ app }: Backend, name: CallName, input: object = {}, headers: Record<string, string> = {}) {
  const call: Call = calls[name]
  const [path, rest] = fillPath(call, input)
  const inUrl = call.method === 'GET' || call.method === 'DELETE'
  const query = inUrl ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  const reply = await app.request(path + query, {
    method: call.method,
    headers,
    ...(!inUrl && { body: call.form ? formOf(rest) : JSON.stringify(rest) }),
  })
  const text = await reply.text()
  return { status: reply.status, text, data: text === '' ? undefined : JSON.parse(text) }
}

async function signIn(backend: Backend, login = DEMO) {
  const { username, password } = login
  const { data } = await send(backend, 'account.login', { username, password })
  return { Authorization: `Bearer ${data.token}` }
}

const event = async ({ app }: Backend, name: string, fields: object) =>
  (await (await app.request(`/world/${name}`, { method: 'POST', body: JSON.stringify(fields) })).json()).value

type Prepared = { input?: object; headers?: Record<string, string> }
/**
 * Functions that prepare the state and the input that a call needs in order to succeed. A call without a function needs
 * neither.
 */
const PREPARE: Partial<Record<SpecCall, (backend: Backend, headers: Record<string, string>) => Promise<Prepared>>> = {
  'account.login': async () => ({ input: DEMO }),
  'otp.send': async () => ({ input: { phoneNumber: PERSON.username } }),
  'otp.verify': async (backend) => {
    const { data } = await send(backend, 'otp.send', { phoneNumber: PERSON.username })
    const otpCode = await event(backend, 'sms', { phone: PERSON.username })
    return { input: { otpToken: data.otpToken, otpCode } }
  },
  'account.validate': async () => ({ input: PERSON }),
  'account.create': async (backend) => {
    await event(backend, 'switch', { name: 'registerOTP', isOn: false })
    return { input: { ...PERSON, ...ACCOUNT } }
  },
  'account.update': async () => ({ input: { name: 'Other', ...ACCOUNT } }),
  'account.rename': async () => ({ input: { bankCode: 'KBANK', bankAccountName: 'OTHER NAME' } }),
  'account.password': async () => ({ input: { oldPassword: DEMO.password, newPassword: 'other-one-1' } }),
  'wallet.transfer': async () => ({ input: { from: 'pg', to: 'WALLET', amount: 100 } }),
  'wallet.transferAll': async () => ({ input: { to: 'pg' } }),
  'wallet.withdraw': async () => ({ input: { amount: 200 } }),
  'wallet.withdrawAll': async () => ({ input: { amount: 200 } }),
  'wallet.add': async () => ({ input: { amount: 0.3 } }),
  'wallet.slip': async () => ({ input: { file: picture('image/png') } }),
  'wallet.truelink': async () => {
    const { default: AES } = await import('crypto-js/aes.js')
    return { input: { link: AES.encrypt('https://gift.example/?v=a-100::Operator 1', 'krapao').toString() } }
  },
  'statement.list': async () => ({ input: PAGE }),
  'statement.slips': async () => ({ input: PAGE }),
  'statement.reference': async () => ({ input: { reference: 'REF-0002' } }),
  'qr.get': async () => ({ input: { provider: 'KBANK' } }),
  'qr.create': async () => ({ input: { provider: 'WW', amount: 100 } }),
  'qr.remove': async (backend, headers) => {
    const { data } = await send(backend, 'qr.create', { provider: 'WW', amount: 100 }, headers)
    return { input: { provider: 'WW', qrcodeId: data.qrcodeId } }
  },
  'wallet.activate': async () => ({ input: { code: 'imi' } }),
  'wallet.account': async () => ({ input: { code: 'pg' } }),
  'wallet.resetpassword': async () => ({ input: { code: 'pg' } }),
  'autoLogin.user': async () => ({ input: { provider: 'pg', user: 'pg-demo' } }),
  'autoLogin.password': async (backend, headers) => {
    await send(backend, 'wallet.activate', { code: 'pgslot' }, headers)
    const { data } = await send(backend, 'wallet.account', { code: 'pgslot' }, headers)
    return { input: { provider: 'pgslot', user: data.username, pass: data.password } }
  },
  'bonus.activate': async () => ({ input: { code: 'WELCOME' } }),
  'bonus.clear': async (backend, headers) => {
    await send(backend, 'bonus.activate', { code: 'WELCOME' }, headers)
    return {}
  },
  'promotion.find': async () => ({ input: { code: 'KRAPAO100' } }),
  'promotion.activate': async () => ({ input: { code: 'KRAPAO100' } }),
  'invite.list': async () => ({ input: PAGE }),
  'invite.bonus': async (backend) => {
    await event(backend, 'friend', { username: DEMO.username, stake: 100_000, outcome: 'lose' })
    return {}
  },
  'refund.list': async () => ({ input: PAGE }),
  'refund.receive': async (backend) => {
    await event(backend, 'play', { username: DEMO.username, game: 'pg', stake: 50_000, outcome: 'lose' })
    return {}
  },
  'refund.addWallet': async (backend) => {
    await event(backend, 'play', { username: DEMO.username, game: 'pg', stake: 50_000, outcome: 'lose' })
    return {}
  },
  'spin.claim': async (backend, headers) => {
    await send(backend, 'spin.spin', {}, headers)
    return { input: { coupon: 'CASH5' } }
  },
  'chat.history': async () => ({ input: { ...TALK, limit: 10, skip: 0 }, headers: {} }),
  'chat.send': async () => ({
    input: { ...TALK, sender: 'customer', message: textOf('hello') },
    headers: {},
  }),
  'chat.read': async () => ({ input: TALK, headers: {} }),
  'chat.uploadImage': async () => ({ input: { file: picture('image/png') } }),
  'chat.uploadVideo': async () => ({ input: { file: picture('video/mp4') } }),
}

/**
 * Calls whose replies no requirement describes, or whose replies are deliberately odd. Clients must cope with such
 * replies.
 */
const ODD: SpecCall[] = ['lookup.slip', 'bonus.minimum', 'statement.list']

const VARIANTS = 20
/** The path parameters of all calls. */
const PARAMETERS = { code: 'pg', provider: 'KBANK', qrcodeId: 'qr-1', user: 'pg-demo', pass: 'password' }

async function answer(name: SpecCall) {
  const backend = plainBackend()
  const headers = await signIn(backend)
  const prepared = await PREPARE[name]?.(backend, headers)
  return send(backend, name, prepared?.input, prepared?.headers ?? headers)
}

describe('the plain backend', () => {
  it('implements exactly the 69 calls of the spec', () => {
    const lines = NAMES.map((name) => `${calls[name].method} ${calls[name].path}`)
    expect(lines).toHaveLength(69)
    expect(plainBackend().lines.toSorted()).toEqual(lines.toSorted())
  })

  it.each(NAMES)('answers %s with 200 (R321, R331, R334, R346, R366, R370, D-56)', async (name) => {
    const { status, text } = await answer(name)
    expect(status, text).toBe(200)
  })

  it.each(NAMES.filter((name) => !ODD.includes(name)))(
    'answers %s according to the contract (R146, R147, R174)',
    async (name) => {
      const { data } = await answer(name)
      const found = data === undefined ? [{}, null, undefined] : [data]
      expect(found.some((each) => v.is(calls[name].reply, each))).toBe(true)
    },
  )

  it.each(NAMES.filter((name) => !ODD.includes(name)))(
    'may add fields to its reply to %s, which the client ignores (D-76)',
    async (name) => {
      const { text } = await answer(name)
      const own = { ...wire }
      onTestFinished(() => void Object.assign(wire, own))
      vi.spyOn(console, 'warn').mockReturnValue()
      wire.token = () => 'token'
      wire.site = async () => ({ offers: [], settings: SPEC_SETTINGS })
      const read = (body: string) => {
        wire.fetch = async () => new Response(body)
        return request(calls[name] as Call, { ...PARAMETERS, key: newKey() })
      }
      const reply = await read(text)
      const random = randomOf(1)
      for (let count = 0; count < VARIANTS; count++) {
        const body = text && vary(text, random)
        expect({ reply: await read(body) }, body).toMatchObject({ reply })
      }
    },
  )

  it('sends a refusal with a message but without a code', async () => {
    const backend = plainBackend()
    const headers = await signIn(backend)
    const { status, data } = await send(backend, 'wallet.transfer', { from: 'WALLET', to: 'pg', amount: 1e6 }, headers)
    expect(status).toBe(400)
    expect(data).toEqual({ message: 'MONEY_NOT_ENOUGH' })
  })

  it('returns invalid-token for a member’s call if the token is missing or unknown', async () => {
    const backend = plainBackend()
    for (const headers of [{}, { Authorization: 'Bearer nobody' }]) {
      const { status, data } = await send(backend, 'wallet.get', {}, headers)
      expect(status).toBe(401)
      expect(data).toEqual({ message: 'invalid-token' })
    }
  })

  it.each([
    ['account.login', { ...DEMO, remember: true }],
    ['chat.send', { ...TALK, sender: 'customer', message: textOf('hello'), clientId: 'a' }],
  ] as const)('refuses a %s call with a field that is not in the spec', async (name, input) => {
    const { status, data } = await send(plainBackend(), name, input)
    expect(status).toBe(400)
    expect(data).toEqual({ message: 'KEY_INVALID' })
  })

  it.each(ADDED)('does not implement %s, which is beyond the spec', async (name) => {
    expect((await send(plainBackend(), name, { id: 'any' })).status).toBe(404)
  })

  it('applies a change twice if it receives the request twice, even with the same Idempotency-Key', async () => {
    const backend = plainBackend()
    const headers = { ...(await signIn(backend)), 'Idempotency-Key': 'the-same' }
    const before = (await send(backend, 'wallet.get', {}, headers)).data.wallet.amount
    for (const _ of [1, 2]) await send(backend, 'wallet.add', { amount: 100 }, headers)
    const after = (await send(backend, 'wallet.get', {}, headers)).data.wallet.amount
    expect(after - before).toBeCloseTo(200)
  })

  it('lists only the spec’s headers in its CORS reply', async () => {
    const { app } = plainBackend()
    const reply = await app.request('/api/wallet', { method: 'OPTIONS', headers: { Origin: 'https://site.example' } })
    expect(reply.headers.get('Access-Control-Allow-Headers')).toBe('Authorization,Content-Type,X-Requested-With')
  })

  it('returns balances with floating-point errors or a third decimal, and a game without a name', async () => {
    const backend = plainBackend()
    await event(backend, 'switch', { name: 'registerOTP', isOn: false })
    await send(backend, 'account.create', { ...PERSON, ...ACCOUNT })
    const headers = await signIn(backend, PERSON)
    await send(backend, 'wallet.add', { amount: 0.3 }, headers)
    const { wallet, slots } = (await send(backend, 'wallet.get', {}, headers)).data
    expect(wallet.amount).toBe(0.30000000000000004)
    expect(slots.map(({ amount }: { amount: number }) => amount)).toContain(12.345)
    expect(slots.filter(({ name }: { name?: string }) => name === undefined)).toHaveLength(1)
  })

  it('returns the messages of a guest for the id generated by the guest’s browser, newest first', async () => {
    const backend = plainBackend()
    for (const message of ['one', 'two'])
      await send(backend, 'chat.send', {
        ...TALK,
        sender: 'customer',
        message: textOf(message),
      })
    const { data } = await send(backend, 'chat.history', { ...TALK, limit: 10, skip: 0 })
    expect(data.map(({ message }: { message: { payload: { message: string } } }) => message.payload.message)).toEqual([
      'two',
      'one',
    ])
  })

  it('returns an injected fault the requested number of times', async () => {
    const backend = plainBackend()
    await event(backend, 'fault', { line: 'GET /api/lookup/info', kind: 'code:NO_DATA', times: 1, ms: 0 })
    expect((await send(backend, 'lookup.info')).data).toEqual({ message: 'NO_DATA' })
    expect((await send(backend, 'lookup.info')).status).toBe(200)
  })
})
