import { expect } from '@playwright/test'
import { LANGUAGES } from '#contract/language.ts'
import { QR_WATCH } from '#contract/limits.ts'
import { LINE } from '#server/operator.ts'
import { look } from './pages/look.ts'
import { holdBack, LOST, really } from './pages/spoil.ts'
import { test } from './pages/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const lang of LANGUAGES)
  test.describe(lang, () => {
    test.use({ lang })

    test(`the public screens in ${lang} (R13, R28, WCAG 2.2 AA)`, async ({
      page,
      login,
      howto,
      faults,
      sandbox,
      t,
    }, info) => {
      faults.expectStatus(401)
      await login.open()
      await look(page, 'login', info, lang)
      await login.fill(`08${info.parallelIndex}${info.project.name.length}${LANGUAGES.indexOf(lang)}00000`)
      await login.submit.click()
      await expect(login.error).toBeVisible()
      await look(page, 'login-error', info, lang)
      await page.goto('/contact')
      await expect(page.getByRole('link', { name: LINE.lineName })).toBeVisible()
      await look(page, 'contact', info, lang)
      await howto.open()
      await look(page, 'howto', info, lang)
      await howto.entry('wallet').click()
      await expect.poll(() => howto.played('wallet')).toBeGreaterThan(0)
      await look(page, 'howto-player', info, lang)
      await page.goto('/howto?video=bonus')
      await expect(howto.dialog('bonus')).toBeVisible()
      await look(page, 'howto-soon', info, lang)
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look(page, 'not-found', info, lang)
      await sandbox.turn('terminated', true)
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1, name: t('page.terminated') })).toBeVisible()
      await look(page, 'terminated', info, lang)
    })

    test.describe('member', () => {
      test.use({ as: 'member' })

      test(`home and the member's screens in ${lang} (R68, R81, R95, WCAG 2.2 AA)`, async ({ page, home, t }, info) => {
        const answer = await holdBack(page, '**/api/wallet')
        await page.goto('/user/home')
        await expect(home.wallet.getByRole('status', { name: t('state.loading') })).toBeVisible()
        await look(page, 'home-loading', info, lang)
        answer()
        await home.settled()
        await look(page, 'home', info, lang)
        await page.goto('/user/contact')
        await expect(page.getByRole('link', { name: LINE.lineName })).toBeVisible()
        await look(page, 'user-contact', info, lang)
        for (const name of ['bonus', 'spin'] as const) {
          await page.goto(`/user/${name}`)
          await expect(page.getByRole('heading', { level: 1, name: t(`page.${name}`) })).toBeVisible()
          await look(page, `user-${name}`, info, lang)
        }
        await home.conditions.click()
        await expect(page.getByRole('dialog').getByRole('heading', { level: 3 })).not.toHaveCount(0)
        await look(page, 'conditions', info, lang)
        await page.evaluate(() => localStorage.removeItem('remember-agreement'))
        await page.goto('/user/home')
        await expect(home.agreement.getByRole('heading', { level: 3 })).not.toHaveCount(0)
        await look(page, 'agreement', info, lang)
      })

      test(`home without two unreadable game accounts in ${lang} (R82, R95, R161, WCAG 2.2 AA)`, async ({
        page,
        home,
        t,
      }, info) => {
        await page.route('**/api/wallet', async (route) => {
          const response = await really(route)
          const overview = await response.json()
          overview.slots[0].amount = -5
          overview.slots[1].name = null
          await route.fulfill({ response, json: overview })
        })
        await home.open()
        await expect(home.wallet).toContainText(t('home.without', { n: 2 }))
        await look(page, 'home-unread', info, lang)
        await page.getByText(t('home.unread', { n: 2 }), { exact: true }).scrollIntoViewIfNeeded()
        await look(page, 'home-unread-note', info, lang)
        await page.goto('/user/home?dialog=game&game=nowhere')
        await expect(page.getByRole('dialog')).toContainText(t('home.unreadGame'))
        await look(page, 'home-unread-game', info, lang)
      })

      test(`the deposit by QR in ${lang} (R213–R218, WCAG 2.2 AA)`, async ({
        page,
        deposit,
        sandbox,
        faults,
        t,
      }, info) => {
        await page.clock.install()
        await deposit.open()
        await look(page, 'deposit-amount', info, lang)
        const qrcodeId = await deposit.make(50_000)
        await look(page, 'deposit-code', info, lang)
        await deposit.cancel.click()
        await expect(deposit.confirm).toBeVisible()
        await look(page, 'deposit-confirm', info, lang)
        await page.keyboard.press('Escape')
        await sandbox.pay(qrcodeId)
        await page.clock.runFor(QR_WATCH)
        await expect(deposit.received).toBeVisible()
        await look(page, 'deposit-received', info, lang)
        await deposit.again.click()
        faults.expect(LOST)
        await page.route('**/api/qrcode/KBANK', (route) => route.abort(), { times: 1 })
        await deposit.preset(50_000).click()
        await deposit.create.click()
        await expect(deposit.check).toBeVisible()
        await look(page, 'deposit-unknown', info, lang)
        await deposit.check.click()
        await expect(deposit.timer).toBeVisible()
        await deposit.runOut()
        await look(page, 'deposit-expired', info, lang)
        await page.reload()
        await deposit.transferred.click()
        await expect(page.getByRole('status', { name: t('toast.region') })).toContainText(t('qr.done'))
        await look(page, 'toast', info, lang)
      })
    })
  })
