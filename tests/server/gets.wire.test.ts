import { beforeEach, describe, expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { type Backend, dump, requestOf, startBackend } from '#tests/kit/server.ts'

/** For each GET call that changes state, an input with which the call has an effect. */
const INPUTS = {
  'wallet.activate': { code: 'orbiten' },
  'wallet.resetpassword': { code: 'pg' },
  'invite.bonus': {},
  'refund.receive': {},
  'refund.addWallet': {},
  'bonus.activate': { code: 'DAILY' },
  'bonus.clear': {},
  'promotion.activate': { code: 'KRAPAO100' },
} as const
type Name = keyof typeof INPUTS

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

test('these tests cover every GET call that changes state (R326)', () => {
  const gets = (Object.keys(calls) as CallName[]).filter(
    (name) => calls[name].kind === 'change' && calls[name].method === 'GET',
  )
  expect(gets.sort()).toEqual(Object.keys(INPUTS).sort())
})

describe.each(Object.keys(INPUTS) as Name[])('%s', (name) => {
  const { path } = requestOf(calls[name], INPUTS[name])
  const headers = (): Record<string, string> => ({
    'X-Requested-With': 'wallet-user',
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': 'k',
  })
  const get = (sent: Record<string, string>) => backend.app.request(path, { headers: sent })

  test('succeeds for a member, and its reply is not cached (R299, R300)', async () => {
    if (name === 'bonus.clear') await backend.call('bonus.activate', { code: 'DAILY' }, { token })
    const before = await dump(backend.db)
    const response = await get({ ...headers(), 'Sec-Fetch-Site': 'same-origin' })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(await dump(backend.db)).not.toBe(before)
  })

  test.each([
    ['Authorization', 401],
    ['X-Requested-With', 403],
    ['Idempotency-Key', 400],
  ])('without the header %s is refused with %i, and has no effect (R299, R300)', async (missing, status) => {
    const before = await dump(backend.db, ['tokens'])
    const { [missing]: _, ...rest } = headers()
    const response = await get(rest)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([status, 'no-store'])
    expect(await dump(backend.db, ['tokens'])).toBe(before)
  })

  test.each(['cross-site', 'same-site'])(
    'is refused if a %s page requests it, and has no effect (R299, R300)',
    async (site) => {
      const before = await dump(backend.db)
      const response = await get({ ...headers(), 'Sec-Fetch-Site': site })
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([403, 'no-store'])
      expect(await dump(backend.db)).toBe(before)
    },
  )
})
