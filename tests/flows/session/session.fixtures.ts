import { expect, type Page } from '@playwright/test'
import { homePage } from '#e2e/pages/home.ts'
import { loginPage } from '#e2e/pages/login.ts'
import { type Fixtures, type It, never, turned } from '#e2e/paths/fixtures.ts'
import th from '#locales/th.json' with { type: 'json' }
import type model from './session.model.ts'

const ASK = ['lookup.active'] as const
const LOGIN = 'the login page is opened'
const SIGNED_OUT = 'a reply reports that the session has ended'
const LOGS_OUT = 'the player logs out'

/** Navigates without loading the page again, as a link or Back does. */
const follow = (page: Page, to: string) => page.evaluate((url) => history.pushState({}, '', url), to)
const comeTo = (app: It, place: RegExp) => expect.poll(app.place, 'where the session is').toMatch(place)
/** Waits until the signed-out user is on the login page, and opens a public page if the path continues on one. */
async function goOn(app: It) {
  await comeTo(app, /guest.login.asking/)
  const [next = LOGIN] = app.rest
  if (next === LOGIN) return
  await app.line.letThrough(ASK)
  await expect(app.login.submit).toBeVisible()
  await comeTo(app, /guest.login.asked/)
  await follow(app.page, '/howto')
  await comeTo(app, /guest.browsing/)
}

const isKept = ({ page }: It) => page.evaluate(() => localStorage.getItem('token') !== null)
async function inOtherTab({ page }: It, that: (other: Page) => Promise<unknown>) {
  const other = await page.context().newPage()
  await that(other)
  await other.close()
}
async function askConditions({ home, line, page }: It) {
  await home.settled()
  await home.conditions.click()
  await line.waiting(['lookup.conditions'])
  // gives StrictMode time to abort the first of two calls, which would otherwise use up the answer to the second
  await page.evaluate(() => {})
  await line.letThrough(['lookup.conditions'])
}
/** The texts of the session's own views: the login form and the member's frame. */
const own = [th.app.skip, th.app.language, 'krapao', ...Object.values(th.nav), ...Object.values(th.login)]

const ASKED = never('with the token of another tab the site is not asked again')
const KNOWN = never('the site is known before a login is sent')
const open = turned('terminated', false)
/** Without a chat, the menu does not mention the demo member's unread message. */
const noChat = turned('enableChatWidget', false)

export default {
  as: 'guest',
  // StrictMode sends each request twice and aborts the first, so these calls are held
  held: ['lookup.conditions', 'lookup.contact'],
  passing: [
    'asking',
    ...[SIGNED_OUT, LOGS_OUT, 'another tab logs out'].map((words) => `${words} → guest.browsing`),
    ...['guest.browsing', 'guest.login.asking', 'guest.login.asked', 'terminated'].map(
      (place) => `a member page is opened → ${place}`,
    ),
  ],
  starts: {
    'a visitor opens the registration page': async (app) => {
      await noChat(app)
      await app.page.goto('/howto')
    },
    'a member returns': async (app) => {
      const { page, backend } = app
      await noChat(app)
      await page.goto('/howto')
      const token = await backend.signIn()
      await page.evaluate((text) => localStorage.setItem('token', text), token)
      await page.goto('/user/home')
    },
  },
  answers: {
    'lookup.active': { 'the site is open': open, 'the site is shut down': turned('terminated', true) },
    'account.login': {
      'the player is logged in, and the token is stored in this page only': ({ page }) =>
        page.evaluate(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError')
          }
        }),
    },
  },
  after: {
    // a login waits for the site status, so that request is answered here
    'the player logs in': async (app) => {
      const [answer = '', next] = app.rest
      if (answer.startsWith('account.login fails') && (await isKept(app))) await ASKED(app)
      if (!ASK.some(app.line.isWaiting)) return
      if (next && answer.startsWith('account.login answers')) await KNOWN(app)
      await app.line.letThrough(ASK)
    },
  },
  events: {
    // a signed-out user is already on the login page
    [LOGIN]: async (app) => {
      const place = await app.place()
      if (place === 'guest.login.asked' && (await isKept(app))) await ASKED(app)
      if (place !== 'guest.login.asking') await follow(app.page, '/login')
    },
    'the player chooses a passkey': never('it has none, which passkey.e2e.ts adds'),
    'a public page is opened': ({ page }) => follow(page, '/howto'),
    // leaves the page again, because the other steps begin on pages without the chat
    'the player opens a page with the chat': async (app) => {
      const isMember = (await app.place()) === 'member'
      await app.sandbox.turn('enableChatWidget', true)
      await follow(app.page, isMember ? '/user/contact' : '/contact')
      await app.line.letThrough(['lookup.contact'])
      await expect(app.chat.launch).toBeVisible()
      await noChat(app)
      await follow(app.page, isMember ? '/user/home' : '/howto')
      await expect(app.chat.launch).toBeHidden()
    },
    'a member page is opened': async (app) => {
      await open(app)
      await follow(app.page, '/user/home')
      // without a token the page redirects to the login
      await comeTo(app, /member|guest.login.asking/)
    },
    [LOGS_OUT]: async (app) => {
      await app.home.logout.click()
      await goOn(app)
    },
    'a reply reports that the site is shut down': async (app) => {
      const place = await app.place()
      // no request is sent while the form is filled in, so the event represents the reply to an earlier one
      if (place === 'guest.login.asked') return app.send('wire.gone')
      if (place === 'guest.login.asking') {
        await app.spoil('lookup.active', 'gone')
        return app.line.letThrough(ASK)
      }
      const isMember = place === 'member'
      await app.spoil(isMember ? 'lookup.conditions' : 'lookup.contact', 'gone')
      if (isMember) return askConditions(app)
      await follow(app.page, '/contact')
      return app.line.letThrough(['lookup.contact'])
    },
    [SIGNED_OUT]: async (app) => {
      await app.spoil('lookup.conditions', 'invalid-token')
      await askConditions(app)
      await goOn(app)
    },
    // storing a token that is already stored has no visible effect, so the event is sent directly
    'another tab logs in': async (app) =>
      (await isKept(app))
        ? app.send('tab.signedIn')
        : inOtherTab(app, async (other) => {
            const login = loginPage(other, app.t)
            await login.open()
            await login.signIn()
            await homePage(other, app.t).settled()
          }),
    'another tab logs out': async (app) =>
      (await isKept(app))
        ? inOtherTab(app, async (other) => {
            const home = homePage(other, app.t)
            await home.open()
            await home.logout.click()
            await expect(other).toHaveURL('/login')
          })
        : app.send('tab.signedOut'),
  },
  // the texts of the pages inside the frame
  beyond: new RegExp(`^(?!(?:${own.join('|')})(?: \\(|$))`),
} satisfies Fixtures<typeof model>
