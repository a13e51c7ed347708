import * as v from 'valibot'
import { expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { QR_RULES } from '#contract/qr.ts'
import { RULES } from '#tests/kit/samples/settings.ts'
import { startBackend } from '#tests/kit/server.ts'

it('sends the rules by which it judges itself, and the game hosts that it has (R119, R256, R314)', async () => {
  const settingsOf = async (env: Record<string, string>) => {
    const { call } = await startBackend({ env })
    return v.parse(calls['lookup.active'].reply, (await call('lookup.active', {})).body).settings
  }
  const settings = await settingsOf({ VITE_GAME_HOSTS: 'play.example', VITE_QR_FP_MIN: '300', VITE_LAOS: '1' })
  expect(settings).toMatchObject({ ...RULES, gameHosts: ['play.example'], currency: 'LAK' })
  expect(settings.qr?.FP?.minimum).toBe(30_000)
  expect(settings.qr?.WW).toEqual(QR_RULES.WW)
  const { gameHosts, currency } = await settingsOf({})
  expect(gameHosts).toBeUndefined()
  expect(currency).toBe('BAHT')
})
