import { type Arrange, type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { stopClock } from '#e2e/paths/time.ts'
import type model from './wallet.model.ts'

const HOME = 'home is opened'
const ELSEWHERE = 'another page is opened'

const open =
  (link: 'home' | 'statement'): Arrange =>
  async ({ page, t }) => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t(`nav.${link}`) })
      .click()
    await page.waitForURL(`/user/${link}`)
  }

export default {
  as: 'newcomer',
  isWide: true,
  passing: ['games.resting + overview.unread'],
  starts: {
    'a member is signed in': async (it) => {
      await stopClock(it)
      await it.page.goto(it.words[1] === HOME ? '/user/home' : '/user/statement')
    },
  },
  events: {
    // once a request was sent the player is there, and returns
    [HOME]: async (it) => {
      if (/unread/.test(await it.place())) return
      await open('statement')(it)
      await open('home')(it)
    },
    [ELSEWHERE]: open('statement'),
    'money has moved: the balance has to be read': ({ send }) => send('wallet.read'),
  },
  answers: {
    'wallet.get': {
      'the balance, without one game account that cannot be read': never(
        'every game account of this server can be read',
      ),
    },
  },
  // somebody else's money, as read at another time
  beyond: /฿|\d|สวัสดี/,
} satisfies Fixtures<typeof model>
