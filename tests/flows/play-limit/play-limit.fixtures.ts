import { toSatang } from '#contract/money.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import type model from './play-limit.model.ts'

export default {
  as: 'newcomer',
  starts: { 'the player opens the page “My play”': ({ page }) => page.goto('/user/care') },
  answers: {
    'limits.read': {
      'no 24-hour limit': async (app) => {
        const { periods } = await app.backend.depositLimits()
        if (periods.day.amount !== null) await never('a limit stays for 24 hours')(app)
      },
      'a limit of 500 baht': ({ backend }) => backend.limitDeposits('day', toSatang(500)),
      'a limit of 500 baht, which can now be raised to 900 baht': never(
        'the clock of the server does not jump by a day',
      ),
      'a limit of 500 baht, and a held deposit of 300 baht': async ({ backend }) => {
        await backend.add(toSatang(400))
        await backend.limitDeposits('day', toSatang(500))
        await backend.add(toSatang(300))
      },
    },
  },
  // times and amounts of the real member
  beyond: /202\d|บาท/,
} satisfies Fixtures<typeof model>
