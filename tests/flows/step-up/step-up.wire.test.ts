import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createActor, type EventObject, waitFor } from 'xstate'
import { members } from '#server/core/schema/members.ts'
import { withdrawals } from '#server/core/schema/money.ts'
import { passkeys } from '#server/core/schema/passkeys.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { CHALLENGE_TIME } from '#server/domain/passkey.ts'
import { hashPassword } from '#server/domain/password.ts'
import { type Session, startSession } from '#src/actors/session.ts'
import { pendingWithdrawal, withdrawLogic } from '#src/actors/withdraw.ts'
import { wire } from '#src/api/request.ts'
import { noteOwnPasskey } from '#src/lib/own-passkey.ts'
import { pendingNames } from '#src/lib/pending.ts'
import { clearToken, storeToken } from '#src/lib/token.ts'
import { addPasskey, authenticator, LOCAL } from '#tests/kit/authenticator.ts'
import { depositAt } from '#tests/kit/deposit-at.ts'
import { type Backend, dump, expectSound, startBackend } from '#tests/kit/server.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const NAME = 'JAIDEE MEESUK'
const NEW_PASSWORD = 'another-one-1'
/** A member whose payout account at KTB has a Thai name, which the deposit dialog asks them to change. */
const { username, bankAccountName: OLD_NAME } = DEMO.bonus
const own = { ...wire }

let backend: Backend
let session: Session
let deposit: Awaited<ReturnType<typeof depositAt>>
let went: EventObject[]
/** Runs while the browser asks the player for the passkey, after it has received the challenge. */
let whileAsked = async () => {}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
/** Lets the page's browser use the passkey of `device`. */
function usePasskey(device: ReturnType<typeof authenticator>) {
  const get = async ({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) => {
    await whileAsked()
    const { id, ...answer } = device.answer(Buffer.from(publicKey.challenge).toString('base64url'))
    const response = Object.fromEntries(Object.entries(answer).map(([name, text]) => [name, bytes(text)]))
    return { id, rawId: bytes(id), response, type: 'public-key', getClientExtensionResults: () => ({}) }
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { get } })
  noteOwnPasskey()
}

/** Returns the wallet of the signed-in session. */
function wallet() {
  const { wallet } = session.getSnapshot().children
  if (!wallet) throw new Error('no wallet')
  return wallet
}

async function openDeposit() {
  wallet().send({ type: 'wallet.read' })
  deposit = await depositAt({ wallet: wallet() })
}

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  wire.fetch = backend.fetch
  whileAsked = async () => {}
  const token = await backend.login(username)
  storeToken(token, true)
  const device = authenticator(LOCAL)
  await addPasskey(backend, token, device)
  usePasskey(device)
  session = startSession()
  went = []
  session.on('navigate', (event) => went.push(event))
  await openDeposit()
})
afterEach(async () => {
  deposit.close()
  session.stop()
  clearToken()
  Object.assign(wire, own)
  vi.unstubAllGlobals()
  await expectSound(backend.db)
})

/** Enters a new account name, and returns the step-up once it can be answered. */
async function rename() {
  const { overview } = (await waitFor(wallet(), (s) => !s.hasTag('busy'))).context
  const { bank, ways } = deposit.now()
  const to = ways?.banks.find((bank) => bank?.bankCode === 'KBANK')
  if (!to || !overview) throw new Error('nothing to copy')
  bank.send({ type: 'bank.copy', text: to.bankAccountNo, to, own: overview.bankAccount })
  bank.send({ type: 'name.submit', bankAccountName: NAME })
  const { stepUp } = bank.getSnapshot().children
  if (!stepUp) throw new Error('nobody is asked for a proof')
  await waitFor(stepUp, (s) => !s.matches({ asking: 'start' }))
  return stepUp
}
type Question = Awaited<ReturnType<typeof rename>>
/** Waits until the step-up has an outcome or needs the player again. */
const settled = (question: Question) => waitFor(question, (s) => s.status === 'done' || !s.hasTag('busy'))
const submit = (question: Question, password: string) => {
  question.send({ type: 'password.submit', password })
  return settled(question)
}

const stored = async () =>
  (await backend.db.select().from(members).where(eq(members.username, username)))[0]?.bankAccountName
/** Changes the member's password on another device, and returns a dump of all tables. */
async function changePassword() {
  const passwords = { oldPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD }
  const token = await backend.login(username)
  expect((await backend.call('account.password', passwords, { token })).status).toBe(200)
  return dump(backend.db)
}
/** Asserts that the login page opens with the reason, and later returns to the page that the player had to leave. */
function expectLogin() {
  const seen = session.getSnapshot()
  expect(seen.hasTag('member')).toBe(false)
  expect(seen.context.failure?.code).toBe('UNAUTHORIZED')
  expect(went.at(-1)).toEqual({ type: 'navigate', to: '/login', comeBack: true })
}
/** Logs the member in again with the new password. */
async function logIn() {
  session.send({ type: 'login.open', back: null })
  session.send({ type: 'login.submit', username, password: NEW_PASSWORD, remember: true })
  await waitFor(session, (s) => s.hasTag('member'))
}

describe('a confirmation that is open while another device changes the password', () => {
  it.each([
    ['old', DEMO_PASSWORD],
    ['new', NEW_PASSWORD],
  ])(
    'changes nothing with the %s password, and opens the login page with the reason (R323, R387)',
    async (_, typed) => {
      const question = await rename()
      const before = await changePassword()
      await submit(question, typed)
      expectLogin()
      expect(await dump(backend.db)).toBe(before)
    },
  )

  it('changes nothing with a passkey that signs after the password change, and opens the login page with the reason (R323, R387)', async () => {
    const question = await rename()
    let before = ''
    whileAsked = async () => {
      before = await changePassword()
    }
    question.send({ type: 'passkey.use' })
    await settled(question)
    expectLogin()
    expect(await dump(backend.db)).toBe(before)
  })

  it('is no longer pending after the next login, and can then be repeated with the new password (R323, R642)', async () => {
    const question = await rename()
    await changePassword()
    await submit(question, DEMO_PASSWORD)
    deposit.close()
    await logIn()
    await openDeposit()
    expect(pendingNames()).toEqual([])
    expect(deposit.now().bank.getSnapshot().value).toBe('listed')
    await submit(await rename(), NEW_PASSWORD)
    expect(await stored()).toBe(NAME)
  })

  it('is refused if the password changes while the server is checking the old one (R628)', async () => {
    const question = await rename()
    const { db } = backend
    const begin = db.transaction.bind(db)
    const password = await hashPassword(NEW_PASSWORD)
    vi.spyOn(db, 'transaction').mockImplementationOnce(async (run, config) => {
      await db.update(members).set({ password })
      return begin(run, config)
    })
    expect((await submit(question, DEMO_PASSWORD)).context.isWrong).toBe(true)
    vi.mocked(db.transaction).mockRestore()
    expect(await stored()).toBe(OLD_NAME)
  })
})

// the client treats a 401 as a missing reply (R385), so it keeps the confirmed withdrawal with its key
it('a withdrawal confirmed after another device changed the password moves no money until the next login, and is then made exactly once (R323, R387, R398)', async () => {
  const open = async () => {
    const dialog = createActor(withdrawLogic, { input: { wallet: wallet(), pending: pendingWithdrawal() } }).start()
    onTestFinished(() => void dialog.stop())
    await waitFor(dialog, (s) => !s.hasTag('busy') && !s.matches('attempting'))
    return dialog
  }
  const dialog = await open()
  dialog.send({ type: 'amount.type', text: '250' })
  dialog.send({ type: 'withdraw.submit', balance: null })
  expect(dialog.getSnapshot().value).toBe('confirming')
  const before = await changePassword()
  dialog.send({ type: 'withdraw.confirm', balance: null })
  await waitFor(session, (s) => !s.hasTag('member'))
  expectLogin()
  expect(await dump(backend.db)).toBe(before)
  dialog.stop()
  const count = await backend.db.$count(withdrawals)
  await logIn()
  expect((await open()).getSnapshot().value).toBe('succeeded')
  expect(await backend.db.$count(withdrawals)).toBe(count + 1)
  expect(pendingWithdrawal()).toBeNull()
})

describe('a passkey that answers its challenge too late', () => {
  it('is refused and changes nothing, but can then confirm the change with a new challenge (R628)', async () => {
    const question = await rename()
    // leaves out the tokens, because every call extends its session
    const rows = () => dump(backend.db, ['tokens'])
    const before = await rows()
    whileAsked = async () => backend.pass(CHALLENGE_TIME)
    question.send({ type: 'passkey.use' })
    // the view states that the passkey did not confirm the change, and offers the passkey and the password again
    expect((await settled(question)).value).toEqual({ asking: 'declined' })
    expect(await rows()).toBe(before)
    whileAsked = async () => backend.pass(CHALLENGE_TIME - 1)
    question.send({ type: 'passkey.use' })
    await settled(question)
    expect(await stored()).toBe(NAME)
    expect(await backend.db.select({ usedAt: passkeys.usedAt }).from(passkeys)).toEqual([
      { usedAt: new Date(backend.now()) },
    ])
  })
})
