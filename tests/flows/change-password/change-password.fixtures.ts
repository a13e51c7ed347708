import { expect } from '@playwright/test'
import { NEWCOMER } from '#e2e/pages/register.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import th from '#locales/th.json' with { type: 'json' }
import type model from './change-password.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the player opens the password dialog': async ({ profile }) => {
      await profile.open()
      await profile.change.click()
    },
    'the player reopens the password dialog after a reload, while the outcome of a password change is unknown': async ({
      profile,
      page,
      line,
    }) => {
      await profile.open('?dialog=password')
      await profile.send(NEWCOMER.password, 'new-demo1234')
      await line.waiting(['account.password'])
      await page.reload()
      await expect(profile.unsure).toBeVisible()
    },
  },
  // contains the time of the real request
  beyond: new RegExp(th.password.lost.split('{{at}}')[0] ?? ''),
  says: { demo1234: () => NEWCOMER.password },
} satisfies Fixtures<typeof model>
