import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { limits } from '#server/core/schema/site.ts'
import { readSettings } from '#server/core/settings.ts'
import { DEMO, DEMO_PASSWORD } from '#server/demo/seed.ts'
import { type Backend, NEWCOMER, startBackend } from '#tests/kit/server.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})

type Lookup = 'lookup.contact' | 'lookup.notice' | 'lookup.sources' | 'lookup.conditions' | 'lookup.agreements'
const LOOKUPS: Lookup[] = [
  ...(['lookup.contact', 'lookup.notice', 'lookup.sources', 'lookup.conditions', 'lookup.agreements'] as const),
]
const THAI = /[\u0e01-\u0e5b]/
const LAO = /[\u0e81-\u0edf]/

async function lookUp(name: Lookup, language?: string, cookie = 'lang') {
  const headers = language ? { Cookie: `${cookie}=${language}` } : {}
  return JSON.stringify((await backend.call(name, {}, { token: await backend.login(), headers })).body)
}

test.each(LOOKUPS)('%s answers in the player’s language (D-02)', async (name) => {
  const th = await lookUp(name, 'TH')
  const la = await lookUp(name, 'LA')
  const en = await lookUp(name, 'EN')
  expect([THAI.test(th), LAO.test(th)]).toEqual([true, false])
  expect([THAI.test(la), LAO.test(la)]).toEqual([false, true])
  expect([THAI.test(en), LAO.test(en)]).toEqual([false, false])
  expect(await lookUp(name, 'LA', '__Secure-lang')).toBe(la)
  for (const unknown of [undefined, 'DE', 'th']) expect(await lookUp(name, unknown)).toBe(th)
  backend = await startBackend({ env: { VITE_LAOS: '1' } })
  expect(await lookUp(name)).toBe(la)
  expect(await lookUp(name, 'TH')).toBe(th)
})

test('the bonus notice contains the placeholder for the percentage in every language (R154, D-45)', async () => {
  for (const language of ['TH', 'LA', 'EN'])
    expect(await lookUp('lookup.notice', language)).toContain('{{percentFail}}')
})

test('the contact details contain the LINE account and the URL of an existing QR picture (R149, R310)', async () => {
  const { body } = await backend.call('lookup.contact', {})
  expect(body).toMatchObject({ lineLink: 'https://krapao.example/line', lineName: '@krapao', lineQR: '/line-qr.svg' })
  for (const file of [String(body.lineQR), '/contact-qr.svg']) {
    const svg = readFileSync(`public${file}`, 'utf8')
    expect(svg).toMatch(/^<svg [^>]*viewBox=/)
    expect(svg).not.toMatch(/<script|href|on\w+=/)
  }
})

test('without the operator’s texts, the server returns a contact text, but no agreements, conditions, banners, LINE account or website', async () => {
  await backend.turn('operatorTexts', false)
  const token = await backend.login()
  const empty = ['lookup.agreements', 'lookup.conditions', 'invite.banners', 'refund.banners'] as const
  for (const name of empty) expect((await backend.call(name, {}, { token })).body, name).toEqual([])
  expect((await backend.call('lookup.info', {})).body.website).toBe('')
  const { body } = await backend.call('lookup.contact', {})
  expect([Object.keys(body), THAI.test(String(body.contactText))]).toEqual([['contactText'], true])
})

test('the list of banks contains the Thai banks, preceded by the Lao banks on a Laos site (R144, R304)', async () => {
  const codes = async () =>
    ((await backend.call('lookup.banks', {})).body as unknown as { code: string }[]).map(({ code }) => code)
  const thai = await codes()
  expect(thai.join(' ')).toBe('BBL KBANK KTB SCB BAY TTB TMB GSB BAAC KKP CIMB UOB LHB')
  backend = await startBackend({ env: { VITE_LAOS: '1' } })
  const all = await codes()
  expect(all.slice(0, 4)).toEqual(['BCEL', 'LDB', 'APB', 'JDB'])
  expect(all.slice(-thai.length)).toEqual(thai)
  expect(new Set(all).size).toBe(all.length)
})

test('the referral sources are the same in every language (R145, R313)', async () => {
  const codes = async (language: string) =>
    (JSON.parse(await lookUp('lookup.sources', language)) as { code: string }[]).map(({ code }) => code)
  const th = await codes('TH')
  expect(th).toEqual(['friend', 'google', 'facebook', 'line', 'tiktok', 'other'])
  expect([await codes('LA'), await codes('EN')]).toEqual([th, th])
})

describe('BLOCKED_IPS', () => {
  const { username } = DEMO.member
  const entering = (headers: Record<string, string>) => [
    backend.call('account.login', { username, password: DEMO_PASSWORD }, { headers }),
    backend.call('otp.send', { phoneNumber: NEWCOMER.username }, { headers }),
    backend.call('otp.verify', { otpToken: 'x', otpCode: '123456' }, { headers }),
    backend.call('account.validate', NEWCOMER, { headers }),
    backend.call('account.create', NEWCOMER, { headers }),
  ]
  const codes = async (address: string) =>
    (await Promise.all(entering({ 'X-Forwarded-For': address }))).map(({ body }) => body.code)
  const env = { TRUST_PROXY: '1', BLOCKED_IPS: ' 192.0.2.7 ,2001:db8::7,' }

  test.each(['192.0.2.7', '::ffff:192.0.2.7', '2001:DB8:0::7'])('blocks the IP address %s (R424)', async (address) => {
    backend = await startBackend({ env })
    expect(await codes(address)).toEqual(Array.from({ length: 5 }, () => 'INVALID_IP'))
    const lookup = await backend.call('lookup.banks', {}, { headers: { 'X-Forwarded-For': address } })
    expect(lookup.status).toBe(200)
  })

  test.each(['192.0.2.8', '2001:db8::8', 'unknown', ''])('does not block %j (R424)', async (address) => {
    backend = await startBackend({ env })
    expect(await codes(address)).not.toContain('INVALID_IP')
  })

  test('stops the server at startup if an IP address is invalid (R424)', () => {
    expect(() => readSettings({ BLOCKED_IPS: '192.0.2.7, 192.0.2' })).toThrow('BLOCKED_IPS')
  })
})

it('registrations from an IP address are refused after a thousand refused registrations or validations (R431)', async () => {
  backend = await startBackend({ env: { TRUST_PROXY: '1' } })
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  expect((await backend.call('account.validate', NEWCOMER, from('192.0.2.1'))).body.code).toBe('UNVERIFIED_OTP')
  await backend.db.update(limits).set({ count: 999 })
  expect((await backend.call('account.create', NEWCOMER, from('192.0.2.1'))).body.code).toBe('UNVERIFIED_OTP')
  expect((await backend.call('account.create', NEWCOMER, from('192.0.2.1'))).body.code).toBe('REQUEST_LIMIT')
  const verified = await backend.verify(NEWCOMER.username)
  const other = { headers: { ...from('192.0.2.2').headers, ...verified } }
  expect((await backend.call('account.create', NEWCOMER, other)).status).toBe(200)
})
