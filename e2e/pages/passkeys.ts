import { expect, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** Adds a virtual authenticator that responds immediately, like a phone whose owner unlocks it. */
export async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the player accepts (true, the default) or declines when the browser requests the passkey. */
    verify: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** The dialog that lists the passkeys, and its button in the profile. */
export function passkeyDialog(page: Page, t: Texts) {
  const dialog = page.getByRole('dialog', { name: t('passkey.title') })
  const alert = page.getByRole('alertdialog')
  const rows = dialog.locator('li:has(> strong)')
  const add = dialog.getByRole('button', { name: t('passkey.add') })
  const prove = async (password: string, submit: string) => {
    await alert.getByLabel(t('login.password'), { exact: true }).fill(password)
    await alert.getByRole('button', { name: submit, exact: true }).click()
  }
  return {
    dialog,
    alert,
    rows,
    add,
    usePasskey: alert.getByRole('button', { name: t('stepUp.passkey') }),
    /** The button that starts the removal of the only passkey. */
    remove: rows.getByRole('button'),
    async open() {
      await page.goto('/user/profile?dialog=passkeys')
      await expect(add).toBeVisible()
    },
    continueWith: (password: string) => prove(password, t('passkey.continue')),
    removeWith: (password: string) => prove(password, t('passkey.remove')),
  }
}
