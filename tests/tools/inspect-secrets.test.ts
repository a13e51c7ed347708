import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { calls } from '#contract/calls.ts'
import { satang } from '#contract/money.ts'
import { secret } from '#contract/text.ts'
import { chatBoxMachine } from '#machines/chat-box.machine.ts'
import { depositLogic } from '#src/actors/deposit.ts'
import { gameAccountLogic } from '#src/actors/game-account.ts'
import { changePasswordLogic, passwordSentAt } from '#src/actors/profile.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { startSession } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { named } from '#src/inspect/inspector.ts'
import { HIDDEN, redact } from '#src/inspect/redact.ts'
import { secretNames } from '#src/inspect/secret-names.ts'
import { inspected } from '#tests/kit/inspected.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

/** The secrets that no message may contain. */
const SECRET = {
  phone: '0812345678',
  password: 'pass-word-1',
  oldPassword: 'pass-word-0',
  newPassword: 'pass-word-2',
  token: 'session-token-1',
  otpToken: 'otp-token-1',
  code: '482913',
  account: '1234567890',
  firstName: 'SOMJAI',
  lastName: 'DEEJAI',
  gameUser: 'game-user-1',
  gamePassword: 'game-pass-1',
  gift: 'https://gift.example/secret',
  memberName: 'SOMJAI MEMBER',
  qr: '<svg>payable</svg>',
  draft: 'a text not yet sent',
  said: 'a text that was sent',
  heard: 'a text of support',
}

const REPLIES: Record<string, unknown> = {
  '/api/login': { token: SECRET.token },
  '/api/lookup/active': {},
  '/api/lookup/registerOTP': { registerOTP: true },
  '/api/lookup/banks': [{ code: 'KBANK', nameTH: 'K' }],
  '/api/lookup/sources': [{ code: 'friend', description: 'A friend' }],
  '/api/otp/send': { otpRef: 'ABCD', otpToken: SECRET.otpToken },
  '/api/otp/verify': {},
  '/api/account/validate': {},
  '/api/account': {},
  '/api/account/changepwd': {},
  '/api/account/profile': { _id: 'm1', name: SECRET.memberName, username: SECRET.phone },
  '/api/wallet': {
    profile: { name: SECRET.memberName, _id: 'm1', createdAt: '', username: SECRET.phone, coin: 0 },
    bankAccount: {
      bankAccountName: SECRET.memberName,
      bankAccountNo: SECRET.account,
      bank: { code: 'KBANK', nameTH: 'K', nameEN: 'K' },
    },
    wallet: { amount: 100 },
    slots: [],
  },
  '/api/qrcode/KBANK': { hasQrcode: true, qrcodeId: 'q1', qrcode: SECRET.qr, amount: 100, expireIn: 600 },
  '/api/wallet/account/pg': { username: SECRET.gameUser, password: SECRET.gamePassword },
  '/api/autoLogin/pg/game-user-1': { link: `https://game.example/?key=${SECRET.gamePassword}` },
}

const seen: string[] = []
const fetched = wire.fetch
beforeEach(() => {
  fakeWindow()
  Object.assign(window, { open: () => null })
  seen.length = 0
  wire.fetch = async (url, init) => {
    seen.push(`${url} ${String(init.body)}`)
    const reply = REPLIES[new URL(url, 'https://krapao.example').pathname]
    return reply ? Response.json(reply) : Response.json({ code: 'NO_DATA' }, { status: 400 })
  }
})
afterEach(() => {
  wire.fetch = fetched
  vi.unstubAllGlobals()
})

const toasts = () => listener().ref as never
const rest = (s: { hasTag: (tag: never) => boolean }) => !s.hasTag('busy' as never)

async function login() {
  const session = startSession()
  session.send({ type: 'login.open', back: null })
  await waitFor(session, rest)
  session.send({ type: 'login.submit', username: SECRET.phone, password: SECRET.password, remember: true })
  await waitFor(session, (s) => s.hasTag('member'))
  return session
}

async function register(check: 'otp.submit' | 'otp.complete') {
  const actor = createActor(registerLogic, {
    ...named('register'),
    input: { ...registerInput(undefined), toasts: toasts() },
  }).start()
  const type = (
    field: 'phone' | 'name' | 'sourceCode' | 'bankCode' | 'accountNo' | 'firstName' | 'lastName',
    text: string,
  ) => actor.send({ type: 'field.type', field, text })
  await waitFor(actor, rest)
  type('phone', SECRET.phone)
  actor.send({ type: 'phone.submit' })
  const { otp } = actor.getSnapshot().children
  if (!otp) throw new Error('no phone is being checked')
  await waitFor(otp, (s) => s.matches('open'))
  otp.send({ type: check, otpCode: SECRET.code })
  await waitFor(actor, (s) => s.matches('profile'))
  type('name', 'New Player')
  type('sourceCode', 'friend')
  actor.send({ type: 'profile.submit', password: SECRET.password, confirm: SECRET.password })
  await waitFor(actor, (s) => s.matches('bank'))
  type('bankCode', 'KBANK')
  type('accountNo', SECRET.account)
  type('firstName', SECRET.firstName)
  type('lastName', SECRET.lastName)
  actor.send({ type: 'bank.submit', password: SECRET.password })
  await waitFor(actor, (s) => s.matches('registered'))
  return actor
}

async function openGame(wallet: never) {
  const input = { code: 'pg', web: null, isActive: true, wallet, toasts: toasts(), pending: null }
  const actor = createActor(gameAccountLogic, { ...named('game'), input }).start()
  await waitFor(actor, (s) => s.matches('ready'))
  actor.send({ type: 'game.play', moves: satang(0) })
  await waitFor(actor, (s) => s.context.link !== null || s.matches('refused'))
  return actor
}

async function changePassword() {
  const { oldPassword, newPassword } = SECRET
  const actor = createActor(changePasswordLogic, {
    ...named('password'),
    input: { least: undefined, endsSessions: false, sentAt: passwordSentAt() },
  }).start()
  actor.send({ type: 'password.submit', oldPassword, newPassword, confirm: newPassword })
  await waitFor(actor, (s) => s.matches('saved'))
}

async function cashGift(wallet: never) {
  const input = { wallet, toasts: toasts(), rules: {} as never, pending: { gift: null, slip: null } }
  const actor = createActor(depositLogic, { ...named('deposit'), input }).start()
  const { gift } = actor.getSnapshot().context
  gift.send({ type: 'link.type', link: SECRET.gift })
  gift.send({ type: 'gift.submit', account: 'operator' })
  await waitFor(gift, (s) => s.context.pending !== null)
  const sealed = gift.getSnapshot().context.pending?.input.link
  if (!sealed) throw new Error('no link was sealed')
  await waitFor(gift, (s) => s.matches('editing'))
  return sealed
}

async function showQr(wallet: never) {
  const input = { wallet, toasts: toasts(), rules: {} as never, pending: { gift: null, slip: null } }
  const actor = createActor(depositLogic, { ...named('deposit'), input }).start()
  const { KBANK } = actor.getSnapshot().context.qr
  KBANK.send({ type: 'tab.shown' })
  await waitFor(KBANK, (s) => JSON.stringify(s.toJSON()).includes(SECRET.qr))
}

/** Starts the message box of the chat, without a socket. */
function chat() {
  const box = createActor(chatBoxMachine, {
    ...named('chat'),
    input: { owner: listener().ref as never, kept: [], draft: '' },
  }).start()
  box.send({ type: 'draft.type', draft: SECRET.said })
  box.send({ type: 'draft.submit' })
  box.send({ type: 'draft.type', draft: SECRET.draft })
  const message = { message_type: 'text', payload: { message: SECRET.heard } }
  box.send({ type: 'box.look', messages: [{ sender: 'other', message, createdAt: '2026-01-02T05:00:00.000Z' }] })
  expect(JSON.stringify(box.getSnapshot().context.draft)).toContain(SECRET.draft)
}

test('no inspector message, and therefore no exported log, contains the player’s secrets', async () => {
  const page = inspected()
  page.open()
  page.connect()
  const session = await login()
  const wallet = session.getSnapshot().children.wallet as never
  await register('otp.submit')
  await register('otp.complete')
  await openGame(wallet)
  await changePassword()
  const sealed = await cashGift(wallet)
  await showQr(wallet)
  chat()
  session.stop()

  const all = JSON.stringify(page.messages())
  const found = Object.entries({ ...SECRET, sealed }).filter(([, secret]) => all.includes(secret))
  expect(found).toEqual([])
  // the machines did receive these secrets
  for (const secret of [
    SECRET.phone,
    SECRET.password,
    SECRET.code,
    SECRET.otpToken,
    SECRET.account,
    SECRET.firstName,
    SECRET.lastName,
    SECRET.newPassword,
  ])
    expect(seen.join()).toContain(secret)
  const types = page.messages().flatMap((each) => (each.type === '@xstate.event' ? [each.event.type] : []))
  expect(types).toEqual(
    expect.arrayContaining([
      'login.submit',
      'otp.submit',
      'otp.complete',
      'bank.submit',
      'password.submit',
      'link.type',
    ]),
  )
  expect(page.names()).toEqual(
    expect.arrayContaining([
      'session',
      'session.wallet',
      'register',
      'register.otp',
      'account.create',
      'account.login',
      'game',
      'deposit.qr.KBANK',
      'deposit.gift.seal',
    ]),
  )
})

const MARKED = [
  ...['username', 'password', 'token', 'phoneNumber', 'otpToken', 'otpCode', 'oldPassword', 'newPassword', 'confirm'],
  ...['phone', 'name', 'accountNo', 'firstName', 'lastName', 'bankAccountName', 'bankAccountNo', 'walletAccountName'],
  ...['qrcode', 'link', 'url', 'path', 'action', 'fields', 'user', 'pass', 'guestId', 'deviceToken', 'room', 'draft'],
  ...['message', 'payload', 'payloads', 'title', 'subtitle', 'image_url', 'filePath'],
]

it.each(MARKED)('the inspector hides the field %s at any depth', (field) => {
  expect(redact({ input: [{ [field]: { some: 'secret' } }] })).toEqual({ input: [{ [field]: HIDDEN }] })
})

it('the inspector hides the text that was typed into a secret field', () => {
  expect(redact({ type: 'field.type', field: 'accountNo', text: '123' })).toMatchObject({ text: HIDDEN })
  expect(redact({ type: 'field.type', field: 'bankCode', text: 'KBANK' })).toMatchObject({ text: 'KBANK' })
})

it("the inspector hides an actor's output if it is plain text", () => {
  expect(redact({ type: 'xstate.done.actor.seal', output: 'sealed' })).toMatchObject({ output: HIDDEN })
  expect(redact({ type: 'xstate.promise.resolve', data: 'sealed' })).toMatchObject({ data: HIDDEN })
})

it('the inspector shows empty values and unmarked fields', () => {
  const plain = { password: '', link: null, otp: false, code: 'LOGIN_FAIL', game: { code: 'pg' }, text: '100' }
  expect(redact(plain)).toEqual(plain)
})

describe('secretNames', () => {
  const text = v.string()

  it('finds marked fields in objects, lists, options and wrapped schemas', () => {
    const schema = v.object({
      a: secret(text),
      b: v.array(v.object({ c: v.nullish(secret(text)) })),
      d: v.union([v.object({ e: v.fallback(secret(text), '') }), text]),
      f: v.pipe(
        v.object({ g: v.optional(v.array(secret(text))), h: text }),
        v.transform((all) => all),
      ),
    })
    expect([...secretNames([schema])].toSorted()).toEqual(['a', 'c', 'e', 'g'])
  })

  it('ignores the unmarked fields next to a marked one', () => {
    expect([...secretNames([v.object({ a: text, b: secret(text) })])]).toEqual(['b'])
  })
})

type Schema = v.GenericSchema & Record<'entries' | 'wrapped' | 'item' | 'options' | 'value', unknown>
/** Returns the names of a schema's fields that may contain arbitrary text and are not marked secret. */
function textsIn(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null || !('kind' in schema) || schema.kind !== 'schema') return []
  const { type, entries = {}, wrapped, item, options, value } = schema as Schema
  if (v.getMetadata(schema as v.GenericSchema).secret) return []
  const inner = [wrapped, item, value, ...(Array.isArray(options) ? options : [])]
  return [
    ...(['string', 'unknown', 'any'].includes(type) ? [name] : []),
    ...inner.flatMap((part) => textsIn(part, name)),
    ...Object.entries(entries as object).flatMap(([key, field]) => textsIn(field, key)),
  ]
}

/** The text fields of the contract that a log may show. A new field must be secret, or be added here after a review. */
const SHOWN = [
  ...['PREFIX', '_id', 'after', 'android', 'askedAt', 'at', 'background', 'bankCode', 'bankType', 'bgColor', 'browser'],
  ...[
    'category',
    'clientId',
    'closeTime',
    'code',
    'coinRule',
    'contactText',
    'coupon',
    'createdAt',
    'currency',
    'deliver',
  ],
  ...[
    'description',
    'digest',
    'expireIn',
    'expiresAt',
    'from',
    'gameHosts',
    'html',
    'htmlDescription',
    'id',
    'image',
    'info',
  ],
  ...['inviteCode', 'ios', 'label', 'lengths', 'lineLink', 'lineName', 'lineQR', 'logo', 'message_type', 'method'],
  ...[
    'mode',
    'nameEN',
    'nameTH',
    'newest',
    'next',
    'note',
    'offers',
    'openTime',
    'openedAt',
    'otpRef',
    'part',
    'previous',
  ],
  ...[
    'qrcodeId',
    'reference',
    'rpId',
    'seenAt',
    'session_id',
    'since',
    'sourceCode',
    'statementType',
    'status',
    'system',
  ],
  ...[
    'terminated',
    'textColor',
    'timeZone',
    'to',
    'type',
    'upTo',
    'updatedAt',
    'usedAt',
    'userId',
    'wait',
    'web',
    'website',
  ],
]

it('every text field of a call is marked secret or known to be harmless', () => {
  const shown = Object.values(calls).flatMap(({ input, reply }) => [...textsIn(input), ...textsIn(reply)])
  const hidden = (name: string) => redact({ [name]: 'text' })[name] === HIDDEN
  // skips plain text replies, which have no field name
  expect([...new Set(shown)].filter((name) => name && !hidden(name)).toSorted()).toEqual(SHOWN)
})
