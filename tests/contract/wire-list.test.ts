import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** Every call of R304–R377, marked as read or change. */
const SPEC = `
read   GET /api/lookup/banks
read   GET /api/lookup/deposit
read   GET /api/lookup/conditions
read   GET /api/lookup/agreements
read   GET /api/lookup/info
read   GET /api/lookup/notice
read   GET /api/lookup/contact
read   GET /api/lookup/withdraw
read   GET /api/lookup/slip
read   GET /api/lookup/sources
read   GET /api/lookup/active
read   GET /api/lookup/registerOTP
read   GET /api/lookup/enableChatWidget
change POST /api/login
read   POST /api/account/validate
change POST /api/account
read   GET /api/account/profile
change PUT /api/account/profile
change PUT /api/account/bankAccountName
change PUT /api/account/changepwd
change POST /api/otp/send
change POST /api/otp/verify
read   GET /api/wallet
read   GET /api/wallet/refresh/slot
change GET /api/wallet/activate/:code
read   GET /api/wallet/account/:code
change GET /api/wallet/resetpassword/:code
change POST /api/wallet/add
change POST /api/wallet/transfer
change POST /api/wallet/transferAll
change POST /api/wallet/withdraw
change POST /api/wallet/withdrawAll
change POST /api/wallet/slip
change POST /api/wallet/truelink
read   POST /api/invite
change GET /api/invite/bonus
read   GET /api/invite/banners
read   POST /api/refund
read   GET /api/refund/check
change GET /api/refund/receive
change GET /api/refund/addWallet
read   GET /api/refund/banners
read   GET /api/spinwheel/setup
change POST /api/spinwheel/spin
read   GET /api/spinwheel/coupon
change POST /api/spinwheel/coupon/claim
read   GET /api/spinwheel/active
read   GET /api/qrcode/:provider
change POST /api/qrcode/:provider
change DELETE /api/qrcode/:provider
read   GET /api/autoLogin/:provider/:user
read   GET /api/autoLogin/:provider/:user/:pass
read   POST /api/statement
read   POST /api/statement/slip
read   GET /api/statement/slip/reference/:reference
read   GET /api/bonus
change GET /api/bonus/activate/:code
read   GET /api/bonus/check/active
read   GET /api/bonus/check/minimum
change GET /api/bonus/clear
read   GET /api/promotion/find/:code
change GET /api/promotion/activate/:code
read   GET /api/promotion/current
read   GET /api/chat/config
change POST /api/chat/send-message
read   POST /api/chat/history
change POST /api/chat/upload-image
change POST /api/chat/upload-video
change PUT /api/chat/read-customer/
`

/** Calls beyond the spec. The client works without them. */
const ADDED = [
  'change POST /api/logout',
  'read GET /api/account/sessions',
  'read POST /api/account/events',
  'change DELETE /api/account/sessions/:id',
  'change DELETE /api/account/sessions',
  'read GET /api/account/passkeys',
  'change POST /api/account/passkeys/options',
  'change POST /api/account/passkeys',
  'change POST /api/account/passkeys/:id/remove',
  'read GET /api/account/passkeys/challenge/:digest',
  'read GET /api/login/passkey',
  'change POST /api/login/passkey',
  'change POST /api/account/recover/otp',
  'change POST /api/account/recover/verify',
  'change POST /api/account/recover',
  'read GET /api/care',
  'change POST /api/care/break',
  'read GET /api/limits',
  'change POST /api/limits',
  'change POST /api/limits/review',
  'change POST /api/time-check',
  'read GET /api/time-check/:since',
  'read GET /api/data/pages/:after',
  'read GET /api/data/erasure',
  'change POST /api/data/erasure',
  'change DELETE /api/data/erasure',
]

const lines = (text: string) => text.trim().split('\n')
const all = lines(SPEC).map((line) => line.split(/\s+/))
const line = ({ method, path }: Call) => `${method} ${path}`

test('the list of the spec’s calls has 69 different entries (R304–R377, D-01)', () => {
  expect(new Set(all.map(([, ...call]) => call.join(' '))).size).toBe(69)
  expect(all).toHaveLength(69)
})

test('the contract has only the spec’s calls and the listed additional calls, each marked as a read or a change (R304–R377)', () => {
  expect(
    Object.values(calls)
      .map((call) => `${call.kind} ${line(call)}`)
      .sort(),
  ).toEqual([...all.map((parts) => parts.join(' ')), ...ADDED].sort())
})

test('eight GET calls of the spec change state (R326)', () => {
  const gets = all.filter(([kind, method]) => kind === 'change' && method === 'GET').map(([, , path]) => path)
  expect(gets).toEqual([
    '/api/wallet/activate/:code',
    '/api/wallet/resetpassword/:code',
    '/api/invite/bonus',
    '/api/refund/receive',
    '/api/refund/addWallet',
    '/api/bonus/activate/:code',
    '/api/bonus/clear',
    '/api/promotion/activate/:code',
  ])
})

test('no route has a loader, because a loader could make a change unprompted (R74, R217)', () => {
  const routes = globSync('src/routes/**/*.tsx')
  expect(routes.length).toBeGreaterThan(5)
  expect(routes.filter((file) => /\bloader\b/.test(readFileSync(file, 'utf8')))).toEqual([])
})
