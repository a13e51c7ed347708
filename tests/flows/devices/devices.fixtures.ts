import { devicesDialog } from '#e2e/pages/devices.ts'
import { withoutPassword } from '#e2e/pages/no-password.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import { stepUp } from '#e2e/paths/step-up.ts'
import type model from './devices.model.ts'

const { made, refused, unconfirmed } = stepUp(['session.end', 'session.endOthers'], 'devices.end')

export default {
  as: 'newcomer',
  starts: {
    'the player opens the list of devices': async ({ page }) => {
      await withoutPassword(page)
      await page.goto('/user/profile?dialog=devices')
    },
    'the player opens the list, and logging out a device requires the password': ({ page }) =>
      page.goto('/user/profile?dialog=devices'),
  },
  either: ['end'],
  children: {
    stepUp: {
      'the device is logged out': made,
      'refused: the device was already logged out': refused('NO_DATA'),
      'refused: too many requests': refused('REQUEST_LIMIT'),
      ...unconfirmed,
    },
  },
  answers: {
    'session.list': {
      'this device and one other': ({ backend }) => backend.loginElsewhere(),
      'this device only': ({ backend }) => backend.logoutElsewhere(),
    },
    end: {
      // the test fakes the reply, because the real server requires the password
      'the device is logged out': async ({ backend, line, words }) => {
        if (words[0] !== 'the player opens the list of devices') return
        await backend.logoutElsewhere()
        line.answer('session.end', {})
        line.answer('session.endOthers', {})
      },
    },
  },
  before: {
    // closes the toast about the other login first, because its button has the same label
    'the player dismisses the message': async ({ page, t }) => {
      const close = devicesDialog(page, t).toasts.getByRole('button', { name: t('action.close') })
      if (await close.isVisible()) await close.click()
    },
  },
  // browsers and times of the real sessions
  beyond: /Windows|iOS|2026|Linux|ไม่ทราบชนิด/,
} satisfies Fixtures<typeof model>
