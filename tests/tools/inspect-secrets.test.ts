import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { satang } from '#contract/money.ts'
import { depositLogic } from '#src/actors/deposit.ts'
import { gameAccountLogic } from '#src/actors/game-account.ts'
import { changePasswordLogic, passwordSentAt } from '#src/actors/profile.ts'
import { registerInput, registerLogic } from '#src/actors/register.ts'
import { startSession } from '#src/actors/session.ts'
import { wire } from '#src/api/request.ts'
import { named } from '#src/inspect/inspector.ts'
import { HIDDEN, redact } from '#src/inspect/redact.ts'
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

async function register() {
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
  otp.send({ type: 'otp.submit', code: SECRET.code })
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
  actor.send({ type: 'game.play', balance: satang(0) })
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

test('login, registration with a code, game credentials, passwords and gift links leave no secret in anything that is sent', async () => {
  const page = inspected()
  page.open()
  page.connect()
  const session = await login()
  const wallet = session.getSnapshot().children.wallet as never
  await register()
  await openGame(wallet)
  await changePassword()
  const sealed = await cashGift(wallet)
  session.stop()

  const all = JSON.stringify(page.messages())
  const found = Object.entries({ ...SECRET, sealed }).filter(([, secret]) => all.includes(secret))
  expect(found).toEqual([])
  // the very same secrets went through the machines
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
    expect.arrayContaining(['login.submit', 'otp.submit', 'bank.submit', 'password.submit', 'link.type']),
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

it.each([
  ...['password', 'oldPassword', 'newPassword', 'confirm', 'confirmation', 'pass', 'token', 'deviceToken', 'otp'],
  ...['otpToken', 'otpCode', 'authorization', 'username', 'user', 'phone', 'phoneNumber', 'accountNo', 'bankAccountNo'],
  ...['bankAccountName', 'firstName', 'lastName', 'link', 'fields', 'guestId', 'room', 'sealed', 'unlock', 'cookie'],
])('hides %s at any depth', (field) => {
  expect(redact({ input: [{ [field]: 'secret' }] })).toEqual({ input: [{ [field]: HIDDEN }] })
})

test('what is hidden, and what is not', () => {
  const hidden = { password: HIDDEN, list: [{ Token: HIDDEN }], fields: HIDDEN }
  expect(redact({ password: 'a', list: [{ Token: 'b' }], fields: { pass: 'c' } })).toEqual(hidden)
  expect(redact({ type: 'field.type', field: 'accountNo', text: '123' })).toMatchObject({ text: HIDDEN })
  expect(redact({ name: 'password', value: 'a' })).toMatchObject({ value: HIDDEN })
  expect(redact({ type: 'otp.submit', code: 'ab12' })).toMatchObject({ code: HIDDEN })
  expect(redact({ otpCode: 482913, code: '482 913' })).toEqual({ otpCode: HIDDEN, code: HIDDEN })
  expect(redact({ type: 'xstate.done.actor.seal', output: 'sealed' })).toMatchObject({ output: HIDDEN })
  expect(redact({ snapshot: { output: 'sealed' } }, 'deposit.gift.seal')).toEqual({ snapshot: { output: HIDDEN } })
  const plain = {
    password: '',
    link: null,
    otp: false,
    code: 'LOGIN_FAIL',
    game: { code: 'pg' },
    field: 'name',
    text: 'A',
    output: 'left',
  }
  expect(redact(plain)).toEqual(plain)
})
