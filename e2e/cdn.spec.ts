import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { SECURITY_HEADERS } from '#server/http/headers.ts'
import { Cdn } from './pages/cdn.ts'
import { OwnServer } from './pages/server.ts'
import { NIGHT } from './pages/tags.ts'
import { test as base, type WorkerOptions } from './pages/test.ts'

const GAME = 'joker2'
const PORTS_AWAY = 20

/** The test tools use the origin of the API. The pages are loaded from the origin of the CDN. */
const test = base.extend<object, { cdn: Cdn }>({
  cdn: [
    async ({ playwright: _ }, use, { parallelIndex, project }) => {
      const { product } = project.use as Partial<WorkerOptions>
      const port = (product?.port ?? 0) + PORTS_AWAY + 2 * parallelIndex
      const api = new OwnServer(port)
      const cdn = new Cdn(port + 1, api.origin)
      await api.start({ WEB_ORIGIN: cdn.origin, VITE_API_URL: api.origin, DATABASE_URL: '' })
      try {
        await cdn.start()
        await use(cdn)
      } finally {
        await cdn.stop()
        await api.remove()
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ cdn }, use) => use(cdn.origin),
  origin: async ({ cdn }, use) => use(cdn.api),
})
test.describe.configure({ mode: 'default' })

test('a CDN-hosted site serves the HTML in the language set in the cookie', {
  tag: NIGHT,
}, async ({ cdn }) => {
  for (const [lang, word] of [
    ['LA', 'ເຂົ້າສູ່ລະບົບ'],
    ['EN', 'Log in'],
  ] as const) {
    for (const cookie of [`lang=${lang}`, `a=b; __Secure-lang=${lang}`, `lang=TH; __Secure-lang=${lang}`]) {
      const reply = await fetch(`${cdn.origin}/`, { headers: { Cookie: cookie } })
      expect(await reply.text(), cookie).toContain(word)
      expect(reply.headers.get('cache-control')).toBe('no-cache')
    }
  }
})

test('a CDN-hosted site sends the server’s security headers except the CSP, and answers requests for missing files with 404 and Cache-Control: no-cache', {
  tag: NIGHT,
}, async ({ cdn }) => {
  const { headers } = await fetch(`${cdn.origin}/register`)
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (name !== 'Content-Security-Policy') expect(headers.get(name), name).toBe(value)
  expect(headers.get('vary')).toContain('Cookie')
  for (const path of ['/assets/none.js', '/none.js', '/.vite/inline.json', '/api/health']) {
    const reply = await fetch(cdn.origin + path)
    expect(reply.status, path).toBe(404)
    expect(reply.headers.get('cache-control'), path).toBe('no-cache')
  }
})

test('a player on a CDN-hosted site can log in, transfer money, chat and open pages by URL', {
  tag: NIGHT,
}, async ({ page, login, home, transfer, backend, chat, sandbox, t }) => {
  await backend.fill(satang(100_000))
  await sandbox.turn('enableChatWidget', true)
  await login.open()
  await login.signIn()
  await home.settled()
  await transfer.open()
  await transfer.fill(WALLET, GAME, satang(10_000))
  await transfer.submit.click()
  await expect(transfer.done).toContainText('100.00')
  await page.goto('/user/statement')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('page.statement'))
  await page.goto('/user/contact?chat=open')
  await expect(chat.online).toBeVisible()
  await chat.box.fill('สวัสดี')
  await chat.box.press('Enter')
  await expect(chat.panel).toContainText(t('chat.sent'))
})
