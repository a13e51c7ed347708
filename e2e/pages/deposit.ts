import { expect, type Page } from '@playwright/test'
import type { Satang } from '#contract/money.ts'
import type { QrProvider } from '#contract/qr.ts'
import { readSettings } from '#server/core/settings.ts'
import { splitAmount } from '#src/lib/format.ts'
import { holdBack } from './spoil.ts'
import { bahtIn, secondsOn, type Texts } from './texts.ts'

/** The deposit dialog, its QR tabs and their codes. */
export function depositDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('page.deposit') })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const amount = dialog.getByRole('textbox', { name: t('qr.amount') })
  const timer = dialog.getByRole('timer')
  const create = button(t('qr.create'))
  const sentence = dialog.getByRole('alert')
  const presets = dialog.getByRole('group', { name: t('qr.presets') })
  /** The picture of a QR code for `satang`. */
  const code = (satang: Satang) =>
    dialog.getByRole('img', { name: t('qr.code', { amount: bahtIn(t, satang) }), exact: true })
  /** A provider's tab. */
  const tab = (provider: QrProvider) => dialog.getByRole('tab', { name: new RegExp(`^${provider}\\b`) })
  /** Chooses a provider's tab and waits for its content. */
  async function choose(provider: QrProvider) {
    await tab(provider).click()
    await expect(amount.or(timer)).toBeVisible()
  }
  /** A preset amount. */
  const preset = (satang: Satang) => presets.getByRole('button', { name: splitAmount(satang).whole, exact: true })
  /**
   * Advances the page's clock in one step until the code has expired. The clock must be installed. The step has a
   * margin for the half-second precision of the server time. Replies are held back, because a reply could reset the
   * page to the real time.
   */
  async function runOut() {
    const goOn = await holdBack(page, '**/api/**')
    await page.clock.fastForward(readSettings({}).qrMinutes * 60_000 + 2_000)
    await expect(sentence).toContainText(t('qr.expired'))
    goOn()
  }
  return {
    runOut,
    dialog,
    amount,
    timer,
    create,
    code,
    tab,
    choose,
    preset,
    presets,
    close: button(t('action.close')),
    gotIt: button(t('action.gotIt')),
    again: button(t('qr.again')),
    refresh: button(t('home.refresh')),
    check: button(t('action.checkAgain')),
    transferred: button(t('qr.transferred')),
    cancel: button(t('qr.cancel')),
    sentence,
    received: dialog.getByRole('status').filter({ hasText: t('qr.received') }),
    /** The dialog that asks for confirmation before a code is cancelled. */
    confirm: page.getByRole('alertdialog', { name: t('qr.confirmTitle') }),

    /** Navigates to the dialog's address, then opens a provider's tab. */
    async open(provider: QrProvider = 'KBANK') {
      await page.goto('/user/home?dialog=deposit')
      await choose(provider)
    },
    /** Requests a code for a preset amount, waits for it and returns its id. */
    async make(satang: Satang): Promise<string> {
      await preset(satang).click()
      const answer = page.waitForResponse(
        (reply) => reply.request().method() === 'POST' && reply.url().includes('/api/qrcode/'),
      )
      await create.click()
      const { qrcodeId } = (await (await answer).json()) as { qrcodeId: string }
      await expect(code(satang)).toBeVisible()
      return qrcodeId
    },
    /** The seconds left on the countdown. */
    left: () => secondsOn(timer),
  }
}
