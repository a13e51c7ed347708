import { NEWCOMER } from '#e2e/pages/register.ts'
import type { World } from '#e2e/paths/world.ts'

export default {
  as: 'newcomer',
  starts: {
    'the change of the password is opened': async ({ profile }) => {
      await profile.open()
      await profile.change.click()
    },
  },
  says: { demo1234: () => NEWCOMER.password },
} satisfies World
