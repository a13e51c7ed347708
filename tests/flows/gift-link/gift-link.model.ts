import { createEmptyActor } from 'xstate'
import { giftLinkMachine } from '#machines/gift-link.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { GIFT, SEALED } from '#tests/kit/samples/gift.ts'

const wallet = createEmptyActor() as never

export default defineModel({
  machine: giftLinkMachine,
  starts: {
    'the player opens the gift link form': { wallet, pending: null },
    'the page is reloaded while a gift link is being redeemed': { wallet, pending: pendingOf({ link: SEALED }) },
  },
  events: {
    'link.type': { 'the player enters a link': { link: GIFT }, 'the player clears the field': { link: '' } },
    'gift.submit': { 'the player sends the link': { account: 'KRAPAO' } },
    'gift.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['wallet.truelink'] },
  outcomes: {
    seal: { done: { 'the link is encrypted': SEALED }, error: { 'the cipher could not be loaded': noAnswer } },
    attempt: {
      done: {
        'the money has arrived': done({ amount: 10_000 }),
        'the money has arrived, but the amount is unknown': done({}),
        'the money has arrived, but is held because it exceeds a deposit limit': done({ amount: 10_000, isHeld: true }),
        'the link has already been used': refusal('TRUELINK_DUPLICATE'),
        ...unanswerable,
      },
    },
  },
  facts: ({ link, isHeld, failure }) => ({
    'link entered': link.trim() !== '',
    'money held': isHeld,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player sends a gift link and the money arrives': [
      'the player opens the gift link form',
      'the player enters a link',
      'the player sends the link',
      'the app reports: the link is encrypted',
      'the attempt ends: the money has arrived',
      'the player dismisses the message',
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
