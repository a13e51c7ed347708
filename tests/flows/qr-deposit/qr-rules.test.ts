import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { satang } from '#contract/money.ts'
import {
  canAskQr,
  canCreateQr,
  deadlineOf,
  QR_PROVIDERS,
  QR_RULES,
  type QrProvider,
  qrCalls,
  qrRules,
  ruleWith,
} from '#contract/qr.ts'
import { readSettings } from '#server/core/settings.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5)

test('the product’s delays, timeouts and version have the specified values (R299, R303, R513, R522, R523, D-06, R18)', () => {
  expect(limits).toMatchObject({
    HTTP_TIMEOUT: 60_000,
    LOADER_DELAY: 200,
    TOAST_TIME: 4_000,
    AGREEMENT_DELAY: 1_500,
    REFRESH_DELAY: 300,
    REFRESH_PATIENCE: 10_000,
    VERSION: '1.1.14',
  })
})

describe('a provider’s rule', () => {
  test.each<[QrProvider, number[], number]>([
    ['KBANK', [10, 20, 50, 100, 500, 1000], 0],
    ['WW', [100, 200, 300, 500, 1000], 100],
    ['PAYONEX', [100, 200, 300, 500, 1000], 100],
    ['PAYTIMZ', [10, 50, 100, 500, 1000], 10],
    ['FP', [10, 50, 100, 500, 1000], 10],
  ])(
    'at %s has the presets %j and the minimum %i (R526, R527, R528, R529, R530, R532)',
    (provider, presets, minimum) => {
      expect(QR_RULES[provider]).toEqual({ minimum: minimum * 100, presets: presets.map((baht) => baht * 100) })
    },
  )

  test.each<[QrProvider, number, number]>([
    ['KBANK', 0, 1],
    ['WW', 9_999, 10_000],
    ['PAYONEX', 9_999, 10_000],
    ['PAYTIMZ', 999, 1_000],
    ['FP', 999, 1_000],
  ])(
    'at %s disables the button at %i and enables it at %i satang (R270, R271, R272, R273, R274)',
    (provider, off, on) => {
      expect(canAskQr(QR_RULES[provider], satang(off))).toBe(false)
      expect(canAskQr(QR_RULES[provider], satang(on))).toBe(true)
      expect(canAskQr(QR_RULES[provider], null)).toBe(false)
    },
  )

  test('enables the KBANK button for amounts between 0 and 1 baht, although no code can be created for them (R269, D-49)', () => {
    expect([1, 99].map((amount) => canAskQr(QR_RULES.KBANK, satang(amount)))).toEqual([true, true])
    expect([1, 99, 100].map((amount) => canCreateQr(QR_RULES.KBANK, satang(amount)))).toEqual([false, false, true])
    expect(canCreateQr(QR_RULES.WW, satang(9_999))).toBe(false)
    expect(canCreateQr(QR_RULES.WW, null)).toBe(false)
  })
})

describe('build settings', () => {
  test('replace the minimum and the first preset for one provider only (R531, D-51)', () => {
    const rules = qrRules({ VITE_QR_FP_MIN: '300', VITE_QR_FP_FIRST: '350.50', VITE_QR_KBANK_FIRST: '15' })
    expect(rules.FP).toEqual({ minimum: 30_000, presets: [35_050, 5_000, 10_000, 50_000, 100_000] })
    expect(rules.KBANK).toEqual({ minimum: 0, presets: [1_500, 2_000, 5_000, 10_000, 50_000, 100_000] })
    expect([rules.WW, rules.PAYTIMZ, rules.PAYONEX]).toEqual([QR_RULES.WW, QR_RULES.PAYTIMZ, QR_RULES.PAYONEX])
  })

  test.each(QR_PROVIDERS)('exist for each provider: %s (R531, D-51)', (provider) => {
    const rules = qrRules({ [`VITE_QR_${provider}_MIN`]: '77', [`VITE_QR_${provider}_FIRST`]: '88' })
    expect(rules[provider].minimum).toBe(7_700)
    expect(rules[provider].presets[0]).toBe(8_800)
    expect(QR_PROVIDERS.filter((other) => rules[other].minimum === 7_700)).toEqual([provider])
  })

  test('do not duplicate a preset that equals the configured first preset (R531)', () => {
    const rules = qrRules({ VITE_QR_KBANK_FIRST: '100', VITE_QR_WW_FIRST: '100', VITE_QR_FP_FIRST: '1000' })
    expect(rules.KBANK.presets).toEqual([10_000, 2_000, 5_000, 50_000, 100_000])
    expect(rules.WW.presets).toEqual(QR_RULES.WW.presets)
    expect(rules.FP.presets).toEqual([100_000, 5_000, 10_000, 50_000])
  })

  test('let a provider’s own minimum take precedence over the general minimum (R532, R533, D-13)', () => {
    const least = (general: number) =>
      QR_PROVIDERS.map((provider) => ruleWith(QR_RULES[provider], satang(general)).minimum)
    expect(least(2_000)).toEqual([2_000, 10_000, 1_000, 10_000, 1_000])
    expect(least(50_000)).toEqual([50_000, 10_000, 1_000, 10_000, 1_000])
    expect(least(0)).toEqual([0, 10_000, 1_000, 10_000, 1_000])
  })

  test.each([
    [{}, 1_000, 15],
    [{ QR_MINIMUM: '20.50', QR_MINUTES: '5' }, 2_050, 5],
    [{ QR_MINIMUM: '', QR_MINUTES: '' }, 1_000, 15],
    [{ QR_MINIMUM: 'ten', QR_MINUTES: 'five' }, 1_000, 15],
    [{ QR_MINIMUM: '-5', QR_MINUTES: '0' }, 1_000, 15],
  ])(
    'set the general minimum and the lifetime of QR codes on the server, with defaults for invalid values: %o (R533, R534, D-13)',
    (env, qrMinimum, qrMinutes) => {
      expect(readSettings(env)).toMatchObject({ qrMinimum, qrMinutes })
    },
  )

  test('leave the default rules unchanged if none is set (R531, D-51)', () => {
    expect(qrRules({})).toEqual(QR_RULES)
    expect(qrRules({ VITE_QR_FP: '5', VITE_QR_XX_MIN: '5', FP_MIN: '5', VITE_QR_WW_MIN: undefined })).toEqual(QR_RULES)
  })

  test.each(['', ' ', 'ten', '1e3', '5.555', 'NaN', 'true', '99999999999'])(
    'are ignored if invalid: %j (D-51)',
    (value) => {
      expect(qrRules({ VITE_QR_WW_MIN: value, VITE_QR_WW_FIRST: value })).toEqual(QR_RULES)
    },
  )

  test.each([
    { VITE_QR_WW_MIN: '-5' },
    { VITE_QR_WW_FIRST: '-5' },
    { VITE_QR_WW_FIRST: '0' },
    { VITE_QR_WW_MIN: '1-0' },
  ])('are ignored if invalid: %o (D-51)', (settings) => expect(qrRules(settings)).toEqual(QR_RULES))
})

describe('a code’s expiry', () => {
  test.each<[string, string | number | undefined, number | null]>([
    ['ISO, UTC', '2026-01-02T03:19:05.000Z', NOW + 900_000],
    ['ISO, Bangkok', '2026-01-02T10:19:05+07:00', NOW + 900_000],
    ['epoch s', NOW / 1000 + 900, NOW + 900_000],
    ['epoch ms', NOW + 900_000, NOW + 900_000],
    ['seconds from now', 900, NOW + 900_000],
    ['a day from now', 86_400, NOW + 86_400_000],
    ['part of a second', 0.5, NOW + 500],
    ['epoch s as text', String(NOW / 1000 + 900), NOW + 900_000],
    ['epoch ms as text', String(NOW + 900_000), NOW + 900_000],
    ['seconds as text', '900', NOW + 900_000],
    ['nothing', undefined, null],
    ['empty', '', null],
    ['words', 'soon', null],
    ['no number', Number.NaN, null],
    ['never', Infinity, null],
  ])('is computed from a valid value, and is null otherwise: %s (D-13)', (_, expireIn, end) =>
    expect(deadlineOf(expireIn, NOW)).toBe(end),
  )

  test.each([
    ['60.25', NOW + 60_250],
    [99_999_999, NOW + 99_999_999_000],
    [100_000_000, 100_000_000_000],
    [99_999_999_999, 99_999_999_999_000],
    [100_000_000_000, 100_000_000_000],
  ])('is parsed from an ISO time, a Unix time or seconds from now: %j (D-13)', (expireIn, end) => {
    expect(deadlineOf(expireIn, NOW)).toBe(end)
  })

  test.each(['in 15 minutes', 'code 12', ' 2026-03-18T05:00:00Z'])(
    'is null, rather than a time in the distant past, for the invalid text %j (D-13)',
    (expireIn) => {
      expect(deadlineOf(expireIn, NOW)).toBeNull()
    },
  )
})

test.each(['x10', '10x', '10.', '10.123', '-10'])('the invalid build setting %j has no effect (R531)', (setting) => {
  expect(qrRules({ VITE_QR_WW_MIN: setting, VITE_QR_WW_FIRST: setting }).WW).toEqual(QR_RULES.WW)
})

describe('the QR code schema', () => {
  test('parses the id, markup, amount in satang, expiry and message (R167, R353)', () => {
    const full = { hasQrcode: true, qrcodeId: 'q', qrcode: '<svg/>', amount: 10.5, expireIn: 'x', message: 'm' }
    expect(v.parse(qrCalls['qr.get'].reply, full)).toEqual({ ...full, amount: 1_050 })
    expect(v.is(qrCalls['qr.create'].reply, { hasQrcode: false, message: 'QR_FAIL' })).toBe(true)
    for (const wrong of [
      {},
      { ...full, hasQrcode: 1 },
      { ...full, amount: '10' },
      { ...full, amount: 12.345 },
      { ...full, qrcode: 5 },
    ])
      expect(v.is(qrCalls['qr.get'].reply, wrong)).toBe(false)
  })

  test('accepts only the five providers (R356)', () => {
    for (const call of Object.values(qrCalls)) {
      const input = {
        provider: 'WW',
        ...(call.method === 'POST' && { amount: 1 }),
        ...(call.method === 'DELETE' && { qrcodeId: 'q' }),
      }
      expect(v.is(call.input, input)).toBe(true)
      for (const provider of ['ww', 'SCB', '', null]) expect(v.is(call.input, { ...input, provider })).toBe(false)
    }
  })

  test('requires an amount for creation and an id for removal (R354, R355, D-14)', () => {
    for (const amount of [undefined, 0, -1, '5', 1.005])
      expect(v.is(qrCalls['qr.create'].input, { provider: 'WW', amount })).toBe(false)
    expect(v.is(qrCalls['qr.remove'].input, { provider: 'WW' })).toBe(false)
  })
})
