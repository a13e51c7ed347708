import { expect } from '@playwright/test'
import { DAY } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { type Arrange, type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './refund.model.ts'

const GAME = 'pg'
const READ = ['refund.banners', 'refund.check'] as const
/** The loss that yields a refund of 75.50 baht. */
const LOSS = toSatang(1510)
const lose: Arrange = async ({ backend, sandbox, phone }) => {
  await backend.fill(LOSS)
  await backend.moveInto(GAME, LOSS)
  await sandbox.play(phone, GAME, LOSS, 'lose')
}
/** Makes a refund available. If nothing can be refunded now, the member loses money a day later. */
const ready: Arrange = async (app) => {
  if ((await app.backend.refund()) > 0) return
  await app.sandbox.ahead(DAY / 1000)
  await lose(app)
}
const begin: Arrange = async (app) => {
  await app.backend.activate(GAME)
  await lose(app)
}

export default {
  as: 'newcomer',
  held: ['refund.list'],
  starts: {
    'the player opens the refund dialog': async (app) => {
      await begin(app)
      await app.page.goto('/user/home?dialog=refund')
    },
    'the page is reloaded while a refund is being claimed': async (app) => {
      await begin(app)
      await app.line.free(READ, async () => {
        await app.page.goto('/user/home?dialog=refund')
        await app.refund.goOn.click()
        await app.refund.receive.click()
      })
      await app.line.waiting(['refund.receive'])
      await app.page.reload()
      await expect(app.refund.dialog).toBeVisible()
    },
  },
  answers: {
    'refund.banners': { 'no banners': turned('operatorTexts', false) },
    'refund.check': {
      'a refund of 75.50 baht': ready,
      'a refund of 75.50 baht, but a bonus is active': async (app) => {
        await ready(app)
        await app.backend.takeBonus('DAILY')
      },
    },
  },
  // the operator's conditions
  beyond: /^คืนทุกวันจันทร์$/,
} satisfies Fixtures<typeof model>
