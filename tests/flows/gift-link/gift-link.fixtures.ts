import { giftLink } from '#e2e/pages/gift.ts'
import { TABS } from '#e2e/paths/deposit-tabs.ts'
import { type Fixtures, never } from '#e2e/paths/fixtures.ts'
import { giftSent } from '#e2e/paths/sent.ts'
import { GIFT } from '#tests/kit/samples/gift.ts'
import type model from './gift-link.model.ts'

const LOADED = 'seal answers: the link is encrypted'
const FAILS = 'seal fails: the cipher could not be loaded'

export default {
  as: 'newcomer',
  // the cipher is loaded only when a link is sent
  files: { seal: '**/src/lib/seal-gift.ts*' },
  starts: {
    'the gift link is opened': ({ gift }) => gift.open(),
    'the page is reloaded, a link is not answered yet': giftSent,
  },
  before: {
    'the player sends the link': async (it) => {
      const loaded = it.words.indexOf(LOADED)
      if (loaded !== -1 && it.words.indexOf(FAILS) > loaded) await never('the cipher is loaded once')(it)
    },
  },
  beyond: TABS,
  says: { [GIFT]: () => giftLink('100') },
} satisfies Fixtures<typeof model>
