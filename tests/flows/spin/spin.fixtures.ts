import { expect } from '@playwright/test'
import { CLAIM_DEBOUNCE } from '#contract/limits.ts'
import { type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import { PRIZES } from '#server/domain/wheel.ts'
import type model from './spin.model.ts'

const COUPON = 'CASH5'
const LABEL = PRIZES.find(({ code }) => code === COUPON)?.label.th ?? ''
const CLAIMED = 'a coupon is claimed'

/** Makes only one kind of coupon winnable, and wins as many of these coupons as the path claims. */
async function prepare({ sandbox, backend, phone, page, words }: It) {
  const isStill = !words.some((each) => each === 'the app decides: the wheel turns three times in 1.2 s')
  await page.emulateMedia({ reducedMotion: isStill ? 'reduce' : 'no-preference' })
  for (const { code, kind } of PRIZES) if (code !== COUPON && kind !== 'none') await sandbox.withdrawPrize(code)
  for (let lacking = words.filter((each) => each === CLAIMED).length; lacking > 0; ) {
    await sandbox.giveCoins(phone, 1)
    if ((await backend.spin()).code === COUPON) lacking -= 1
  }
}
async function spend(backend: It['backend']) {
  while ((await backend.coins()) > 0) await backend.spin()
}
const earn = async ({ backend, sandbox, phone }: It) => {
  if ((await backend.coins()) === 0) await sandbox.giveCoins(phone, 1)
}
/** Spins the wheel, and waits until the call for the spin is held. */
async function turn(app: It) {
  await prepare(app)
  await earn(app)
  await app.line.free(['spin.setup'], () => app.spin.open())
  await app.spin.button.click()
  await app.line.waiting(['spin.spin'])
}
const wheelIs = (app: It, isOn: boolean) => app.sandbox.turn('spinActive', isOn)

export default {
  as: 'newcomer',
  passing: ['drawing'],
  starts: {
    'the player opens the wheel': async (app) => {
      await prepare(app)
      await app.page.goto('/user/spin')
      await stopClock(app)
    },
    'the page is reloaded before the server has responded to a spin': async (app) => {
      await turn(app)
      await app.sandbox.fault('spin.spin', 'drop-after-commit', { times: 1 })
      app.faults.expectStatus(502)
      await app.line.letThrough(['spin.spin'])
      await expect(app.spin.check).toBeVisible()
      await app.page.reload()
      await stopClock(app)
    },
    'the page is reloaded while the wheel is turning': async (app) => {
      await turn(app)
      await stopClock(app)
      await app.line.letThrough(['spin.spin'])
      await expect(app.spin.announced).toHaveText(/./)
      await app.page.reload()
    },
  },
  answers: {
    'spin.setup': {
      'there is a wheel, and the player has one coin': async (app) => {
        await wheelIs(app, true)
        await earn(app)
      },
      'there is a wheel, but the player has no coins': async (app) => {
        await wheelIs(app, true)
        await spend(app.backend)
      },
      'there is no active wheel': (app) => wheelIs(app, false),
    },
    chance: { 'no random numbers are available': never('the page itself draws the lots') },
    attempt: {
      'the player wins a prize that is not on the wheel': async (app) => {
        const setup = app.past.findLast((words) => words.startsWith('spin.setup answers'))
        if (setup !== 'spin.setup answers: there is no active wheel')
          await never('all that can be won is on the wheel')(app)
      },
    },
  },
  events: {
    [CLAIMED]: async ({ spin, page }) => {
      await spin.show(LABEL)
      await spin.claim(LABEL).click()
      await spin.confirm.click()
      await page.clock.fastForward(CLAIM_DEBOUNCE)
      await spin.gotIt.click()
    },
  },
  // the prize's text also appears as a coupon on the page
  beyond: new RegExp(`^${LABEL.replace(/\s/, ' ')}$`),
} satisfies Fixtures<typeof model>
