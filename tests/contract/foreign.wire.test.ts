import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type CallName, type Calls, calls } from '#contract/calls.ts'
import type { Credentials } from '#contract/game.ts'
import { newKey } from '#contract/random.ts'
import { newId } from '#server/core/schema/columns.ts'
import { slips } from '#server/core/schema/deposits.ts'
import { userBonuses } from '#server/core/schema/rewards.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { addPasskey } from '#tests/kit/authenticator.ts'
import { chatMedia, chatText } from '#tests/kit/chat.ts'
import { pngSlip } from '#tests/kit/money-in.ts'
import { type Backend, dump, requestOf, startBackend } from '#tests/kit/server.ts'

type Input<N extends CallName> = v.InferInput<Calls[N]['input']>
/** The ids that belong to the demo member. */
type Theirs = {
  qrcodeId: string
  slip: string
  pg: Credentials
  askmebet: Credentials
  file: string
  session: string
  passkey: string
}
/** An input with which another member tries to reach one of these ids, and the same input with an unknown id. */
type Pair<N extends CallName> = { foreign: Input<N>; unknown: Input<N> }

/** A game in which only the demo member has an account, and one in which neither member has. */
const [FOREIGN_GAME, CLOSED_GAME] = ['joker2', 'orbiten']
const PAGE = { limit: 100, skip: 0 }
const game = { foreign: { code: FOREIGN_GAME }, unknown: { code: CLOSED_GAME } }

/** This name appears in TypeScript's error message when a new call has no row yet. */
type ForeignInputsOfEachCall = { [N in CallName]: ((theirs: Theirs) => readonly Pair<N>[]) | null }
/** For each call, the inputs that can refer to another member's data; `null` if none can. */
const REACHES: ForeignInputsOfEachCall = {
  'account.login': null,
  // Ends the session of the token that was sent. Its input contains no id.
  'account.logout': null,
  // As the spec requires, a taken bank account is answered with EXISTING_BANK and a taken phone with EXISTING_USER.
  'account.create': null,
  'account.validate': null,
  'account.update': null,
  'otp.send': null,
  // The code's token was issued to whoever requested the code.
  'otp.verify': null,
  'recover.send': null,
  'recover.verify': null,
  // The code's token proves who owns the phone.
  'recover.password': null,
  'account.profile': null,
  'account.rename': null,
  'account.password': null,
  'care.read': null,
  'care.break': null,
  'limits.read': null,
  'limits.set': null,
  'limits.review': null,
  'timeCheck.set': null,
  'timeCheck.visit': null,
  // `after` is a position within the caller's own data.
  'data.page': null,
  'data.erasure': null,
  'data.erase': null,
  'data.keep': null,
  'passkey.list': null,
  'passkey.prepare': null,
  // A passkey of another member is refused like an invalid one (passkey.server.wire.test.ts).
  'passkey.add': null,
  'passkey.remove': ({ passkey }) => [
    { foreign: { id: passkey, password: DEMO_PASSWORD }, unknown: { id: 'unknown', password: DEMO_PASSWORD } },
  ],
  'passkey.confirm': null,
  'passkey.challenge': null,
  // The signed challenge proves possession of the passkey.
  'account.passkey': null,
  'session.list': null,
  'account.events': null,
  'session.end': ({ session }) => [{ foreign: { id: session }, unknown: { id: 'unknown' } }],
  // Ends the caller's other sessions. Its input contains no id.
  'session.endOthers': null,
  'lookup.active': null,
  'lookup.registerOTP': null,
  'lookup.banks': null,
  'lookup.sources': null,
  'lookup.info': null,
  'lookup.contact': null,
  'lookup.conditions': null,
  'lookup.agreements': null,
  'lookup.notice': null,
  'lookup.enableChatWidget': null,
  'lookup.deposit': null,
  'lookup.withdraw': null,
  'lookup.slip': null,
  'wallet.get': null,
  'wallet.refresh': null,
  'wallet.withdraw': null,
  'wallet.withdrawAll': null,
  'wallet.add': null,
  'wallet.slip': null,
  // A link that was already redeemed is refused with TRUELINK_DUPLICATE, whoever redeemed it.
  'wallet.truelink': null,
  'statement.list': null,
  'statement.slips': null,
  'qr.get': null,
  'qr.create': null,
  // Codes for bonuses, promotions and prizes belong to the operator.
  'bonus.list': null,
  'bonus.active': null,
  'bonus.minimum': null,
  'bonus.activate': null,
  'bonus.clear': null,
  'promotion.find': null,
  'promotion.activate': null,
  'promotion.current': null,
  'invite.list': null,
  'invite.banners': null,
  'invite.bonus': null,
  'refund.list': null,
  'refund.check': null,
  'refund.banners': null,
  'refund.receive': null,
  'refund.addWallet': null,
  'spin.setup': null,
  'spin.active': null,
  'spin.spin': null,
  'spin.coupons': null,
  'chat.config': null,
  'chat.uploadImage': null,
  'chat.uploadVideo': null,

  'qr.remove': ({ qrcodeId }) => [
    { foreign: { provider: 'KBANK', qrcodeId }, unknown: { provider: 'KBANK', qrcodeId: newId() } },
  ],
  'statement.reference': ({ slip }) => [{ foreign: { reference: slip }, unknown: { reference: newId() } }],
  'wallet.transfer': () => [
    {
      foreign: { from: FOREIGN_GAME, to: 'WALLET', amount: 1 },
      unknown: { from: CLOSED_GAME, to: 'WALLET', amount: 1 },
    },
    {
      foreign: { from: 'WALLET', to: FOREIGN_GAME, amount: 1 },
      unknown: { from: 'WALLET', to: CLOSED_GAME, amount: 1 },
    },
  ],
  'spin.claim': () => [{ foreign: { coupon: 'CASH20' }, unknown: { coupon: 'CASH500' } }],
  'chat.history': () => [{ foreign: { ...PAGE, userId: memberId }, unknown: { ...PAGE, userId: newId() } }],
  'chat.read': () => [{ foreign: { userId: memberId }, unknown: { userId: newId() } }],
  'chat.send': ({ file }) => [
    { foreign: { ...chatText('x'), userId: memberId }, unknown: { ...chatText('x'), userId: newId() } },
    { foreign: chatMedia(file), unknown: chatMedia(file.replace(/.{32}$/, 'x'.repeat(32))) },
  ],
  'wallet.transferAll': () => [{ foreign: { to: FOREIGN_GAME }, unknown: { to: CLOSED_GAME } }],
  'wallet.activate': () => [game],
  'wallet.account': () => [game],
  'wallet.resetpassword': () => [game],
  // Both members have an account in `pg`, but only the demo member has one in `askmebet`.
  'autoLogin.user': ({ pg }) => [
    { foreign: { provider: 'pg', user: pg.username }, unknown: { provider: 'pg', user: 'pgnobody' } },
    { foreign: { provider: 'joker2', user: pg.username }, unknown: { provider: 'joker2', user: 'pgnobody' } },
  ],
  'autoLogin.password': ({ askmebet: { username, password } }) => [
    {
      foreign: { provider: 'askmebet', user: username, pass: password },
      unknown: { provider: 'askmebet', user: 'nobody', pass: password },
    },
    {
      foreign: { provider: 'askmebet', user: username, pass: password },
      unknown: { provider: 'askmebet', user: username, pass: 'wrong' },
    },
  ],
}

/** The inputs with which members request their own data, for calls that need one. */
const OWN: { [N in CallName]?: Input<N> } = {
  'wallet.account': { code: 'pg' },
  'account.events': { page: 1, limit: 100 },
  'statement.list': { page: 1, limit: 100 },
  'statement.slips': { page: 1, limit: 100 },
  'qr.get': { provider: 'KBANK' },
  'promotion.find': { code: 'KRAPAO100' },
  'invite.list': { page: 1, limit: 100 },
  'refund.list': { page: 1, limit: 100 },
  'timeCheck.visit': { since: '0' },
  'data.page': { after: 'start' },
  'chat.history': PAGE,
  'passkey.confirm': { digest: 'A'.repeat(43) },
}

let backend: Backend
let memberId: string
let theirs: Theirs
let other: string
beforeEach(async () => {
  backend = await startBackend()
  const { db, call, credentials } = backend
  const token = await backend.login()
  memberId = await backend.idOf()
  const { body } = await call('qr.create', { provider: 'KBANK', amount: 50 }, { token })
  const row = { memberId, file: newId(), type: 'image/png', status: 'FAILED', createdAt: new Date() } as const
  const [slip] = await db.insert(slips).values(row).returning({ id: slips.id })
  const picture = await call('chat.uploadImage', { file: pngSlip() }, { token })
  theirs = {
    qrcodeId: String(body.qrcodeId),
    slip: slip?.id ?? '',
    pg: await credentials(token, 'pg'),
    askmebet: await credentials(token, 'askmebet'),
    file: String(picture.body.path),
    session: await openSessionId(token),
    passkey: await addPasskey(backend, token),
  }
  other = await backend.login(DEMO.bonus.username)
  await addPasskey(backend, other)
  await db.update(userBonuses).set({ isActive: false })
})

/** Returns the id of the member's only session. */
async function openSessionId(token: string): Promise<string> {
  const { body } = await backend.call('session.list', {}, { token })
  const { sessions } = v.parse(calls['session.list'].reply, body)
  return sessions[0]?.id ?? ''
}

/** Returns the whole reply except its time and request id. */
async function answerTo(name: CallName, input: object): Promise<string> {
  const { method, path, body } = { body: undefined, ...requestOf(calls[name], { ...input }) }
  const response = await backend.send(method, path, { token: other, key: newKey(), ...(body && { body }) })
  response.headers.delete('Date')
  response.headers.delete('X-Request-Id')
  return JSON.stringify([response.status, [...response.headers], await response.text()])
}
/** Returns all database rows that contain the demo member's id. */
const owned = async () =>
  (await dump(backend.db, ['tokens']))
    .split('\n')
    .filter((row) => row.includes(memberId))
    .join('\n')

type Reach = Exclude<(typeof REACHES)[CallName], null>
const reaches = (Object.entries(REACHES) as [CallName, Reach | null][]).filter(
  (entry): entry is [CallName, Reach] => entry[1] !== null,
)

describe.each(reaches)('%s', (name, pairs) => {
  test('treats an id that belongs to another member exactly like an unknown id, and changes nothing (R304–R377)', async () => {
    const before = await owned()
    expect(before).toContain(theirs.qrcodeId)
    for (const { foreign, unknown } of pairs(theirs)) {
      expect(await answerTo(name, foreign)).toBe(await answerTo(name, unknown))
      expect(await owned()).toBe(before)
    }
  })
})

const reads = (Object.keys(calls) as CallName[]).filter((name) => calls[name].kind === 'read')
test.each(reads.filter((name) => calls[name].access !== 'anyone' && (OWN[name] || !REACHES[name])))(
  '%s shows a member none of another member’s data (R304–R377)',
  async (name) => {
    const shown = await answerTo(name, OWN[name] ?? {})
    expect(shown.startsWith('[200,')).toBe(true)
    const { username, name: called, bankAccountNo } = DEMO.member
    const { pg, askmebet, qrcodeId, slip, session } = theirs
    for (const word of [
      memberId,
      username,
      called,
      bankAccountNo,
      qrcodeId,
      slip,
      session,
      pg.username,
      pg.password,
      askmebet.username,
      'Demo Friend',
    ])
      expect(shown).not.toContain(word)
  },
)
