import { expect } from '@playwright/test'
import { DAY } from '#contract/limits.ts'
import { toSatang } from '#contract/money.ts'
import { type Arrange, type Fixtures, turned } from '#e2e/paths/fixtures.ts'
import type model from './refund.model.ts'

const GAME = 'pg'
const READ = ['refund.banners', 'refund.check'] as const
/** The loss that brings a refund of 75.50 baht. */
const LOSS = toSatang(1510)
const lose: Arrange = async ({ backend, sandbox, phone }) => {
  await backend.fill(LOSS)
  await backend.moveInto(GAME, LOSS)
  await sandbox.play(phone, GAME, LOSS, 'lose')
}
/** A refund is available; once received, on another day. */
const ready: Arrange = async (it) => {
  if ((await it.backend.refund()) > 0) return
  await it.sandbox.ahead(DAY / 1000)
  await lose(it)
}
const begin: Arrange = async (it) => {
  await it.backend.activate(GAME)
  await lose(it)
}

export default {
  as: 'newcomer',
  held: ['refund.list'],
  starts: {
    'the refund is opened': async (it) => {
      await begin(it)
      await it.page.goto('/user/home?dialog=refund')
    },
    'the page is reloaded, a refund is not answered yet': async (it) => {
      await begin(it)
      await it.line.free(READ, async () => {
        await it.page.goto('/user/home?dialog=refund')
        await it.refund.goOn.click()
        await it.refund.receive.click()
      })
      await it.line.waiting(['refund.receive'])
      await it.page.reload()
      await expect(it.refund.dialog).toBeVisible()
    },
  },
  answers: {
    'refund.banners': { 'no banners': turned('operatorTexts', false) },
    'refund.check': {
      '75.50 baht': ready,
      '75.50 baht, but a bonus is active': async (it) => {
        await ready(it)
        await it.backend.takeBonus('DAILY')
      },
    },
  },
  // the operator's conditions
  beyond: /^คืนทุกวันจันทร์$/,
} satisfies Fixtures<typeof model>
