import { expect } from '@playwright/test'
import { satang, toSatang } from '#contract/money.ts'
import { type Arrange, type Fixtures, type It, never } from '#e2e/paths/fixtures.ts'
import type model from './withdraw.model.ts'
import { MAIN, READ } from './withdraw.model.ts'

const REACHED =
  'limits of 100 to 50,000 baht; the turnover of the active bonus is reached, so the player must withdraw everything, up to the maximum'
const BOUND = 'limits of 100 to 50,000 baht; 250 baht of the turnover of the active bonus are left'
const GAME = 'pg'
const WELCOME = toSatang(100)

const NO_LIMIT = never('this server has no limit of a day')

/** Claims a bonus; `isReached` also plays until its turnover is reached. */
async function hold({ backend, sandbox, phone }: It, isReached: boolean) {
  if (isReached) await backend.stake(GAME, WELCOME)
  await backend.takeBonus('WELCOME')
  if (isReached) await sandbox.play(phone, GAME, WELCOME, 'win')
}

const open: Arrange = async (app) => {
  const { backend, page, words } = app
  const first = words[1]
  // the bonus comes first, because it adds to the main wallet, which `fill` then sets to MAIN
  if (first?.endsWith(REACHED) || first?.endsWith(BOUND)) await hold(app, first.endsWith(REACHED))
  await backend.fill(satang(MAIN))
  await page.goto('/user/home?dialog=withdraw')
}

export default {
  as: 'newcomer',
  starts: {
    'the player opens the withdrawal dialog, with 60,000 baht in the main wallet': open,
    'the player reopens the dialog while the outcome of a withdrawal of 500 baht is unknown': async (app) => {
      await app.line.free(READ, async () => {
        await open(app)
        await expect(app.withdraw.dialog).toContainText(app.t('withdraw.limits'))
      })
      await app.withdraw.send(toSatang(500))
      await app.line.waiting(['wallet.withdrawAll'])
      await app.page.reload()
      await expect(app.withdraw.dialog).toBeVisible()
    },
  },
  answers: {
    read: {
      [REACHED]: async (app) => {
        if (!(await app.backend.held()).status) await hold(app, true)
      },
      [BOUND]: async (app) => {
        if (!(await app.backend.held()).status) await hold(app, false)
      },
      'no withdrawal is possible yet, because the password was changed less than a day ago': never(
        'they would wait beyond this path',
      ),
      'no withdrawal is possible today, because the daily limit is used up': NO_LIMIT,
      'limits of 100 to 50,000 baht; the maximum is what is left of the daily limit': NO_LIMIT,
      'limits of 100 to 50,000 baht; the player is self-excluded, so any withdrawal ends the active bonus': never(
        'an exclusion would last beyond this path',
      ),
    },
    attempt: {
      // while a bonus is active, the server would refuse this withdrawal
      'the withdrawal is accepted': async ({ backend }) => {
        if ((await backend.held()).status) await backend.endBonus()
      },
    },
  },
  before: {
    'the player confirms after the main wallet has fallen to 50 baht, less than the amount': never(
      'no page reads the wallet again while the question is open',
    ),
  },
  // the bank account, and a bonus's texts
  beyond: /กสิกรไทย|%|250\.00/,
} satisfies Fixtures<typeof model>
