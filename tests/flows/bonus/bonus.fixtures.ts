import type { Page } from '@playwright/test'
import { BANGKOK } from '#contract/bonus.ts'
import { DAY } from '#contract/limits.ts'
import type { Backend } from '#e2e/pages/backend.ts'
import { newPhone } from '#e2e/pages/register.ts'
import type { Arrange, Fixtures, It } from '#e2e/paths/fixtures.ts'
import { pass } from '#e2e/paths/time.ts'
import type model from './bonus.model.ts'
import { READ } from './bonus.model.ts'

/** The daily bonus was claimed today. */
async function takeDaily({ backend }: Pick<It, 'backend'>) {
  await backend.takeBonus('DAILY')
  await backend.endBonus()
}
/** Pages whose member claimed WELCOME, which can be claimed once. */
const took = new WeakSet<Page>()
/** Lets the page read the bonuses of another member, who has claimed the daily bonus. */
async function readAsAnother({ line, backend, sandbox, info }: It): Promise<Backend> {
  const another = await backend.newcomer(newPhone(10, info.workerIndex), sandbox)
  await takeDaily({ backend: another })
  const token = await another.signIn()
  for (const name of READ) line.askAs(name, token)
  return another
}
const takeWelcome: Arrange = async (it) => {
  const { status, type } = await it.backend.held()
  // of what can be claimed, only WELCOME is of this kind
  if (type === 'limit') return
  const isFree = !status && !took.has(it.page)
  if (isFree) took.add(it.page)
  await (isFree ? it.backend : await readAsAnother(it)).takeBonus('WELCOME')
}

export default {
  as: 'newcomer',
  starts: {
    'the bonuses are opened': async (it) => {
      await takeDaily(it)
      await it.page.goto('/user/bonus')
    },
    'the page is reloaded, WELCOME is not answered yet': async (it) => {
      await takeDaily(it)
      await it.line.free(READ, () => it.bonus.open())
      await it.bonus.take('WELCOME')
      await it.line.waiting(['bonus.activate'])
      await it.page.reload()
      await it.line.waiting(['bonus.activate'])
    },
    'the page is reloaded, the end of WELCOME is not answered yet': async (it) => {
      await takeDaily(it)
      await takeWelcome(it)
      await it.line.free(READ, () => it.bonus.open())
      await it.bonus.end.click()
      await it.bonus.endIt.click()
      await it.line.waiting(['bonus.clear'])
      await it.page.reload()
      await it.line.waiting(['bonus.clear'])
    },
  },
  answers: {
    read: {
      'WELCOME can be claimed, no bonus is active': async (it) => {
        if (took.has(it.page)) await readAsAnother(it)
      },
      'WELCOME is active': takeWelcome,
    },
    attempt: { 'the operation succeeds': async ({ page }) => took.add(page) },
  },
  events: {
    'a second passes': (it) => pass(it, 1000),
    'it is midnight in Bangkok': async (it) => {
      const now = await it.page.evaluate(() => Date.now())
      await pass(it, DAY - ((now + BANGKOK) % DAY) + 1000)
    },
    'a promotion is claimed or refused': async ({ bonus, backend, faults, send }) => {
      // the player cannot claim it while the form is missing or reloading after a failure
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
