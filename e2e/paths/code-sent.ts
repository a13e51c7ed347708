import { expect, type Locator } from '@playwright/test'
import type { CallName } from '#contract/calls.ts'
import { OTP_RESEND } from '#contract/limits.ts'
import type { Arrange, It } from './fixtures.ts'
import { pass } from './time.ts'

/**
 * Releases the call that sends a code, and waits for the code field. If that field is already visible, first requests
 * another code.
 */
export const codeSent =
  (call: CallName, on: (it: It) => { code: Locator; resend: Locator }): Arrange =>
  async (app) => {
    const { code, resend } = on(app)
    if (await code.isVisible()) {
      await pass(app, OTP_RESEND)
      await resend.click()
    }
    await app.line.letThrough([call])
    await expect(code).toBeVisible()
  }
