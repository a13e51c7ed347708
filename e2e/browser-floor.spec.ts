import { expect } from '@playwright/test'
import { satang } from '#contract/money.ts'
import { WALLET } from '#contract/transfer.ts'
import { LINE } from '#server/domain/operator.ts'
import { chatPanel } from './pages/chat.ts'
import { NIGHT } from './pages/tags.ts'
import { test } from './pages/test.ts'

/** Removes, before a page loads, one API each that Chrome 111, Safari 16.4 or an http page lacks or supports partly. */
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
  test(`a member logs in, moves money, reads the other pages and chats without ${name} (R30, R112, R138, R148, R186)`, {
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
    await expect(page.getByRole('img', { name: t('contact.qr') })).toHaveAttribute('src', LINE.lineQR)
    const chat = chatPanel(page, t)
    await chat.open()
    await chat.say(`hello without ${name}`)
  })
