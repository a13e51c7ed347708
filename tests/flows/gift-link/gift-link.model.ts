import { createEmptyActor } from 'xstate'
import { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, seen, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { GIFT, SEALED } from '#tests/kit/samples/gift.ts'

const wallet = createEmptyActor() as never

export default defineModel({
  machine: giftLinkMachine,
  starts: {
    'the gift link is opened': { wallet, pending: null },
    'a link was sent before the page was loaded again': { wallet, pending: pendingOf({ link: SEALED }) },
  },
  events: {
    'link.type': { 'the player enters a link': { link: GIFT }, 'the player empties the field': { link: '' } },
    'gift.submit': { 'the player sends it': { account: 'KRAPAO' } },
    'gift.gotIt': { 'the player has read it': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['wallet.truelink'] },
  outcomes: {
    seal: { done: { 'the link is sealed': SEALED }, error: { 'the cipher did not load': noAnswer } },
    attempt: {
      done: {
        'the money came': done({ amount: 10_000 }),
        'the money came, not said how much': done({}),
        'the link was used': refusal('TRUELINK_DUPLICATE'),
        'no answer: the player has checked wallet and statement': seen,
      },
    },
  },
  facts: ({ link, failure }) => ({ 'link entered': link.trim() !== '', failure: failure?.code ?? null }),
  stories: {
    'The player sends a gift link and the money comes': [
      'the gift link is opened',
      'the player enters a link',
      'the player sends it',
      'seal answers: the link is sealed',
      'attempt answers: the money came',
      'the player has read it',
    ],
  },
  cites: {
    editing: 'R110',
    'gift.submit': 'R275',
    seal: 'R339, D-42',
    attempting: 'R338',
    received: 'R3',
  },
})
