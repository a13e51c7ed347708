import { beforeEach, describe, expect, test } from 'vitest'
import { FAULT_KINDS } from '#server/demo/sandbox/faults.ts'
import { START } from '#tests/kit/database.ts'
import { type Backend, startBackend } from '#tests/kit/server.ts'

let backend: Backend
let token: string
beforeEach(async () => {
  backend = await startBackend()
  token = await backend.login()
})

const arm = (fields: Record<string, string>) => backend.form('/faults', fields)
const create = { provider: 'KBANK', amount: 100 } as const
const send = () => backend.send('POST', '/api/qrcode/KBANK', { token, key: 'k', body: '{"amount":100}' })
const hasCode = async () => (await backend.call('qr.get', { provider: 'KBANK' }, { token })).body.hasQrcode

describe('an injected fault', () => {
  test.each<[string, number, string]>([
    ['drop-before', 200, ''],
    ['500', 500, '{"code":"INTERNAL_SERVER_ERROR","message":"INTERNAL_SERVER_ERROR"}'],
    ['html200', 200, '<!doctype html><title>Sign in</title><p>Welcome to the airport Wi-Fi.'],
    ['badjson', 200, '{"code":'],
    ['wrongtype', 200, '42'],
    ['invalid-token', 401, '{"code":"UNAUTHORIZED","message":"invalid-token"}'],
    ['gone', 410, '{"code":"gone","message":"gone"}'],
    ['code:QR_FAIL', 400, '{"code":"QR_FAIL","message":"QR_FAIL"}'],
  ])('of kind %s replaces one reply and prevents the change (R386–R389)', async (kind, status, body) => {
    expect((await arm({ match: 'qr.create', kind })).status).toBe(303)
    const reply = await send()
    expect([reply.status, await reply.text()]).toEqual([status, body])
    expect(await hasCode()).toBe(false)
    expect((await backend.call('qr.create', create, { token })).body.hasQrcode).toBe(true)
  })

  test('of kind “drop-after-commit” drops the reply to a committed change, and a retry receives the reply (R386–R389)', async () => {
    await arm({ match: 'qr.create', kind: 'drop-after-commit' })
    expect(await (await send()).text()).toBe('')
    expect(await hasCode()).toBe(true)
    const [again, more] = [await send(), await send()]
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(await more.json())
  })

  test('of kind “delay” delays the reply (R386–R389)', async () => {
    await arm({ match: 'qr.create', kind: 'delay', ms: '200' })
    const before = performance.now()
    expect((await send()).status).toBe(200)
    expect(performance.now() - before).toBeGreaterThan(190)
  })

  test('of kind “socket-cut” immediately closes all chat sockets, but does not affect calls (R386–R389)', async () => {
    await arm({ match: '*', kind: 'socket-cut' })
    expect(backend.cuts()).toBe(1)
    expect((await send()).status).toBe(200)
  })

  test('affects the requested number of matching calls, or fewer if it is cleared first (R386–R389)', async () => {
    await arm({ match: '*', kind: '500', times: '2' })
    const statuses = async () => {
      const { status } = await backend.call('wallet.get', {}, { token })
      return [status, (await send()).status]
    }
    expect(await statuses()).toEqual([500, 500])
    expect(await statuses()).toEqual([200, 200])
    await arm({ match: 'qr.create', kind: '500', times: '9' })
    await arm({ match: 'wallet.get', kind: 'code:NO_WALLET' })
    expect(await statuses()).toEqual([400, 500])
    const listed = await backend.app.request('/sandbox/faults')
    expect(await listed.json()).toEqual([{ match: 'qr.create', kind: '500', times: 8, ms: 3000 }])
    expect(await (await backend.app.request('/sandbox')).text()).toContain('8 × <code>qr.create</code>: 500')
    await backend.form('/faults/clear', {})
    expect(await statuses()).toEqual([200, 200])
  })

  test.each<Record<string, string>>([
    {},
    { match: 'qr.nothing', kind: '500' },
    { match: 'qr.get', kind: 'explode' },
    { match: 'qr.get', kind: 'code:low case' },
    { match: 'qr.get', kind: '500', times: '0' },
    { match: 'qr.get', kind: '500', times: 'often' },
    { match: 'qr.get', kind: 'delay', ms: '-1' },
    { match: 'qr.get', kind: 'delay', ms: '1e9' },
  ])('is refused if its form is %o (R386–R389)', async (fields) => {
    expect((await arm(fields)).status).toBe(400)
    expect(await (await backend.app.request('/sandbox/faults')).json()).toEqual([])
  })

  const json = (body: string) =>
    backend.app.request('/sandbox/faults', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  const listed = async () => (await backend.app.request('/sandbox/faults')).json()

  test('can be set with a JSON request (R386–R389)', async () => {
    const fault = { match: 'qr.get', kind: 'delay', times: 2, ms: 100 }
    expect((await json(JSON.stringify(fault))).status).toBe(303)
    expect(await listed()).toEqual([fault])
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"500"',
    '{"match":"qr.get","kind":{}}',
    '{"match":"qr.get","kind":["500"]}',
    '{"match":"qr.get","kind":"500","times":null}',
  ])('is refused if its JSON is %j (R386–R389)', async (body) => {
    expect((await json(body)).status).toBe(400)
    expect(await listed()).toEqual([])
  })

  test('is refused if it is invalid, with an explanatory page for a browser and a code for a tool (R386–R389)', async () => {
    const wrong = { match: 'qr.get', kind: '500', times: 'often' }
    const page = await backend.form('/faults', wrong, { Accept: 'text/html,*/*' })
    expect([page.status, page.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=UTF-8'])
    const text = await page.text()
    expect(text).toMatch(/<p>times: [^<]+</)
    expect(text).toContain('href="/sandbox"')
    expect(await (await arm(wrong)).json()).toMatchObject({
      code: 'NO_DATA',
      message: expect.stringContaining('times: '),
    })
    const scenario = await backend.app.request('/sandbox/scenario/<b>', { headers: { Accept: 'text/html' } })
    expect([scenario.status, await scenario.text()]).toEqual([404, expect.stringContaining('no scenario &lt;b&gt;')])
  })

  test('is refused if another site sends it (R386–R389)', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const body = new URLSearchParams({ match: '*', kind: FAULT_KINDS[0] })
    expect((await backend.app.request('/sandbox/faults', { method: 'POST', body, headers })).status).toBe(403)
  })
})

describe('the sandbox clock', () => {
  test('expires a QR code and moves the Date header when it is set ahead, and restores the code when it is set back (R276)', async () => {
    await send()
    expect(await hasCode()).toBe(true)
    expect((await backend.form('/clock', { seconds: '960' })).status).toBe(303)
    expect(await hasCode()).toBe(false)
    const { headers } = await backend.send('GET', '/api/health')
    expect(Date.parse(headers.get('Date') ?? '') - START).toBeGreaterThan(15 * 60_000)
    expect(await (await backend.app.request('/sandbox')).text()).toContain('960 seconds ahead')
    await backend.form('/clock', { seconds: '0' })
    expect(await hasCode()).toBe(true)
  })

  test.each(['-1', 'soon', '', '1.5', '1e9'])('rejects %j as its offset in seconds', async (seconds) => {
    expect((await backend.form('/clock', { seconds })).status).toBe(400)
  })
})
