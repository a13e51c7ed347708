import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { type Failure, leavesDoubt, type Verdict } from '#contract/failure.ts'
import { operatorCalls } from '#contract/operator.ts'
import { qrCalls } from '#contract/qr.ts'
import { walletCalls } from '#contract/wallet.ts'
import { request, wire } from '#src/api/request.ts'

const own = { ...wire }
const report = vi.fn<(verdict: Verdict, failure: Failure, sentWith: string | null) => void>()
const reply = (body: unknown, status: number) => {
  wire.fetch = async () => Response.json(body, { status })
}
beforeEach(() => {
  report.mockReset()
  Object.assign(wire, { report, token: () => 'T1' })
})
afterEach(() => void Object.assign(wire, own))

const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was answered'),
    (failure: unknown) => failure,
  )
const login = () => request(accountCalls['account.login'], { username: '1', password: 'p', key: 'K' })
const get = () => request(qrCalls['qr.get'], { provider: 'WW' })
const gone = { kind: 'refused', code: 'gone', message: 'gone' }

test.each([200, 400, 410, 500])('the client reports `gone` in a reply with the status %i (R386)', async (status) => {
  reply({ message: 'gone' }, status)
  expect(await failed(get())).toEqual(gone)
  expect(report.mock.calls).toEqual([['gone', gone, 'T1']])
})

test('the client looks for `gone` before it checks the schema, even if the reply matches the schema (R386)', async () => {
  reply({ hasQrcode: false, message: 'gone' }, 200)
  expect(await failed(get())).toEqual(gone)
  reply({ message: 'gone' }, 200)
  expect(await failed(request(walletCalls['wallet.refresh'], {}))).toEqual(gone)
  expect(await failed(request(operatorCalls['lookup.conditions'], {}))).toEqual(gone)
  expect(report).toHaveBeenCalledTimes(3)
})

test('the client also reports `gone` in reply to a login (R386)', async () => {
  reply({ code: 'gone', message: 'gone' }, 410)
  const unsettled = { ...gone, kind: 'unknown' }
  expect(await failed(login())).toEqual(unsettled)
  expect(report.mock.calls).toEqual([['gone', unsettled, 'T1']])
})

test('`gone` takes precedence over the end of the session (R386, R391)', async () => {
  reply({ code: 'EXPIRED_AUTH_TOKEN', message: 'gone' }, 401)
  await failed(get())
  expect(report.mock.calls.map(([verdict]) => verdict)).toEqual(['gone'])
})

test.each([
  { code: 'UNAUTHORIZED', message: 'invalid-token' },
  { code: 'NO_USER', message: 'invalid-token' },
  { code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' },
  { code: 'EXPIRED_AUTH_TOKEN', message: 'EXPIRED_AUTH_TOKEN' },
  { code: 'NO_USER', message: 'ไม่สามารถยืนยันตัวตนได้' },
])(
  'the client reports the end of the session once after %o, with the token of the request (R387, R390, D-32)',
  async (body) => {
    reply(body, 401)
    const failure = await failed(get())
    expect(failure).toEqual({ kind: 'refused', ...body })
    expect(report.mock.calls).toEqual([['signedOut', failure, 'T1']])
  },
)

test.each([
  { code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' },
  { code: 'UNAUTHORIZED', message: 'invalid-token' },
  { code: 'WRONG_CREDENTIAL', message: 'WRONG_CREDENTIAL' },
])(
  'the client does not report the end of the session after %o in reply to a login, because the login page shows the failure inline (D-32)',
  async (body) => {
    reply(body, 401)
    expect(await failed(login())).toEqual({ kind: 'refused', ...body })
    expect(report).not.toHaveBeenCalled()
  },
)

test.each([
  { hasQrcode: false, message: 'invalid-token' },
  { hasQrcode: false, code: 'UNAUTHORIZED' },
  { hasQrcode: false, message: 'ไม่สามารถยืนยันตัวตนได้' },
])('the client does not treat %o in a successful reply as an error (R387, R390)', async (body) => {
  reply(body, 200)
  expect(await get()).toMatchObject({ hasQrcode: false })
  expect(report).not.toHaveBeenCalled()
})

test('the client reports the token that the call was sent with, even if another token has replaced it since (R387)', async () => {
  let token = 'old'
  wire.token = () => token
  wire.fetch = async () => {
    token = 'new'
    return Response.json({ code: 'EXPIRED_AUTH_TOKEN' }, { status: 401 })
  }
  await failed(get())
  expect(report.mock.calls[0]?.[2]).toBe('old')
})

test.each(['REQUEST_LIMIT', 'UNAUTHORIZED', 'gone'])(
  'the refusal %s settles a first attempt but not a retry after an unknown outcome, because the server sends it before it examines the change (R385, R387)',
  (code) => {
    const failure: Failure = { kind: 'refused', code, message: code }
    expect(leavesDoubt(failure)).toBe(false)
    expect(leavesDoubt(failure, true)).toBe(true)
  },
)

test('a refusal of the change itself settles the change, even if its outcome was unknown (R385)', () => {
  expect(leavesDoubt({ kind: 'refused', code: 'MONEY_NOT_ENOUGH', message: '' }, true)).toBe(false)
})
