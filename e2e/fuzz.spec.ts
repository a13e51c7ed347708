import { expect, type Page } from '@playwright/test'
import { fuzz, randomOf, SentMoney, vary } from './pages/fuzz.ts'
import { really } from './pages/spoil.ts'
import { test } from './pages/test.ts'
import { TEXT_KEYS, type TextKey, type Texts } from './pages/texts.ts'

/** The number of replies per part, and the number of parts: 300 replies in CI, 15,000 at night. */
const REPLIES = 150
const PARTS = process.env.NIGHT ? 100 : 2
const SEED = Number(process.env.SEED ?? 1)
/** The number of screens per page load. More would let cached data hide faults on later screens. */
const SCREENS_A_LOAD = 10
/** Every third page load gets replies that match the contract. */
const FITTING = 3

/** A screen and its address. `before` runs before the screen is opened, and `after` reveals its hidden content. */
type Screen = {
  address: string
  before?: (page: Page) => Promise<void>
  after?: (page: Page, t: Texts) => Promise<void>
}

const DRAFT = {
  phone: '0899999999',
  name: 'n',
  sourceCode: '',
  inviteCode: '',
  bankCode: '',
  accountNo: '',
  firstName: 'A',
  lastName: 'B',
  currency: 'BAHT',
}
/** The registration, resumed at a step that this tab has already reached. */
const registerAt = (step: 'otp' | 'profile' | 'bank'): Screen => ({
  address: '/register',
  before: (page) =>
    page.evaluate(([key, draft]) => sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), ...draft })), [
      'register',
      { step, typed: DRAFT, phone: DRAFT.phone, otp: { ref: 'AB12', token: 'token' } },
    ] as const),
})
/** A deposit method, if the site shows it. */
const wayToDeposit = (key: 'deposit.bank' | 'deposit.gift'): Screen => ({
  address: '/user/home?dialog=deposit',
  after: async (page, t) => {
    const tab = page.getByRole('tab', { name: t(key), exact: true })
    // another dialog may cover the tab
    if (await tab.isVisible()) await tab.dispatchEvent('click')
  },
})
const at = (address: string): Screen => ({ address })

const PUBLIC: readonly Screen[] = [
  ...['/login', '/register', '/howto', '/contact', '/register?code=PR1', '/contact?chat=open'].map(at),
  ...(['otp', 'profile', 'bank'] as const).map(registerAt),
]
const MEMBER_ADDRESSES = [
  '/user/home',
  ...['deposit', 'withdraw', 'transfer', 'invite', 'refund', 'game&game=pg'].map((name) => `/user/home?dialog=${name}`),
  '/user/profile',
  '/user/profile?dialog=password',
  '/user/bonus',
  '/user/statement',
  '/user/statement?dialog=slips',
  '/user/profile?dialog=devices',
  '/user/contact',
  '/user/contact?chat=open',
  '/user/spin',
  '/user/home?popup=conditions',
]
const MEMBER: readonly Screen[] = [
  ...MEMBER_ADDRESSES.map(at),
  ...(['deposit.bank', 'deposit.gift'] as const).map(wayToDeposit),
]
const AMOUNT = /(?<![\d,.])\d{1,3}(?:,\d{3})*\.\d{2}(?!\d)/g
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Navigates within the app, as a link does. */
const leadTo = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)

/**
 * Texts that a valid reply can cause: for a status that the operator defined, a device whose browser is unknown, and a
 * message of a new type.
 */
const SAID: readonly string[] = ['slip.unread', 'devices.unknown', 'chat.unknown']
/** Texts that report missing or unreadable data. */
const notKnown = (t: Texts) =>
  TEXT_KEYS.filter((key) => /failed|unread|unknown|unavailable|unseen/i.test(key) && !SAID.includes(key))
    .map((key) => t(key as TextKey))
    .filter((text) => !text.includes('undefined'))

for (const part of Array.from({ length: PARTS }, (_, at) => at))
  for (const [who, screens] of [
    ['guest', PUBLIC],
    ['member', MEMBER],
  ] as const)
    test.describe(() => {
      test.use({ as: who })

      test(`a ${who}’s screens (part ${part}) survive randomly altered replies, valid or malformed, and show only amounts that the server sent (R388, R389)`, async ({
        page,
        context,
        t,
      }) => {
        test.slow()
        const seed = SEED + part
        const share = Math.round((REPLIES * screens.length) / (PUBLIC.length + MEMBER.length))
        const random = randomOf(seed)
        const sent = new SentMoney()
        let [fuzzed, open, isFitting] = [0, 0, false]
        await context.route(
          () => true,
          (route) =>
            /^(image|media)$/.test(route.request().resourceType()) ? route.fulfill({ body: PIXEL }) : route.fallback(),
        )
        await page.route('**/api/**', async (route) => {
          open++
          const response = await really(route)
          const said = await response.text()
          const body = response.ok() ? (isFitting && said ? vary : fuzz)(said, random) : said
          fuzzed++
          sent.add(body)
          await route.fulfill({ response, body }).catch(() => {}) // the screen that sent the request may be gone
          open--
        })

        for (let count = 0; fuzzed < share; count++) {
          const { address, before, after } = screens[Math.floor(random() * screens.length)] ?? at('/login')
          const isLoad = count % SCREENS_A_LOAD === 0
          if (isLoad) isFitting = (count / SCREENS_A_LOAD) % FITTING === 1
          const story = `seed ${seed}, screen ${count}: ${address}`
          if (count > 0) await before?.(page)
          if (isLoad) await page.goto(address)
          else await leadTo(page, address)
          await expect.poll(() => open, { message: story, intervals: [20] }).toBe(0)
          await after?.(page, t)
          await expect.poll(() => open, { message: story, intervals: [20] }).toBe(0)
          await expect(page.locator('#root'), story).toContainText(/\S{3}/)
          await expect(page.locator('.crash'), story).toHaveCount(0)
          // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
          const shown = await page.locator('body').innerText()
          expect(
            [...shown.matchAll(AMOUNT)].map(([amount]) => amount).filter((amount) => !sent.has(amount)),
            `${story}: money that was not sent`,
          ).toEqual([])
          expect(
            notKnown(t).filter((text) => isFitting && shown.includes(text)),
            `${story}: not known, though the reply fits`,
          ).toEqual([])
        }
      })
    })
