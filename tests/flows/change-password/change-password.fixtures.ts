import { NEWCOMER } from '#e2e/pages/register.ts'
import type { Fixtures } from '#e2e/paths/fixtures.ts'
import type model from './change-password.model.ts'

export default {
  as: 'newcomer',
  starts: {
    'the change of the password is opened': async ({ profile }) => {
      await profile.open()
      await profile.change.click()
    },
  },
  says: { demo1234: () => NEWCOMER.password },
} satisfies Fixtures<typeof model>
