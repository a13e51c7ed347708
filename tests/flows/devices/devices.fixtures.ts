import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './devices.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the devices are opened': ({ page }) => page.goto('/user/profile?dialog=devices') },
  answers: {
    'session.list': {
      'this device and another': ({ backend }) => backend.loginElsewhere(),
      'this device only': ({ backend }) => backend.logoutElsewhere(),
    },
  },
  // browsers and times of the real sessions
  beyond: /Windows|iOS|2026|Linux|ไม่ทราบชนิด/,
} satisfies Fixtures<typeof model>
