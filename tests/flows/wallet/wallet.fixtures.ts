import { expect } from '@playwright/test'
import { toSatang } from '#contract/money.ts'
import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import { lastBalance } from '#tests/kit/samples/wallet.ts'
import type model from './wallet.model.ts'

const READABLE = never('every game account of this server can be read')
const HOME = 'the player opens the home page'
const ELSEWHERE = 'the player opens another page'

const enter: Arrange = async (app) => {
  await stopClock(app)
  await app.page.goto(app.words[1] === HOME ? '/user/home' : '/user/statement')
}

const open =
  (link: 'home' | 'statement'): Arrange =>
  async ({ page, t }) => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t(`nav.${link}`) })
      .click()
    await page.waitForURL(`/user/${link}`)
    // the previous page stays visible until the new one has loaded
    await expect(page.getByRole('heading', { level: 1, name: t(`page.${link}`) })).toBeVisible()
  }

export default {
  as: 'newcomer',
  isWide: true,
  passing: ['games.resting + overview.unread', 'games.resting + overview.remembered'],
  starts: {
    'a member is signed in': enter,
    'a member returns': async (app) => {
      await app.page.addInitScript((balance) => {
        const of = localStorage.getItem('token')?.slice(0, 8)
        localStorage.setItem('last_balance', of + JSON.stringify(balance))
        localStorage.setItem('last_sync', String(Date.now()))
      }, lastBalance)
      await enter(app)
    },
  },
  events: {
    // after the first request, the player is already on the page and must leave it and return
    [HOME]: async (app) => {
      if (/unread|remembered/.test(await app.place())) return
      await open('statement')(app)
      await open('home')(app)
    },
    [ELSEWHERE]: open('statement'),
    'money has moved, so the balance must be reloaded': ({ send }) => send('wallet.read'),
  },
  answers: {
    'wallet.get': {
      'the balance': ({ backend }) => backend.closeCodes(),
      'the balance, and a QR code awaiting payment': ({ backend }) => backend.makeCode('KBANK', toSatang(100)),
      'the balance, except one game account that could not be read': READABLE,
      'the balance, except one game account that could not be read; and a QR code awaiting payment': READABLE,
    },
  },
  // the real member's amounts and times, the page's games (which load later), and the list of pending money (which only
  // home has)
  beyond: /฿|\d|สวัสดี|กำลังโหลด|QR|ติดตามรายการเงิน/,
} satisfies Fixtures<typeof model>
