import { expect } from '@playwright/test'
import { DAY, PRIZE_DELAY } from '#contract/limits.ts'
import type { Arrange, Fixtures } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import { COUPON_TIME } from '#server/domain/wheel.ts'
import type model from './coupons.model.ts'

/**
 * Prizes that are removed from the wheel, because they would fill more pages or because only support can hand them
 * over.
 */
const OTHERS = ['CASH500', 'CASH100', 'GIFT']
const KINDS = ['CASH5', 'CASH10', 'CASH20', 'COIN1']

const winAll: Arrange = async ({ sandbox, backend, phone }) => {
  for (const code of OTHERS) await sandbox.withdrawPrize(code)
  await sandbox.giveCoins(phone, 200)
  const has = await backend.coupons()
  for (const code of KINDS) if (!has[code]) await backend.win(code)
}
const open: Arrange = async (app) => {
  await app.sandbox.giveCoins(app.phone, 10)
  await app.page.goto('/user/spin')
  await stopClock(app)
}

export default {
  as: 'newcomer',
  starts: {
    'the player opens the coupons page': open,
    'the page is reloaded before the server has responded to a claim': async (app) => {
      const { spin, line, page } = app
      await winAll(app)
      await line.free(['spin.coupons'], () => spin.open())
      await spin.coupons
        .getByRole('button', { name: app.t('coupon.claimOne', { label: '' }) })
        .first()
        .click()
      await spin.confirm.click()
      await line.waiting(['spin.claim'])
      await page.reload()
      await line.waiting(['spin.claim'])
      await stopClock(app)
    },
  },
  answers: {
    'spin.coupons': {
      'four coupons, two pages': winAll,
      // moves the clock past the expiry of all coupons
      'no coupons': ({ sandbox }) => sandbox.ahead((COUPON_TIME + DAY) / 1000),
    },
  },
  events: {
    'the player has seen a prize': async ({ spin, page }) => {
      await spin.button.click()
      await expect(spin.button).toBeDisabled()
      await page.clock.fastForward(PRIZE_DELAY)
      await spin.gotIt.click()
    },
  },
} satisfies Fixtures<typeof model>
