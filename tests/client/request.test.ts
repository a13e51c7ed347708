import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { accountCalls } from '#contract/account.ts'
import { type Call, change, read } from '#contract/call.ts'
import { chatCalls } from '#contract/chat.ts'
import type { Failure, Verdict } from '#contract/failure.ts'
import { giftCalls } from '#contract/gift-link.ts'
import { inviteCalls } from '#contract/invite.ts'
import { lookupCalls } from '#contract/lookup.ts'
import { satang } from '#contract/money.ts'
import { operatorCalls } from '#contract/operator.ts'
import { promotionCalls } from '#contract/promotion.ts'
import { qrCalls } from '#contract/qr.ts'
import { refundCalls } from '#contract/refund.ts'
import { registerCalls } from '#contract/register.ts'
import { transferCalls } from '#contract/transfer.ts'
import { walletCalls } from '#contract/wallet.ts'
import { siteSettings } from '#src/actors/settings.ts'
import { readSite, request, siteReader, wire } from '#src/api/request.ts'
import { SITE } from '#tests/kit/known-site.ts'
import { fakeWindow } from '#tests/kit/window.ts'

const own = { ...wire }
const reports: [Verdict, Failure, string | null][] = []
let sent: { url: string; init: RequestInit }[] = []
let token: string | null = null
const reply = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  wire.fetch = async (url, init) => {
    sent.push({ url, init })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text, { status, headers })
  }
}
beforeEach(() => {
  sent = []
  reports.length = 0
  token = 'T1'
  wire.token = () => token
  wire.report = (...told) => void reports.push(told)
  reply({})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(wire, own)
  vi.restoreAllMocks()
})

const echo = read('GET /api/echo', v.strictObject({}), v.unknown()) as Call
const headers = () => new Headers(sent[0]?.init.headers)
const failed = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('it was answered'),
    (failure: unknown) => failure,
  )
const create = () => request(qrCalls['qr.create'], { provider: 'WW', amount: satang(10_050), key: 'K1' })

describe('the client', () => {
  test('sends the X-Requested-With header with every call (R301)', async () => {
    await request(echo, {})
    expect(headers().get('X-Requested-With')).toBe('wallet-user')
  })

  test('sends the current token with every call (R300)', async () => {
    await request(echo, {})
    expect(headers().get('Authorization')).toBe('Bearer T1')
    token = 'T2'
    await request(echo, {})
    expect(new Headers(sent[1]?.init.headers).get('Authorization')).toBe('Bearer T2')
  })

  test.each([null, ''])(
    'sends a public call without an Authorization header if the token is %j (R300)',
    async (none) => {
      token = none
      await request(lookupCalls['lookup.active'], {})
      expect([sent.length, headers().has('Authorization')]).toEqual([1, false])
    },
  )

  test('refuses a member’s call if there is no token, and neither sends it nor reports the end of the session (R292, R300)', async () => {
    token = null
    for (const call of [request(echo, {}), create(), request(walletCalls['wallet.get'], {})])
      expect(await failed(call)).toEqual({ kind: 'refused', code: 'UNAUTHORIZED', message: 'UNAUTHORIZED' })
    expect([sent, reports]).toEqual([[], []])
  })

  test('sends calls to the host that is set in the build (R298)', async () => {
    wire.base = 'https://api.example.com'
    await request(lookupCalls['lookup.active'], {})
    expect([sent[0]?.init.method, sent[0]?.url]).toEqual(['GET', 'https://api.example.com/api/lookup/active'])
  })

  test('sends a change with its idempotency key only in a header, the path parameter in the path and the rest as JSON (R354)', async () => {
    reply({ hasQrcode: false })
    await create()
    expect([sent[0]?.init.method, sent[0]?.url]).toEqual(['POST', '/api/qrcode/WW'])
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ amount: 100.5 })
    expect([headers().get('Idempotency-Key'), headers().get('Content-Type')]).toEqual(['K1', 'application/json'])
  })

  test('sends reads without an idempotency key (R353)', async () => {
    reply({ hasQrcode: false })
    await request(qrCalls['qr.get'], { provider: 'FP' })
    expect(headers().has('Idempotency-Key')).toBe(false)
    expect(sent[0]?.init.body).toBeUndefined()
  })

  describe('with a bound token', () => {
    /** The requests for which a proof was created. */
    let asked: [string, string | undefined, string | null][]
    beforeEach(() => {
      asked = []
      wire.isBound = () => true
      wire.proofs = async () => ({
        browserKey: own.proofs as never,
        proofOf: async (url, { method }, token) => {
          asked.push([url, method, token])
          return `proof ${asked.length}`
        },
      })
    })
    const proofs = () => sent.map(({ init }) => new Headers(init.headers).get('DPoP'))

    it('sends a proof made for the request (R602)', async () => {
      await request(echo, {})
      expect(asked).toEqual([['/api/echo', 'GET', 'T1']])
      expect(proofs()).toEqual(['proof 1'])
      expect(headers().get('Authorization')).toBe('Bearer T1')
    })

    it('resends the request once with a new proof if the server rejects the timestamp of the first proof (R604)', async () => {
      wire.fetch = async (url, init) => {
        sent.push({ url, init })
        const isFirst = sent.length === 1
        return isFirst
          ? Response.json({ code: 'UNAUTHORIZED', message: 'proof-time' }, { status: 401 })
          : Response.json({})
      }
      await request(echo, {})
      expect(proofs()).toEqual(['proof 1', 'proof 2'])
      expect(reports).toEqual([])
    })

    it('fails without ending the session if the server also rejects the timestamp of the second proof (R604)', async () => {
      reply({ code: 'UNAUTHORIZED', message: 'proof-time' }, 401)
      await failed(request(echo, {}))
      expect(proofs()).toEqual(['proof 1', 'proof 2'])
      expect(reports).toEqual([])
    })

    it('sends the request without a proof if the browser has lost its key, so that the server ends the session (R605)', async () => {
      wire.proofs = async () => ({ browserKey: own.proofs as never, proofOf: async () => null })
      await request(echo, {})
      expect(proofs()).toEqual([null])
    })

    it('sends nothing and keeps the session if the script for proofs cannot be loaded (R605)', async () => {
      wire.proofs = () => Promise.reject(new Error('no file'))
      expect(await failed(create())).toEqual({ kind: 'unknown', code: 'NO_CONNECTION', message: '' })
      expect([sent, reports]).toEqual([[], []])
    })
  })

  it('sends no proof if the token is not bound, and does not resend a request that got a 401 (R605)', async () => {
    reply({ code: 'UNAUTHORIZED', message: 'proof-time' }, 401)
    await failed(request(echo, {}))
    expect([sent.length, headers().has('DPoP')]).toEqual([1, false])
  })

  it('sends no idempotency key to a backend that does not support keys (R354)', async () => {
    wire.site = async () => ({ ...SITE, offers: [] })
    await request(accountCalls['account.login'], { username: 'a', password: 'b', key: 'K-login' }).catch(() => {})
    expect(sent).toHaveLength(1)
    expect(headers().has('Idempotency-Key')).toBe(false)
  })

  it('does not resend a change that was sent without a key, even if the backend supports keys by then (R385)', async () => {
    const again = () => request(qrCalls['qr.create'], { provider: 'WW', amount: satang(10_050), key: 'K-plain' })
    wire.site = async () => ({ ...SITE, offers: [] })
    reply('', 502)
    await failed(again())
    for (const offers of [[], ['keys']] as const) {
      wire.site = async () => ({ ...SITE, offers })
      expect(await failed(again())).toEqual({ kind: 'unknown', code: 'SENT_ONCE', message: '' })
    }
    expect(sent).toHaveLength(1)
  })

  it('remembers in the tab which changes without a key have no reply yet, and does not resend them (R385)', async () => {
    const { session } = fakeWindow()
    const send = (key: string) => request(qrCalls['qr.create'], { provider: 'WW', amount: satang(10_050), key })
    wire.site = async () => ({ ...SITE, offers: [] })
    reply({ hasQrcode: false })
    await send('K-done')
    reply({ message: 'QR_FAIL' }, 400)
    await failed(send('K-refused'))
    expect(session.get('unkeyed') ?? '').not.toMatch(/K-done|K-refused/)
    reply('', 502)
    await failed(send('K-lost'))
    expect(session.get('unkeyed')).toContain('K-lost')
    session.set('unkeyed', 'K-lost K-before')
    expect(await failed(send('K-before'))).toMatchObject({ code: 'SENT_ONCE' })
    expect(sent).toHaveLength(3)
  })

  it('allows a repeatable change to be resent even if the backend does not support keys (R376)', async () => {
    wire.site = async () => ({ ...SITE, offers: [] })
    const upload = () => request(chatCalls['chat.uploadImage'], { file: new File([], 'a.png'), key: 'K-upload' })
    reply('', 502)
    await failed(upload())
    await failed(upload())
    expect(sent).toHaveLength(2)
  })

  it('returns the operator’s settings, or an empty list of game hosts while the site is unreachable (R119, R314)', async () => {
    wire.site = async () => ({ ...SITE, settings: { passwordMin: 4 } })
    expect(await siteSettings()).toEqual({ passwordMin: 4 })
    wire.site = () => Promise.reject({ kind: 'unknown', code: 'NO_CONNECTION', message: '' })
    expect(await siteSettings()).toEqual({ gameHosts: [] })
  })

  it('requests the site’s settings again only after a failure (R75)', async () => {
    reply('', 502)
    const askSite = siteReader()
    expect(await failed(askSite())).toMatchObject({ kind: 'unknown' })
    reply({ offers: ['logout', 'keys', 'magic', 7] })
    expect([await askSite(), await askSite()]).toEqual(
      Array(2).fill({ terminated: null, offers: ['keys', 'logout'], settings: {} }),
    )
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('/api/lookup/active'))
  })

  it.each([
    ['a login to another origin that recognises known browsers', 'https://api.example', SITE.offers, 'include'],
    [
      'a login to another origin that does not recognise known browsers',
      'https://api.example',
      ['keys'] as const,
      undefined,
    ],
    ['a login to the same origin', '', SITE.offers, undefined],
  ])('sets the credentials mode for %s', async (_, url, offers, credentials) => {
    vi.stubEnv('VITE_API_URL', url)
    onTestFinished(() => void vi.unstubAllEnvs())
    wire.site = async () => ({ ...SITE, offers })
    reply({ token: 'T2' })
    await request(accountCalls['account.login'], { username: '0812345678', password: 'p', key: 'K1' })
    await request(walletCalls['wallet.get'], {}).catch(() => {})
    expect(sent.map(({ init }) => init.credentials)).toEqual([credentials, undefined])
  })

  it('reports an unknown outcome, without sending the change, if the backend’s features cannot be read (R354, R385)', async () => {
    wire.site = () => Promise.reject({ kind: 'refused', code: 'NO_CONNECTION', message: '' })
    expect(await failed(create())).toEqual({ kind: 'unknown', code: 'NO_CONNECTION', message: '' })
    expect(sent).toEqual([])
  })

  it('sends a call that is not in the spec only to a backend that offers it (R74)', async () => {
    wire.site = async () => ({ ...SITE, offers: ['keys'] })
    expect(await failed(request(accountCalls['account.logout'], { key: 'K1' }))).toMatchObject({ kind: 'refused' })
    expect(sent).toEqual([])
  })

  test('sends a key with every change, whatever its HTTP method (R355, R326)', async () => {
    const remembers = change('GET /api/x', v.object({}), v.unknown())
    await request(remembers, { key: 'K2' })
    await request(qrCalls['qr.remove'], { provider: 'WW', qrcodeId: 'q', key: 'K3' })
    expect(sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))).toEqual(['K2', 'K3'])
    expect(sent[0]?.url).toBe('/api/x')
  })

  test('puts the id of the QR code to delete in the URL, and sends no body (R355, D-14)', async () => {
    await request(qrCalls['qr.remove'], { provider: 'WW', qrcodeId: 'a&b=c d', key: 'K' })
    expect(sent[0]?.init.method).toBe('DELETE')
    const url = new URL(sent[0]?.url ?? '', 'http://x')
    expect(url.pathname).toBe('/api/qrcode/WW')
    expect([...url.searchParams]).toEqual([['qrcodeId', 'a&b=c d']])
    expect(sent[0]?.init.body).toBeUndefined()
  })

  test('percent-encodes path parameters (R298)', async () => {
    const call = read('GET /api/x/:a/:b', v.object({ a: v.string(), b: v.string() }), v.unknown())
    await request(call, { a: '../up?x#y/z', b: 'ก :b' })
    expect(sent[0]?.url).toBe(`/api/x/${encodeURIComponent('../up?x#y/z')}/${encodeURIComponent('ก :b')}`)
  })

  test('sends the secrets of a login in the body, not in the URL (R317)', async () => {
    reply({ token: 'T' })
    await request(accountCalls['account.login'], { username: '081', password: 'p', remember: true, key: 'K' })
    expect(sent[0]?.url).toBe('/api/login')
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ username: '081', password: 'p', remember: true })
  })
})

describe('reading a reply', () => {
  it('reports unreadable rows by their positions only (R302)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    reply([{ code: 'KBANK', nameTH: 'secret' }, { code: 'SCB' }])
    expect(await request(registerCalls['lookup.banks'], {})).toEqual([{ code: 'KBANK', nameTH: 'secret' }, null])
    expect(warn.mock.calls).toEqual([['GET /api/lookup/banks: cannot read 1']])
    reply([])
    await request(registerCalls['lookup.banks'], {})
    expect(warn).toHaveBeenCalledTimes(1)
  })

  it('reports unreadable settings by their names only (R302, R314)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    reply({ settings: { passwordMin: 'secret', qr: { WW: 'secret' } } })
    await readSite()
    expect(warn.mock.calls).toEqual([['GET /api/lookup/active: cannot read settings.passwordMin, settings.qr.WW']])
  })

  test('expects bare data, without an envelope (R302, D-30)', async () => {
    reply(['<p>1</p>'])
    expect(await request(operatorCalls['lookup.conditions'], {})).toEqual(['<p>1</p>'])
  })

  test('converts amounts to satang (R302)', async () => {
    reply({ hasQrcode: true, amount: 4.35 })
    expect(await request(qrCalls['qr.get'], { provider: 'WW' })).toEqual({ hasQrcode: true, amount: 435 })
  })

  test.each([400, 403, 404, 408, 409, 422, 425, 429, 499])(
    'treats the status %i with a catalogue code as a refusal (R388)',
    async (status) => {
      reply({ code: 'QR_FAIL', message: 'เต็ม' }, status)
      expect(await failed(create())).toEqual({ kind: 'refused', code: 'QR_FAIL', message: 'เต็ม' })
      expect(reports).toEqual([])
    },
  )

  test.each<[number, object]>([
    [401, { code: 'QR_FAIL' }],
    [401, { message: 'เข้าสู่ระบบใหม่' }],
    [410, { code: 'QR_FAIL' }],
    [410, { message: 'gone' }],
    [400, { code: 'UNAUTHORIZED' }],
    [403, { message: 'EXPIRED_AUTH_TOKEN' }],
    [400, { message: 'invalid-token' }],
    [200, { hasQrcode: false, message: 'gone' }],
  ])(
    'leaves the outcome of a change unknown after the status %i with the body %j, which is about the session or the site (R508)',
    async (status, body) => {
      reply(body, status)
      expect(await failed(create())).toMatchObject({ kind: 'unknown' })
      expect(await failed(request(qrCalls['qr.get'], { provider: 'WW' }))).toMatchObject({ kind: 'refused' })
    },
  )

  test.each([403, 408, 425, 429])(
    'treats the outcome of a change as unknown after the status %i without a catalogue code, because a proxy may have sent it (R508)',
    async (status) => {
      for (const body of [{ message: 'Forbidden' }, { code: 'RATE_LIMITED' }, { code: 'ERROR', message: 'TOO_MANY' }]) {
        reply(body, status)
        expect(await failed(create())).toMatchObject({ kind: 'unknown' })
        expect(await failed(request(qrCalls['qr.get'], { provider: 'WW' }))).toMatchObject({ kind: 'refused' })
      }
    },
  )

  test('treats 401 in reply to a login as a refusal, because there is no session to end (R393)', async () => {
    reply({ message: 'WRONG_CREDENTIAL' }, 401)
    const login = request(accountCalls['account.login'], { username: '081', password: 'p', key: 'K' })
    expect(await failed(login)).toEqual({ kind: 'refused', code: 'WRONG_CREDENTIAL', message: 'WRONG_CREDENTIAL' })
  })

  test.each([
    ['019ad1c2-aaaa-7bbb-8ccc-0123f4f1c20a', { reference: '019ad1c2-aaaa-7bbb-8ccc-0123f4f1c20a' }],
    ['<b>1</b>', {}],
    ['x'.repeat(65), {}],
  ])('keeps the request id of a refusal if the id is valid: %s (R584)', async (id, kept) => {
    reply({ message: 'NO_BANK' }, 400, { 'X-Request-Id': id })
    expect(await failed(create())).toEqual({ kind: 'refused', code: 'NO_BANK', message: 'NO_BANK', ...kept })
  })

  test.each([
    [{ message: 'MONEY_NOT_ENOUGH' }, 'MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH'],
    [{ code: 400, message: 'MONEY_NOT_ENOUGH' }, 'MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH'],
    [{ code: 'BAD_REQUEST', message: 'MONEY_NOT_ENOUGH' }, 'MONEY_NOT_ENOUGH', 'MONEY_NOT_ENOUGH'],
    [{ message: 'SOME_OTHER_CODE' }, 'SOME_OTHER_CODE', 'SOME_OTHER_CODE'],
    [{ message: 'ระบบปิดปรับปรุงชั่วคราว' }, '', 'ระบบปิดปรับปรุงชั่วคราว'],
    [{ code: '', message: 'no' }, '', 'no'],
  ])('finds the code in the refusal %j (R388, R389)', async (body, code, message) => {
    reply(body, 400)
    expect(await failed(create())).toEqual({ kind: 'refused', code, message })
  })

  test('keeps the message of a 5xx, and leaves the outcome unknown (R389)', async () => {
    reply({ message: 'ระบบปิดปรับปรุงชั่วคราว' }, 503)
    expect(await failed(create())).toEqual({ kind: 'unknown', code: '', message: 'ระบบปิดปรับปรุงชั่วคราว' })
  })

  test.each(['UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'invalid-token'])(
    'reports the end of the session if a 401 has only the message %s (R387, R390)',
    async (message) => {
      reply({ message }, 401)
      await failed(request(walletCalls['wallet.get'], {}))
      const code = message === 'invalid-token' ? 'UNAUTHORIZED' : message
      expect(reports).toEqual([['signedOut', { kind: 'refused', code, message }, 'T1']])
    },
  )

  test('accepts a 2xx without a body as success if the contract requires no field', async () => {
    wire.fetch = async () => new Response(null, { status: 204 })
    const transfer = { from: 'WALLET', to: 'pg', amount: satang(100), key: 'K' }
    expect(await request(transferCalls['wallet.transfer'], transfer)).toEqual({})
    expect(await request(promotionCalls['promotion.find'], { code: 'A' })).toBeNull()
    expect(await failed(create())).toMatchObject({ kind: 'unknown' })
    expect(await failed(request(operatorCalls['lookup.notice'], {}))).toMatchObject({ kind: 'unknown' })
  })

  test.each([
    ...['"ok"', 'true', 'false', '0', '[]', '[1]', 'null', '{}', '{"amount":"x"}', '{"ok":1}'],
    ...['OK', '{', '{}x', ' '],
  ])('accepts a 2xx with the body %j as success if the spec defines no reply (R384, R508)', async (body) => {
    wire.fetch = async () => new Response(body)
    const sentWith = { key: 'K-done' }
    const move = { from: 'WALLET', to: 'pg', amount: satang(100), ...sentWith }
    expect(await request(transferCalls['wallet.transfer'], move)).toEqual({})
    expect(await request(transferCalls['wallet.transferAll'], { to: 'pg', ...sentWith })).toEqual({})
    expect(await request(giftCalls['wallet.truelink'], { link: 'x', ...sentWith })).toEqual({})
    expect(await request(inviteCalls['invite.bonus'], sentWith)).toEqual({})
    expect(await request(refundCalls['refund.receive'], sentWith)).toEqual({})
    const code = { otpToken: 't', otpCode: '1', ...sentWith }
    expect(await request(registerCalls['otp.verify'], code)).toEqual({})
    expect(await failed(create())).toMatchObject({ kind: 'unknown' })
  })

  test.each(['<html>', ' <!doctype html>', '<?xml version="1.0"?>'])(
    'leaves the outcome of a change unknown if the reply is markup (%j), whatever the contract allows (R508)',
    async (body) => {
      reply(body)
      const transfer = { from: 'WALLET', to: 'pg', amount: satang(100), key: 'K' }
      expect(await failed(request(transferCalls['wallet.transfer'], transfer))).toMatchObject({ kind: 'unknown' })
      expect(await failed(request(walletCalls['wallet.refresh'], {}))).toMatchObject({ kind: 'unknown' })
    },
  )

  test('uses a refusal’s code as the message if the refusal has no message (R389)', async () => {
    reply({ code: 'QR_FAIL' }, 400)
    expect(await failed(create())).toEqual({ kind: 'refused', code: 'QR_FAIL', message: 'QR_FAIL' })
  })

  test.each([
    ['500 with a code', { code: 'MONEY_NOT_ENOUGH', message: 'x' }, 500],
    ['503', { code: 'INTERNAL_SERVER_ERROR' }, 503],
    ['a proxy’s page', '<html>502</html>', 502],
    ['a 4xx page', '<html>404</html>', 404],
    ['a 4xx without a code or message', { error: 'no' }, 400],
    ['a page with status 200', '<html>', 200],
    ['a reply that does not match its schema', { hasQrcode: 'yes' }, 200],
    ['an empty body', '', 200],
    ['null', null, 200],
  ])('treats the outcome as unknown rather than refused after %s (R508)', async (_, body, status) => {
    reply(body, status)
    expect(await failed(create())).toMatchObject({ kind: 'unknown' })
  })

  test.each(['<html>Wi-Fi</html>', '{"code":'])(
    'rejects the body %j, whether the call expects text or allows an empty reply (R508)',
    async (body) => {
      const notice = () => request(operatorCalls['lookup.notice'], {})
      const find = () => request(promotionCalls['promotion.find'], { code: 'A' })
      reply(body)
      for (const call of [notice, find]) expect(await failed(call())).toMatchObject({ kind: 'unknown' })
      reply(null)
      expect(await find()).toBeNull()
    },
  )

  test.each(['ถอน', '50', 'null', '{}', ''])('returns the text %j unchanged (R309)', async (text) => {
    reply(`"${text}"`)
    expect(await request(operatorCalls['lookup.notice'], {})).toBe(text)
    reply([text])
    expect(await request(operatorCalls['lookup.agreements'], {})).toEqual([text])
  })

  test('reports a lost connection as NO_CONNECTION with an unknown outcome (R299, R508)', async () => {
    wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await failed(create())).toEqual({ kind: 'unknown', code: 'NO_CONNECTION', message: '' })
  })

  test('leaves the outcome unknown if the reply is cut off (R508)', async () => {
    wire.fetch = async () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('cut')) }))
    expect(await failed(create())).toMatchObject({ kind: 'unknown' })
  })

  test('does not resend a failed change', async () => {
    reply({ code: 'INTERNAL_SERVER_ERROR' }, 503)
    await failed(create())
    expect(sent).toHaveLength(1)
  })
})

describe('a change whose outcome is unknown', () => {
  const ask = (key: string) => failed(request(qrCalls['qr.create'], { provider: 'WW', amount: satang(10_050), key }))
  const tooMany = () => reply({ code: 'REQUEST_LIMIT', message: 'REQUEST_LIMIT' }, 429)

  it('is not treated as refused if the retry is rate-limited, because the first request may still arrive (R385)', async () => {
    wire.site = async () => ({ ...SITE, offers: ['keys'] })
    wire.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await ask('K-unseen')).toMatchObject({ kind: 'unknown' })
    tooMany()
    expect(await ask('K-unseen')).toMatchObject({ kind: 'unknown', code: 'REQUEST_LIMIT' })
    expect(await ask('K-fresh')).toMatchObject({ kind: 'refused', code: 'REQUEST_LIMIT' })
    reply({ code: 'MINIMUM_AMOUNT', message: 'MINIMUM_AMOUNT' }, 400)
    expect(await ask('K-unseen')).toMatchObject({ kind: 'refused' })
    tooMany()
    expect(await ask('K-unseen')).toMatchObject({ kind: 'refused' })
  })
})

describe('a request', () => {
  const hanging = () => {
    wire.fetch = (_, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }

  test('times out after 60 s with an unknown outcome (R299)', async () => {
    vi.useFakeTimers()
    hanging()
    const ended = vi.fn()
    const call = failed(request(walletCalls['wallet.get'], {}, new AbortController().signal)).then(ended)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(ended).toHaveBeenCalledWith({ kind: 'unknown', code: 'INTERNAL_SERVER_ERROR', message: '' })
  })

  test('fails with an unknown outcome when the caller aborts it (R299)', async () => {
    hanging()
    const stop = new AbortController()
    const call = failed(request(echo, {}, stop.signal))
    stop.abort()
    expect(await call).toEqual({ kind: 'unknown', code: 'NO_CONNECTION', message: '' })
  })

  it('passes an already aborted signal on to fetch (R299)', async () => {
    await request(echo, {}, AbortSignal.abort())
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })
})
