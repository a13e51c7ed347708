import { rmSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { QR_RULES } from '#contract/qr.ts'
import { type Db, openEmbedded } from '#server/core/db.ts'
import { bonuses, promotions } from '#server/core/schema/rewards.ts'
import { DEMO_PASSWORD, seed } from '#server/demo/seed.ts'
import { hashPassword } from '#server/domain/password.ts'
import { prizesOf } from '#server/domain/wheel.ts'
import { START } from '#tests/kit/database.ts'
import { RULES } from '#tests/kit/samples/settings.ts'
import { startBackend } from '#tests/kit/server.ts'
import { tempFolder } from '#tests/kit/temp.ts'

it('the site settings contain the rules that the server enforces, and the site’s game hosts (R119, R256, R314)', async () => {
  const settingsOf = async (env: Record<string, string>) => {
    const { call } = await startBackend({ env })
    return v.parse(calls['lookup.active'].reply, (await call('lookup.active', {})).body).settings
  }
  const settings = await settingsOf({ VITE_GAME_HOSTS: 'play.example', VITE_QR_FP_MIN: '300', VITE_LAOS: '1' })
  expect(settings).toMatchObject({ ...RULES, passwordEndsSessions: true, gameHosts: ['play.example'], currency: 'LAK' })
  expect(settings.qr?.FP?.minimum).toBe(30_000)
  expect(settings.qr?.WW).toEqual(QR_RULES.WW)
  const { gameHosts, currency } = await settingsOf({})
  expect(gameHosts).toBeUndefined()
  expect(currency).toBe('BAHT')
})

it('the server does not offer an optional feature that the operator has turned off, or one that depends on it', async () => {
  const offersOf = async (NOT_OFFERED: string) => {
    const { call } = await startBackend({ env: { NOT_OFFERED } })
    return v.parse(calls['lookup.active'].reply, (await call('lookup.active', {})).body).offers
  }
  const all = await offersOf('')
  const without = (...names: string[]) => all.filter((offer) => !names.includes(offer))
  expect(await offersOf('limits, events')).toEqual(without('limits', 'losses', 'time', 'events'))
  expect(await offersOf('care')).toEqual(without('care', 'timeCheck'))
  await expect(offersOf('limits,keys')).rejects.toThrow('NOT_OFFERED is none of')
})

describe('the demo reward texts', () => {
  const BAHT = /บาท|ບາດ|baht/
  const KIP = /กีบ|ກີບ|kip/

  /**
   * Checks that every text of the demo rewards that mentions an amount contains `unit`, and that none contains `other`.
   */
  async function expectUnit(db: Db, isLaos: boolean, unit: RegExp, other: RegExp) {
    const told = [...(await db.select().from(bonuses)), ...(await db.select().from(promotions))]
    const cash = prizesOf({ isLaos }).filter(({ kind }) => kind === 'cash')
    const texts = [...told.map(({ description }) => description), ...cash.flatMap(({ label, html }) => [label, html])]
    for (const text of texts.flatMap((words) => Object.values(words))) {
      expect(text).toMatch(unit)
      expect(text).not.toMatch(other)
    }
    expect(texts.length).toBeGreaterThan(10)
  }

  it('show amounts in kip on a Laos site (R510)', async () => {
    const { db, close } = await openEmbedded()
    onTestFinished(close)
    const uploads = tempFolder('uploads')
    onTestFinished(() => rmSync(uploads, { recursive: true }))
    await seed(db, { uploads, isLaos: true }, START, hashPassword(DEMO_PASSWORD))
    await expectUnit(db, true, KIP, BAHT)
  })

  it('show amounts in baht on any other site (R510)', async () =>
    expectUnit((await startBackend()).db, false, BAHT, KIP))

  it('show amounts in kip on the wheel of a Laos site (R180, R510)', async () => {
    const { call, login } = await startBackend({ env: { VITE_LAOS: '1' } })
    const { body } = await call('spin.setup', {}, { token: await login() })
    expect(JSON.stringify(body)).toMatch(KIP)
    expect(JSON.stringify(body)).not.toMatch(BAHT)
  })
})
