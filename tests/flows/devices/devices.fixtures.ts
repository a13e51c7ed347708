import { devicesDialog } from '#e2e/pages/devices.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './devices.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the list of devices is opened': ({ page }) => page.goto('/user/profile?dialog=devices') },
  either: ['end'],
  answers: {
    'session.list': {
      'this device and another': ({ backend }) => backend.loginElsewhere(),
      'this device only': ({ backend }) => backend.logoutElsewhere(),
    },
  },
  before: {
    // the toast about the other login has a button with the same words
    'the player dismisses the message': async ({ page, t }) => {
      const close = devicesDialog(page, t).toasts.getByRole('button', { name: t('action.close') })
      if (await close.isVisible()) await close.click()
    },
  },
  // browsers and times of the real sessions
  beyond: /Windows|iOS|2026|Linux|ไม่ทราบชนิด/,
} satisfies Fixtures<typeof model>
