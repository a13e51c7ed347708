import { DAY } from '#contract/limits.ts'
import { NOON } from '#tests/kit/samples/slip.ts'
import type { Arrange, It } from './fixtures.ts'

/** The time until noon in Bangkok, in ms. */
export const tillNoon = () => DAY - ((Date.now() - NOON) % DAY)
/** Moves the server's clock to noon. */
export const noon: Arrange = ({ sandbox }) => sandbox.ahead(Math.round(tillNoon() / 1000))

/** Moves both the page's and the server's clock ahead. */
export async function pass({ page, sandbox }: It, ms: number) {
  const there = await page.evaluate(() => Date.now())
  await sandbox.ahead(Math.round((there + ms - Date.now()) / 1000))
  await page.clock.fastForward(ms)
}

/** Resets both clocks to the real time, without firing pending timers early. */
export async function putBack({ page, sandbox }: It) {
  await sandbox.ahead(0)
  await page.clock.setSystemTime(new Date())
}

/** Stops the page's clock, so that timers fire only when the test moves it. */
export async function stopClock({ page }: It) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}
