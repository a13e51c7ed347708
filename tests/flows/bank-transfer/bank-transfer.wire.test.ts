import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { depositAt } from '#tests/kit/deposit-at.ts'
import { loseReply } from '#tests/kit/lose-reply.ts'
import { memberAt } from '#tests/kit/member.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'
import { until } from '#tests/kit/until.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const NAME = 'JAIDEE MEESUK'
let backend: Backend
let member: ReturnType<typeof memberAt>
let deposit: Awaited<ReturnType<typeof depositAt>>
let copied: string[] = []

beforeEach(async () => {
  backend = await startBackend()
  fakeWindow()
  copied = []
  const writeText = async (text: string) => void copied.push(text)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  // this member's own account is at KTB and has a Thai name
  member = memberAt(backend, await backend.login(DEMO.bonus.username))
  member.wallet.send({ type: 'wallet.read' })
  deposit = await depositAt(member)
})
afterEach(() => {
  deposit.close()
  member.leave()
  vi.unstubAllGlobals()
})

/** The member's own account, as last read. */
const own = async () => (await waitFor(member.wallet, (s) => !s.hasTag('busy'))).context.overview?.bankAccount ?? null
/** Copies the operator's account number at that bank, as the view does. */
async function copy(code: string) {
  const { bank, ways } = deposit.now()
  const to = ways?.banks.find((bank) => bank?.bankCode === code)
  if (!to) throw new Error(`no account at ${code}`)
  bank.send({ type: 'bank.copy', text: to.bankAccountNo, to, own: await own() })
  return bank.getSnapshot().value
}
/** Returns the open step-up, or throws if there is none. */
function stepUp() {
  const { stepUp } = deposit.now().bank.getSnapshot().children
  if (!stepUp) throw new Error('nobody is asked for a proof')
  return stepUp
}
/**
 * Sends the player's proof, or their refusal to give one, to the step-up. Returns the tab's snapshot once the step-up
 * is done, the outcome is unknown, or the proof was wrong.
 */
async function prove(event: Parameters<ReturnType<typeof stepUp>['send']>[0]) {
  const question = stepUp()
  question.send(event)
  await waitFor(question, (seen) => seen.status === 'done' || seen.matches('unsure') || seen.context.isWrong)
  return deposit.now().bank.getSnapshot()
}
const confirm = (password = DEMO_PASSWORD) => prove({ type: 'password.submit', password })
function save(password?: string) {
  deposit.now().bank.send({ type: 'name.submit', bankAccountName: NAME })
  return confirm(password)
}

test('the deposit dialog copies the account number and confirms the copy if the bank recognises names in any language (R107, R165, R399)', async () => {
  expect(await copy('SCB')).toBe('listed')
  await until(() => expect(deposit.toasts).toHaveLength(1))
  expect([copied, deposit.toasts]).toEqual([['4045556667'], [{ type: 'toast.show', tone: 'good', text: 'copy.done' }]])
})

test('the deposit dialog asks for the account name when a KBANK account is first copied, but not again after that (R111, R260, D-43)', async () => {
  expect([await copy('KBANK'), copied]).toEqual(['naming', []])
  expect((await save()).value).toBe('named')
  expect(member.changes()).toMatchObject([
    { path: '/api/account/bankAccountName', body: { bankCode: 'KTB', bankAccountName: NAME } },
  ])
  expect((await own())?.bankAccountName).toBe(NAME)
  deposit.now().bank.send({ type: 'name.copy' })
  expect(await copy('KBANK')).toBe('listed')
  expect(copied).toEqual(['0123456789', '0123456789'])
})

test('the deposit dialog reports a refused name, does not store it, and sends the next one with a new key (R322)', async () => {
  await copy('KBANK')
  const { bank } = deposit.now()
  const before = await own()
  // stale wallet data, as if the member's bank had been changed elsewhere
  const stale = before && { ...before, bank: { ...before.bank, code: 'BBL' } }
  bank.send({ type: 'name.leave' })
  const to = deposit.now().ways?.banks[0]
  if (!to) throw new Error('no account')
  bank.send({ type: 'bank.copy', text: 'x', to, own: stale })
  const { value, context } = await save()
  expect([value, context.failure?.code]).toEqual(['naming', 'INVALID_BANK'])
  expect(await own()).toEqual(before)
  bank.send({ type: 'name.leave' })
  await copy('KBANK')
  expect((await save()).value).toBe('named')
  expect(new Set(member.changes().map(({ key }) => key)).size).toBe(2)
})

test('the deposit dialog saves the name after the right password, but not after a wrong one (R642)', async () => {
  await copy('KBANK')
  expect((await save('wrong-word-1')).value).toBe('proving')
  expect(stepUp().getSnapshot().context.isWrong).toBe(true)
  expect((await own())?.bankAccountName).toBe(DEMO.bonus.bankAccountName)
  expect((await confirm()).value).toBe('named')
  expect((await own())?.bankAccountName).toBe(NAME)
})

test('the deposit dialog does not report a lost reply as a failure, and a check with the same key finds that the name was saved (R629)', async () => {
  await copy('KBANK')
  loseReply()
  expect((await save()).value).toBe('proving')
  expect(stepUp().getSnapshot().value).toBe('unsure')
  expect((await prove({ type: 'stepUp.check', password: DEMO_PASSWORD })).value).toBe('named')
  const [first, ...more] = member.changes()
  expect(more).toEqual([first])
  expect((await own())?.bankAccountName).toBe(NAME)
})
