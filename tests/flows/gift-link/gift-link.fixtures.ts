import { GIFT_MIN } from '#contract/gift-link.ts'
import { plus } from '#contract/money.ts'
import { giftLink } from '#e2e/pages/gift.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { giftSent } from '#e2e/paths/sent.ts'
import { GIFT } from '#tests/kit/samples/gift.ts'
import type model from './gift-link.model.ts'

const LOADED = 'the app reports: the link is encrypted'

export default {
  as: 'newcomer',
  // the cipher is loaded only when a link is sent
  files: { seal: '**/src/lib/seal-gift.ts*' },
  starts: {
    'the player opens the gift link form': ({ gift }) => gift.open(),
    'the page is reloaded while a gift link is being redeemed': giftSent,
  },
  before: {
    'the player sends the link': async (app) => {
      if (app.past.includes(LOADED)) await never('the cipher is loaded once')(app)
    },
  },
  answers: {
    attempt: {
      // the limit has room for the smallest gift, but not for this link's amount
      'the money has arrived, but is held because it exceeds a deposit limit': async ({ backend }) => {
        const { periods } = await backend.depositLimits()
        await backend.limitDeposits('day', plus(periods.day.paidIn, GIFT_MIN))
      },
    },
  },
  beyond: TABS,
  says: { [GIFT]: () => giftLink('100') },
} satisfies Fixtures<typeof model>
