import { NEWCOMER } from '../../pages/register.ts'
import type { World } from '../world.ts'

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
