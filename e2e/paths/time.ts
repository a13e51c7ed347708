import { DAY } from '#contract/limits.ts'
import { NOON } from '#tests/kit/samples/slip.ts'
import type { Arrange, It } from './fixtures.ts'

/** How long until it is noon in Bangkok, in ms. */
export const tillNoon = () => DAY - ((Date.now() - NOON) % DAY)
/** It is noon at the server. */
export const noon: Arrange = ({ sandbox }) => sandbox.ahead(Math.round(tillNoon() / 1000))

/** Time passes, here and at the server. */
export async function pass({ page, sandbox }: It, ms: number) {
  const there = await page.evaluate(() => Date.now())
  await sandbox.ahead(Math.round((there + ms - Date.now()) / 1000))
  await page.clock.fastForward(ms)
}

/** Both clocks are put back to the real time; nothing that waits comes sooner by it. */
export async function putBack({ page, sandbox }: It) {
  await sandbox.ahead(0)
  await page.clock.setSystemTime(new Date())
}

/** Time stands still here: what waits comes only as time is made to pass. */
export async function stopClock({ page }: It) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}
