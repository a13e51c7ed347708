import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { chatPanel } from './pages/chat.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

/**
 * Functions that each remove one API before a page loads. Each of these APIs is missing or incomplete in Chrome 111, in
 * Safari 16.4 or on an http page.
 */
const MISSING: Record<string, () => void> = {
  'URL.parse': () => Reflect.deleteProperty(URL, 'parse'),
  'AbortSignal.any': () => Reflect.deleteProperty(AbortSignal, 'any'),
  'AbortSignal.timeout': () => Reflect.deleteProperty(AbortSignal, 'timeout'),
  'Array.prototype.with': () => Reflect.deleteProperty(Array.prototype, 'with'),
  'crypto.randomUUID': () => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'),
  'the easing linear()': () => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, options) {
      if (typeof options === 'object' && options.easing?.startsWith('linear(')) throw new TypeError('invalid easing')
      return animate.call(this, keyframes, options)
    }
  },
}
const GAME = 'joker2'

for (const [name, remove] of Object.entries(MISSING))
  test(`in a browser without ${name}, a member logs in, transfers money, opens the wheel and the contact page, and chats (R30, R112, R138, R148, R186)`, {
    tag: NIGHT,
  }, async ({ page, backend, login, home, transfer, sandbox, spin, t }) => {
    await backend.fill(satang(10_000))
    await sandbox.turn('enableChatWidget', true)
    await page.addInitScript(remove)
    await page.route('**/api/lookup/info', (route) =>
      route.fulfill({ json: { name: 'krapao', website: 'https://help.example/th' } }),
    )
    await login.open()
    await login.signIn()
    await home.settled()
    await transfer.open(GAME)
    await transfer.move(WALLET, GAME, satang(100))
    await spin.open()
    await expect(spin.wheel).toBeVisible()
    await page.goto('/user/contact')
    await expect(page.getByRole('link', { name: 'help.example', exact: true })).toBeVisible()
    await expect(page.getByRole('img', { name: t('contact.qr') })).toHaveAttribute('src', /^\/assets\/[\w-]+\.svg$/)
    const chat = chatPanel(page, t)
    await chat.open()
    await chat.say(`hello without ${name}`)
  })

/** Simulates a browser that is too old by removing an API that every supported browser has. */
const makeOld = () => Reflect.deleteProperty(String.prototype, 'isWellFormed')
const LINE_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 10; wv) AppleWebKit/537.36 Chrome/99.0.4844.88 Mobile Safari/537.36 Line/12.4.1/IAB'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) AppleWebKit/605.1.15 Version/15.6 Safari/604.1'

// an iPad sends the same user agent
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/604.1'

for (const [path, lang, sentence] of [
  ['/login', 'th', 'กรุณาอัปเดตเบราว์เซอร์ แล้วเปิดเว็บอีกครั้ง'],
  ['/register', 'lo', 'ກະລຸນາອັບ\u2060ເດດບຣາວເຊີ ແລ້ວເປີດເວັບອີກຄັ້ງ'],
  ['/howto', 'en', 'Please update your browser, then open the site again.'],
  ['/terminated', 'th', 'กรุณาอัปเดตเบราว์เซอร์ แล้วเปิดเว็บอีกครั้ง'],
] as const)
  test(`an old browser shows a notice at ${path} in three languages, ${lang} first (D-66)`, async ({
    page,
    context,
    origin,
  }) => {
    if (lang !== 'th') await context.addCookies([{ name: 'lang', value: lang === 'lo' ? 'LA' : 'EN', url: origin }])
    await page.addInitScript(makeOld)
    await page.goto(path)
    const notice = page.locator('#old')
    await expect(notice.locator('p').first()).toContainText(sentence)
    await expect(notice.locator('p').first()).toHaveAttribute('lang', lang)
    await expect(notice.locator('p')).toHaveCount(3)
    await expect(notice).toBeInViewport()
  })

for (const [name, userAgent, touchPoints, sentence] of [
  ['the browser of LINE', LINE_ON_ANDROID, 5, 'Please open this page in another browser, such as Chrome.'],
  ['an iPhone', IPHONE, 5, 'Please update iOS or iPadOS to version 16.4 or later.'],
  ['an iPad', MAC, 5, 'Please update iOS or iPadOS to version 16.4 or later.'],
  ['a Mac', MAC, 0, 'Please update your browser, then open the site again.'],
] as const)
  test.describe(() => {
    test.use({ userAgent })
    test(`the old-browser notice shows the right instructions for ${name} (D-66)`, async ({ page }) => {
      await page.addInitScript(makeOld)
      await page.addInitScript((value) => Object.defineProperty(navigator, 'maxTouchPoints', { value }), touchPoints)
      await page.goto('/login')
      await expect(page.locator('#old [lang=en]')).toContainText(sentence)
    })
  })

test('the old-browser notice is shown even if the browser cannot parse the page’s scripts (D-66)', async ({
  page,
  faults,
}) => {
  faults.expect(/page error: SyntaxError/)
  await page.addInitScript(makeOld)
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'class {' }))
  await page.goto('/user/home')
  await expect(page.locator('#old [lang=th]')).toBeVisible()
})

test('a supported browser neither loads nor shows the old-browser notice (D-66)', async ({ page, login }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await login.open()
  await page.waitForLoadState('networkidle')
  expect(asked).not.toContain('/old.js')
  await expect(page.locator('#old')).toHaveCount(0)
})
