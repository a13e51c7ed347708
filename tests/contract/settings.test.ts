import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { satang } from '#contract/money.ts'
import { QR_RULES, qrRules } from '#contract/qr.ts'

const settingsOf = (settings: unknown) => v.parse(calls['lookup.active'].reply, { settings }).settings
const good = {
  gameHosts: ['play.example'],
  passwordMin: 4,
  accountDigits: { min: 9, max: 12 },
  bankDigits: { KBANK: { min: 10, max: 10 } },
  qr: { KBANK: { minimum: 20, presets: [20, 50.5] } },
  transferMin: 50,
  withdrawWait: 24,
  currency: 'LAK',
} as const

it('all of the operator’s settings are read, with amounts in satang (R119, R256, R266, R270, R510)', () => {
  expect(settingsOf(good)).toEqual({
    ...good,
    qr: { KBANK: { minimum: 2_000, presets: [2_000, 5_050] } },
    transferMin: 5_000,
    withdrawWait: 24,
  })
})

it.each([undefined, [], {}])('the spec’s values apply if there are no settings: %j (R314)', (settings) => {
  expect(settingsOf(settings)).toEqual({})
})

it.each(['none', 7, null])('the spec’s values apply if the settings are unreadable: %j (R314)', (settings) => {
  expect(settingsOf(settings)).toEqual({ unread: ['settings'] })
})

describe('reading the operator’s settings', () => {
  it.each([
    ['passwordMin', 0],
    ['passwordMin', 2.5],
    ['passwordMin', '8'],
    ['accountDigits', { min: 12, max: 9 }],
    ['accountDigits', { min: 0, max: 9 }],
    ['accountDigits', 10],
    ['bankDigits', 'ten'],
    ['qr', 'low'],
    ['transferMin', -1],
    ['transferMin', '50'],
    ['currency', 'USD'],
  ])('drops and reports an unreadable setting, and keeps the others: %s = %j (R314)', (name, value) => {
    const { [name]: _, ...others } = settingsOf(good) as Record<string, unknown>
    const found = settingsOf({ ...good, [name]: value }) as Record<string, unknown>
    expect(found[name]).toBeUndefined()
    expect(found).toMatchObject({ ...others, unread: [`settings.${name}`] })
  })

  it('ignores an unknown setting (R314)', () => {
    expect(settingsOf({ ...good, colour: 'red' })).toEqual(settingsOf(good))
  })

  it.each(['play.example', null, {}])(
    'allows no game host if the list of hosts is unreadable: %j (R119)',
    (gameHosts) => {
      const { gameHosts: _, ...others } = settingsOf(good)
      expect(settingsOf({ ...good, gameHosts })).toEqual({ ...others, gameHosts: [], unread: ['settings.gameHosts'] })
    },
  )

  it('leaves out an unreadable host, bank or QR provider, and keeps the others (R119)', () => {
    const { gameHosts, bankDigits, qr, unread } = settingsOf({
      gameHosts: ['https://no.example/', 'Play.Example', 7, 'a b.example', '*.example'],
      bankDigits: { SCB: 'ten', KTB: { min: 10, max: 10 } },
      qr: { WW: { minimum: -1 }, FP: { minimum: 5 } },
    })
    expect(gameHosts).toEqual(['play.example'])
    expect(bankDigits).toEqual({ SCB: null, KTB: { min: 10, max: 10 } })
    expect(qr).toEqual({ WW: null, FP: { minimum: 500 } })
    expect(unread).toEqual([
      ...[0, 2, 3, 4].map((row) => `settings.gameHosts.${row}`),
      'settings.bankDigits.SCB',
      'settings.qr.WW',
    ])
  })
})

it('the operator’s QR deposit amounts override the amounts in the build and in the spec (R531)', () => {
  const rules = qrRules({ VITE_QR_KBANK_MIN: '30', VITE_QR_FP_MIN: '300' }, { KBANK: { minimum: satang(2_000) } })
  expect(rules.KBANK).toEqual({ minimum: 2_000, presets: QR_RULES.KBANK.presets })
  expect(rules.FP.minimum).toBe(30_000)
  expect(rules.WW).toEqual(QR_RULES.WW)
  expect(qrRules({}, { WW: { presets: [satang(500)] } }).WW).toEqual({ minimum: QR_RULES.WW.minimum, presets: [500] })
})
