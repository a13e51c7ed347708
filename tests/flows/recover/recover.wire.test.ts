import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Actor, type ActorRefFrom, createActor, waitFor } from 'xstate'
import type { otpMachine } from '#machines/otp.machine.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { recoverInput, recoverLogic } from '#src/actors/recover.ts'
import { wire } from '#src/api/request.ts'
import { takeRegistered } from '#src/lib/registered.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { registerClient, verifiedHere } from '#tests/kit/register-client.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'
import { listener } from '#tests/kit/start.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
const { username: PHONE } = DEMO.member
const NEW = 'new-demo1234'
let backend: Backend
let toasts: ReturnType<typeof listener>
let actor: Actor<typeof recoverLogic>

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  wire.fetch = backend.fetch
  toasts = listener()
  actor = createActor(recoverLogic, { input: { ...recoverInput(), toasts: toasts.ref as never } }).start()
  await quiet()
})
afterEach(() => {
  actor.stop()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
})

/** Waits until nothing is pending. */
async function quiet() {
  const otp = () => actor.getSnapshot().children.otp as ActorRefFrom<typeof otpMachine> | undefined
  const check = otp()
  if (check) await waitFor(check, (s) => !s.hasTag('busy'))
  return waitFor(actor, (s) => !s.hasTag('busy'))
}
const askFor = (phone: string) => {
  actor.send({ type: 'phone.submit', phone })
  return quiet()
}
async function enterCode(phone: string) {
  const otpCode = (await backend.texts(phone))[0]?.slice(-6) ?? ''
  actor.getSnapshot().children.otp?.send({ type: 'otp.submit', otpCode })
  return quiet()
}
const save = (password = NEW) => {
  actor.send({ type: 'password.submit', password, confirm: password })
  return quiet()
}
const told = () => toasts.heard.map((event) => (event as unknown as { text: string | { code: string } }).text)
const login = async (password: string) => (await backend.call('account.login', { username: PHONE, password })).status

test('after the three steps of the password reset, the member can log in with the new password, and the login form contains their phone number (R568–R570)', async () => {
  expect((await askFor('081-234-5678')).value).toEqual({ verifying: 'entering' })
  expect((await enterCode(PHONE)).value).toBe('password')
  expect((await save()).value).toBe('saved')
  expect([await login(DEMO_PASSWORD), await login(NEW)]).toEqual([401, 200])
  expect([told(), takeRegistered()]).toEqual([['recover.done'], PHONE])
})

test('entering the right code for a phone without an account returns the player to the phone step (R569)', async () => {
  await askFor(NEWCOMER.username)
  expect((await enterCode(NEWCOMER.username)).value).toBe('phone')
  expect(told()).toMatchObject([{ code: 'NO_USER' }])
})

test('a too-common password is refused, and a better password is then accepted (R570)', async () => {
  await askFor(PHONE)
  await enterCode(PHONE)
  expect((await save('12345678')).context.failure?.code).toBe('PASSWORD_COMMON')
  expect((await save()).value).toBe('saved')
})

test('a lost reply to the password reset is not reported as a failure, and a check with the same idempotency key finds that the password was set (R571)', async () => {
  await askFor(PHONE)
  await enterCode(PHONE)
  loseReply()
  expect((await save()).value).toBe('unsure')
  // the code is already used up, so only the key identifies this as the same change
  actor.send({ type: 'recover.check', password: NEW })
  expect((await quiet()).value).toBe('saved')
})

test('a phone that was verified earlier in this tab does not need another code (R569)', async () => {
  await askFor(PHONE)
  await enterCode(PHONE)
  actor.stop()
  actor = createActor(recoverLogic, { input: { ...recoverInput(), toasts: toasts.ref as never } }).start()
  await quiet()
  expect((await askFor(PHONE)).value).toBe('password')
  expect(await backend.texts(PHONE)).toHaveLength(1)
})

test('after a reload, the code that was sent can still be entered (R569)', async () => {
  await askFor(PHONE)
  actor.stop()
  actor = createActor(recoverLogic, { input: { ...recoverInput(), toasts: toasts.ref as never } }).start()
  expect((await quiet()).value).toEqual({ verifying: 'entering' })
  expect((await enterCode(PHONE)).value).toBe('password')
  expect(await backend.texts(PHONE)).toHaveLength(1)
})

test('setting a new password does not affect a phone that was verified for registration in the same tab (R206)', async () => {
  await verifiedHere(backend, NEWCOMER.username)
  await askFor(PHONE)
  await enterCode(PHONE)
  await save()
  const app = await registerClient()
  expect((await app.phone(NEWCOMER.username)).value).toBe('profile')
  app.actor.stop()
})
