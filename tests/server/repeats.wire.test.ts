import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import { passwordHeader } from '#contract/profile.ts'
import { OTP_HEADER } from '#contract/register.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Db } from '#server/core/db.ts'
import { members, otps } from '#server/core/schema/members.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { once } from '#server/http/idempotency.ts'
import { addPasskey, authenticator, challengeOf, LOCAL } from '#tests/kit/authenticator.ts'
import { chatText, mp4 } from '#tests/kit/chat.ts'
import { giftLink, pngSlip, sealedGift } from '#tests/kit/money-in.ts'
import { type Backend, dump, NEWCOMER, startBackend } from '#tests/kit/server.ts'
import { filesIn } from '#tests/kit/uploads.ts'

/**
 * Every change except the login with a passkey. Its challenge can be used only once, so a repeated login is refused and
 * the player chooses the passkey again (see passkey.server.wire.test.ts).
 */
type ChangeName = Exclude<
  { [N in CallName]: Calls[N]['kind'] extends 'change' ? N : never }[CallName],
  'account.passkey'
>
type Input<N extends CallName> = v.InferInput<Calls[N]['input']>
/** A valid input, and a different one for the same key. `other` is null if the call has no input. */
type Pair<N extends CallName> = { input: Input<N>; other: Input<N> | null }
type Sample<N extends CallName> = (code: string) => Pair<N> | Promise<Pair<N>>

const PHONE = NEWCOMER.username
const { bankCode, bankAccountName, bankAccountNo } = DEMO.member
const account = { name: 'ผู้เล่น', bankCode, bankAccountName, bankAccountNo }

/** If a new change has no sample yet, TypeScript's error shows this type's name. */
type InputsOfEachChange = { [N in ChangeName]: Sample<N> }
/**
 * For every change, a valid input and a different one for the same key, or `other: null` if it has no input. `code` is
 * the id of the member's open KBANK QR code.
 */
const samples: InputsOfEachChange = {
  'account.login': () => ({
    input: { username: DEMO.member.username, password: DEMO_PASSWORD },
    other: { username: DEMO.bonus.username, password: DEMO_PASSWORD },
  }),
  'account.logout': () => ({ input: {}, other: null }),
  'passkey.prepare': () => ({ input: { password: DEMO_PASSWORD }, other: { password: 'another-one-1' } }),
  'passkey.add': async () => {
    const challenges = [await challengeOf(backend, token), await challengeOf(backend, token)] as const
    const [input, other] = challenges.map((challenge) => authenticator(LOCAL).create(challenge))
    if (!input || !other) throw new Error('no passkeys')
    return { input, other }
  },
  'passkey.remove': async () => {
    const [one, two] = [await addPasskey(backend, token), await addPasskey(backend, token)]
    return { input: { id: one, password: DEMO_PASSWORD }, other: { id: two, password: DEMO_PASSWORD } }
  },
  'session.end': async () => {
    const others = [await backend.login(), await backend.login()]
    const [one, two] = await Promise.all(others.map(openId))
    headers = passwordHeader(DEMO_PASSWORD)
    return { input: { id: one ?? '' }, other: { id: two ?? '' } }
  },
  'session.endOthers': () => {
    headers = passwordHeader(DEMO_PASSWORD)
    return { input: {}, other: null }
  },
  'limits.set': () => ({
    input: { period: 'day', amount: 500, isConfirmed: false },
    other: { period: 'day', amount: 600, isConfirmed: false },
  }),
  'limits.review': () => ({ input: {}, other: null }),
  'timeCheck.set': () => ({ input: { minutes: 60 }, other: { minutes: 30 } }),
  // The password is the whole input, so a different input is a different password.
  'data.erase': () => ({ input: { password: DEMO_PASSWORD }, other: { password: 'another-one-1' } }),
  'data.keep': () => ({ input: {}, other: null }),
  'care.break': () => ({ input: { length: 'day' }, other: { length: 'week' } }),
  'account.create': async () => {
    headers = await backend.verify(PHONE)
    return { input: NEWCOMER, other: { ...NEWCOMER, name: 'Another' } }
  },
  'account.update': () => ({ input: account, other: { ...account, name: 'Another' } }),
  'account.rename': () => {
    headers = passwordHeader(DEMO_PASSWORD)
    return {
      input: { bankCode: 'KBANK', bankAccountName: 'Other Name' },
      other: { bankCode: 'KBANK', bankAccountName: 'Another' },
    }
  },
  'account.password': () => ({
    input: { oldPassword: DEMO_PASSWORD, newPassword: 'other-word-1' },
    other: { oldPassword: DEMO_PASSWORD, newPassword: 'other-word-2' },
  }),
  'otp.send': () => ({ input: { phoneNumber: PHONE }, other: { phoneNumber: '0622222222' } }),
  'otp.verify': async () => {
    const { otpToken, otpCode, wrong } = await backend.code(PHONE)
    return { input: { otpToken, otpCode }, other: { otpToken, otpCode: wrong } }
  },
  'recover.send': () => ({ input: { phoneNumber: PHONE }, other: { phoneNumber: '0622222222' } }),
  'recover.verify': async () => {
    const { otpToken, otpCode, wrong } = await backend.code(DEMO.bonus.username, {}, 'recover.send')
    return { input: { otpToken, otpCode }, other: { otpToken, otpCode: wrong } }
  },
  'recover.password': async () => {
    const phoneNumber = DEMO.bonus.username
    headers = await backend.verify(phoneNumber, 'recover')
    return {
      input: { phoneNumber, password: 'other-word-1' },
      other: { phoneNumber, password: 'other-word-2' },
    }
  },
  'wallet.transfer': () => ({
    input: { from: 'WALLET', to: 'pg', amount: 100.25 },
    other: { from: 'WALLET', to: 'pg', amount: 100.5 },
  }),
  'wallet.transferAll': () => ({ input: { to: 'pg' }, other: { to: 'joker2' } }),
  'wallet.withdraw': () => ({ input: { amount: 100.25 }, other: { amount: 100.5 } }),
  'wallet.withdrawAll': () => ({ input: { amount: 100.25 }, other: { amount: 100.5 } }),
  'wallet.add': () => ({ input: { amount: 100.25 }, other: { amount: 100.5 } }),
  'wallet.activate': () => ({ input: { code: 'orbiten' }, other: { code: 'areaslot' } }),
  'wallet.resetpassword': () => ({ input: { code: 'pg' }, other: { code: 'joker2' } }),
  'wallet.slip': () => ({ input: { file: pngSlip('1.00') }, other: { file: pngSlip('2.00') } }),
  'wallet.truelink': () => ({
    input: { link: sealedGift(giftLink('one-20')) },
    other: { link: sealedGift(giftLink('two-20')) },
  }),
  'qr.create': () => ({ input: { provider: 'WW', amount: 100.25 }, other: { provider: 'WW', amount: 100.5 } }),
  'qr.remove': (code) => ({
    input: { provider: 'KBANK', qrcodeId: code },
    other: { provider: 'KBANK', qrcodeId: 'other' },
  }),
  'bonus.activate': () => ({ input: { code: 'DAILY' }, other: { code: 'WEEKLY' } }),
  'bonus.clear': async () => {
    await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    return { input: {}, other: null }
  },
  'promotion.activate': () => ({ input: { code: 'KRAPAO100' }, other: { code: 'LUCKY50' } }),
  'invite.bonus': () => ({ input: {}, other: null }),
  'refund.receive': () => ({ input: {}, other: null }),
  'refund.addWallet': () => ({ input: {}, other: null }),
  'spin.spin': () => ({ input: {}, other: null }),
  'spin.claim': () => ({ input: { coupon: 'CASH20' }, other: { coupon: 'CASH5' } }),
  'chat.send': () => ({ input: chatText('one'), other: chatText('two') }),
  'chat.uploadImage': () => ({ input: { file: pngSlip('1.00') }, other: { file: pngSlip('2.00') } }),
  'chat.uploadVideo': () => ({ input: { file: mp4('a.mp4', 10) }, other: { file: mp4('a.mp4', 20) } }),
  'chat.read': async () => {
    const sent = await backend.form('/chat/say', { to: DEMO.member.username, kind: 'text', text: 'hello' })
    expect(sent.status).toBe(303)
    return { input: {}, other: { userId: await backend.idOf() } }
  },
}

/** Returns the id of the session to which a token belongs. */
async function openId(of: string): Promise<string> {
  const { body } = await backend.call('session.list', {}, { token: of })
  const { sessions } = v.parse(calls['session.list'].reply, body)
  return sessions.find((each) => each?.isCurrent)?.id ?? ''
}

let backend: Backend
let token: string
let code: string
/** The headers that are sent with each call of a sample. */
let headers: Record<string, string>
beforeEach(async () => {
  backend = await startBackend()
  headers = {}
  token = await backend.login()
  const { body } = await backend.call('qr.create', { provider: 'KBANK', amount: 50 }, { token })
  code = String(body.qrcodeId)
})

const names = Object.keys(samples) as ChangeName[]
// Leaves out the tables that change in any case. Each use of a token moves its expiry. A repeated secret call returns
// another token, and a repeated login also adds a device and an audit log row, because it opens another session. Some
// tests close the site, which changes a switch.
const state = () => dump(backend.db, ['tokens', 'devices', 'switches', 'auditLog', 'eventOrigins'])

describe.each(names)('%s', (name) => {
  const sampleOf = async () => samples[name](code)

  test('takes effect once if its reply is lost and it is resent', async () => {
    const { input } = await sampleOf()
    const first = await backend.call(name, input, { token, key: 'same', headers })
    const after = await state()
    backend.pass(60_000)
    const again = await backend.call(name, input, { token, key: 'same', headers })
    expect(first.status).toBe(200)
    expect(again.status).toBe(200)
    if (!calls[name].secret) expect(again).toEqual(first)
    expect(await state()).toBe(after)
  })

  test('has no further effect, and at most returns its stored reply, if it is resent after the session has ended or the site has closed', async () => {
    const { secret, access } = calls[name]
    const { input, other } = await sampleOf()
    const first = await backend.call(name, input, { token, key: 'same', headers })
    expect((await backend.call('account.logout', {}, { token })).status).toBe(200)
    const after = await state()
    const ended = await backend.call(name, input, { token, key: 'same', headers })
    if (access !== 'anyone') {
      if (secret) expect(ended.status).toBe(401)
      else expect(ended).toEqual(first)
      expect((await backend.call(name, input, { token, key: 'new', headers })).status).toBe(401)
      if (other) expect((await backend.call(name, other, { token, key: 'same', headers })).status).toBe(401)
    }
    await backend.turn('terminated', true)
    const closed = await backend.call(name, input, { token, key: 'same', headers })
    if (secret) expect(closed.status).toBe(410)
    else expect(closed).toEqual(first)
    expect(await state()).toBe(after)
  })

  test('takes effect once if it arrives five times concurrently', async () => {
    const { input } = await sampleOf()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => backend.call(name, input, { token, key: 'same', headers })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    if (!calls[name].secret) expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const after = await state()
    await backend.call(name, input, { token, key: 'same', headers })
    expect(await state()).toBe(after)
  })

  test('is refused without a valid idempotency key', async () => {
    const { input } = await sampleOf()
    const before = await state()
    for (const key of ['', 'a b', 'ä', 'x'.repeat(101)])
      expect(await backend.call(name, input, { token, key, headers }), key).toEqual({
        status: 400,
        body: { code: 'KEY_MISSING', message: 'KEY_MISSING' },
      })
    expect(await state()).toBe(before)
  })
})

const taking = names.filter(
  (name) => 'entries' in calls[name].input && Object.keys(calls[name].input.entries).length > 0,
)
test.each(taking)('%s refuses different input with the same idempotency key', async (name) => {
  const { input, other } = await samples[name](code)
  if (!other) throw new Error(`no other input of ${name}`)
  const { body } = await backend.call(name, input, { token, key: 'same', headers })
  const after = await state()
  // a new password replaces the token
  const now = typeof body.token === 'string' && name === 'account.password' ? body.token : token
  expect(await backend.call(name, other, { token: now, key: 'same', headers })).toEqual({
    status: 409,
    body: { code: 'KEY_INVALID', message: 'KEY_INVALID' },
  })
  expect(await state()).toBe(after)
})

test('a change that is resent with an expired token receives its stored reply, and any other request is refused', async () => {
  const move = { from: 'WALLET', to: 'pg', amount: 1 }
  const first = await backend.call('wallet.transfer', move, { token, key: 'same' })
  backend.pass(31 * 60_000)
  const before = await state()
  expect(await backend.call('wallet.transfer', move, { token, key: 'same' })).toEqual(first)
  const refused = { status: 401, body: { code: 'EXPIRED_AUTH_TOKEN', message: 'EXPIRED_AUTH_TOKEN' } }
  expect(await backend.call('wallet.transfer', move, { token, key: 'other' })).toEqual(refused)
  expect(await backend.call('wallet.transfer', { ...move, amount: 2 }, { token, key: 'same' })).toEqual(refused)
  expect(await state()).toBe(before)
})

test('a change that is resent after its sender disconnected receives its stored reply', async () => {
  const sender = new AbortController()
  const move = { from: 'WALLET', to: 'pg', amount: 1 }
  const first = await backend.call('wallet.transfer', move, { token, key: 'same', signal: sender.signal })
  sender.abort()
  const before = await state()
  expect(await backend.call('wallet.transfer', move, { token, key: 'same' })).toEqual(first)
  expect(await state()).toBe(before)
})

test('a refused change that is resent with an expired token receives its stored refusal', async () => {
  const move = { from: 'WALLET', to: 'pg', amount: DEMO.member.wallet + 1 }
  const refused = await backend.call('wallet.transfer', move, { token, key: 'same' })
  expect(refused.body.code).toBe('MONEY_NOT_ENOUGH')
  backend.pass(31 * 60_000)
  expect(await backend.call('wallet.transfer', move, { token, key: 'same' })).toEqual(refused)
})

test('resending a slip with an expired token does not store a second file', async () => {
  const slip = { file: pngSlip('123.00') }
  const first = await backend.call('wallet.slip', slip, { token, key: 'same' })
  const before = filesIn(backend.uploads)
  backend.pass(31 * 60_000)
  expect(await backend.call('wallet.slip', slip, { token, key: 'same' })).toEqual(first)
  expect(filesIn(backend.uploads)).toEqual(before)
})

test('an idempotency key counts as new if it was used only by another member or for another call', async () => {
  const other = await backend.login(DEMO.bonus.username)
  const input = { provider: 'KBANK', amount: 50 } as const
  const mine = await backend.call('qr.create', input, { token, key: 'same' })
  const theirs = await backend.call('qr.create', { ...input, amount: 60 }, { token: other, key: 'same' })
  const removed = await backend.call(
    'qr.remove',
    { provider: 'KBANK', qrcodeId: String(mine.body.qrcodeId) },
    { token, key: 'same' },
  )
  expect([mine.status, theirs.status, removed.status]).toEqual([200, 200, 200])
  expect(theirs.body.qrcodeId).not.toBe(mine.body.qrcodeId)
})

test('a refused request that is resent is refused again, even if the reason no longer applies', async () => {
  const input = { username: DEMO.inactive.username, password: DEMO_PASSWORD }
  const refused = await backend.call('account.login', input, { key: 'same' })
  expect(refused.body.code).toBe('INACTIVE_USER')
  await backend.db.execute(sql`update members set "isActive" = true`)
  expect(await backend.call('account.login', input, { key: 'same' })).toEqual(refused)
  expect((await backend.call('account.login', input, { key: 'other' })).status).toBe(200)
})

test('a transfer that was refused for lack of money is still refused when resent, even after money has arrived', async () => {
  const input = { from: 'WALLET', to: 'pg', amount: DEMO.member.wallet + 1 }
  const refused = await backend.call('wallet.transfer', input, { token, key: 'same' })
  expect(refused).toEqual({ status: 400, body: { code: 'MONEY_NOT_ENOUGH', message: 'MONEY_NOT_ENOUGH' } })
  await backend.call('wallet.add', { amount: 1 }, { token })
  const before = await backend.money(token)
  for (let i = 0; i < 3; i++)
    expect(await backend.call('wallet.transfer', input, { token, key: 'same' })).toEqual(refused)
  expect(await backend.money(token)).toEqual(before)
})

test('resending a wrong SMS code with the same idempotency key does not count as another attempt', async () => {
  const { otpToken, otpCode, wrong } = await backend.code(PHONE)
  for (const [key, tries] of [
    ['one', 1],
    ['one', 1],
    ['two', 2],
  ] as const) {
    const refused = await backend.call('otp.verify', { otpToken, otpCode: wrong }, { key })
    expect(refused.body.code).toBe('OTP_CODE_INVALID')
    expect((await backend.db.select().from(otps))[0]).toMatchObject({ tries, verifiedAt: null })
  }
  expect((await backend.call('otp.verify', { otpToken, otpCode }, { key: 'three' })).status).toBe(200)
})

test('no idempotency key, password, token or code is readable in the database', async () => {
  const sent = { key: 'a-key-that-nobody-reads' }
  const secret = await backend.call('account.login', { username: DEMO.member.username, password: DEMO_PASSWORD }, sent)
  const { otpToken, otpCode } = await backend.code(PHONE, sent)
  await backend.call('otp.verify', { otpToken, otpCode }, sent)
  await backend.call('account.create', NEWCOMER, { ...sent, headers: { [OTP_HEADER]: otpToken } })
  expect(await backend.db.$count(members, eq(members.username, PHONE))).toBe(1)
  const rows = await dump(backend.db)
  for (const word of [sent.key, DEMO_PASSWORD, NEWCOMER.password, String(secret.body.token), otpToken])
    expect(rows).not.toContain(word)
  expect(rows).not.toMatch(new RegExp(`\\b${otpCode}\\b`))
})

test('if a request fails while its retry succeeds, both receive the reply to the retry', async () => {
  const { db } = backend
  let isFirst = true
  const change = {
    ...{ id: 'same', owner: 'owner', key: 'key', hash: 'hash', at: new Date(), keepsReply: true },
    run: async () => {
      if (!isFirst) return { done: true }
      isFirst = false
      throw new ApiError('NO_DATA')
    },
  }
  const repeatAfterRollback: Db['transaction'] = (act) =>
    db.transaction(act).catch(async (error) => {
      await once(db, change, new Map())
      throw error
    })
  const slow = Object.create(db, { transaction: { value: repeatAfterRollback } })
  expect(await once(slow, change, new Map())).toEqual({ done: true })
  expect(await once(db, change, new Map())).toEqual({ done: true })
})
