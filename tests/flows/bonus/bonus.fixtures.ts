import type { Page } from '@playwright/test'
import { BANGKOK } from '#contract/bonus.ts'
import { DAY } from '#contract/limits.ts'
import type { Backend } from '#e2e/pages/backend.ts'
import { newPhone } from '#e2e/pages/register.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import { pass } from '#e2e/paths/time.ts'
import type model from './bonus.model.ts'
import { READ } from './bonus.model.ts'

/** Claims today's daily bonus and ends it. */
async function takeDaily({ backend }: Pick<It, 'backend'>) {
  await backend.takeBonus('DAILY')
  await backend.endBonus()
}
/** Pages whose member has already claimed WELCOME, which can be claimed only once. */
const took = new WeakSet<Page>()
/** Lets the page read the bonuses of another member, who has claimed the daily bonus. */
async function readAsAnother({ line, backend, sandbox, info }: It): Promise<Backend> {
  const another = await backend.newcomer(newPhone(10, info.workerIndex), sandbox)
  await takeDaily({ backend: another })
  const token = await another.signIn()
  for (const name of READ) line.askAs(name, token)
  return another
}
const takeWelcome: Arrange = async (app) => {
  const { status, type } = await app.backend.held()
  // only WELCOME has the type `limit` among the claimable bonuses, so it is already active
  if (type === 'limit') return
  const isFree = !status && !took.has(app.page)
  if (isFree) took.add(app.page)
  await (isFree ? app.backend : await readAsAnother(app)).takeBonus('WELCOME')
}

export default {
  as: 'newcomer',
  starts: {
    'the player opens the list of bonuses': async (app) => {
      await takeDaily(app)
      await app.page.goto('/user/bonus')
    },
    'the page is reloaded before the server has responded to the claim of WELCOME': async (app) => {
      await takeDaily(app)
      await app.line.free(READ, () => app.bonus.open())
      await app.bonus.take('WELCOME')
      await app.line.waiting(['bonus.activate'])
      await app.page.reload()
      await app.line.waiting(['bonus.activate'])
    },
    'the page is reloaded before the server has responded to the request to end WELCOME': async (app) => {
      await takeDaily(app)
      await takeWelcome(app)
      await app.line.free(READ, () => app.bonus.open())
      await app.bonus.end.click()
      await app.bonus.endIt.click()
      await app.line.waiting(['bonus.clear'])
      await app.page.reload()
      await app.line.waiting(['bonus.clear'])
    },
  },
  answers: {
    read: {
      'WELCOME can be claimed, and no bonus is active': async (app) => {
        if (took.has(app.page)) await readAsAnother(app)
      },
      'WELCOME is active': takeWelcome,
    },
    attempt: { 'the request succeeds': async ({ page }) => took.add(page) },
  },
  events: {
    'a second passes': (app) => pass(app, 1000),
    'it is midnight in Bangkok': async (app) => {
      const now = await app.page.evaluate(() => Date.now())
      await pass(app, DAY - ((now + BANGKOK) % DAY) + 1000)
    },
    'a promotion is claimed, or its claim is refused': async ({ bonus, backend, faults, send }) => {
      // the player cannot claim a promotion while the form is missing, or while it reloads after a failure
      if (!(await bonus.code.isVisible())) return send('promotion.ended')
      if ((await backend.held()).status) faults.expectStatus(409)
      await bonus.find('LUCKY50')
      await bonus.receive.click()
      await bonus.gotIt.click()
      await bonus.code.fill('')
    },
  },
  // the operator's notice
  beyond: /ยอดเล่นเสียนับ 50%/,
} satisfies Fixtures<typeof model>
