import { GIFT } from '../../../tests/models/fixtures/gift.ts'
import { giftLink } from '../../pages/gift.ts'
import { TABS } from '../deposit-tabs.ts'
import { giftSent } from '../sent.ts'
import type { World } from '../world.ts'

export default {
  as: 'newcomer',
  // the cipher comes only when a link is sent
  files: { seal: '**/src/lib/seal-gift.ts*' },
  starts: {
    'the gift link is opened': ({ gift }) => gift.open(),
    'a link was sent before the page was loaded again': giftSent,
  },
  beyond: TABS,
  says: { [GIFT]: () => giftLink('100') },
} satisfies World
