import type { Page } from '@playwright/test'
import { really } from './spoil.ts'

/** Makes the site believe that its backend requires no password in addition to the token. */
export const withoutPassword = (page: Page) =>
  page.route('**/api/lookup/active', async (route) => {
    const response = await really(route)
    const { settings, ...site } = await response.json()
    await route.fulfill({ response, json: { ...site, settings: { ...settings, asksPassword: false } } })
  })
