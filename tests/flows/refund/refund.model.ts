import { createEmptyActor } from 'xstate'
import { satang } from '#contract/money.ts'
import { canReceive, type RefundCheck } from '#contract/refund.ts'
import { refundMachine } from '#machines/refund.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { bannersOf } from '#tests/kit/samples/banner.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const wallet = createEmptyActor() as never
/** A refund of 75.50 baht. */
export const some: RefundCheck = {
  result: true,
  bonus: false,
  info: '<p>คืนทุกวันจันทร์</p>',
  refundAmount: satang(7_550),
  refundSuccess: 2,
  refundFail: 5,
}

export default defineModel({
  machine: refundMachine,
  starts: {
    'the player opens the refund dialog': { wallet, pending: null },
    'the page is reloaded while a refund is being claimed': { wallet, pending: pendingOf({}) },
  },
  events: {
    'banners.close': { 'the player closes the banners': {} },
    'refund.receive': { 'the player claims the refund': {} },
    'refund.retry': { 'the player tries again': {} },
    'refund.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['refund.receive'] },
  outcomes: {
    'refund.banners': {
      done: { 'two banners': bannersOf(2), 'no banners': [] },
      error: { 'no answer': noAnswer },
    },
    'refund.check': {
      done: {
        'a refund of 75.50 baht': some,
        'a refund of 75.50 baht, but a bonus is active': { ...some, bonus: true },
      },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        '75.50 baht has been received': done({ amount: 7_550 }),
        'refused: there is no refund': refusal('NO_REFUND'),
        ...unanswerable,
      },
    },
  },
  facts: ({ pending, check }) => ({ 'refund pending': pending !== null, 'refund due': check && canReceive(check) }),
  stories: {
    'The player receives a refund of 75.50 baht': [
      'the player opens the refund dialog',
      'refund.banners answers: no banners',
      'refund.check answers: a refund of 75.50 baht',
      'the player claims the refund',
      'the attempt ends: 75.50 baht has been received',
      'the player dismisses the message',
    ],
  },
  cites: {
    'refund.banners': 'R101, R347',
    'refund.banners answers: no banners': 'R102',
    banners: 'R103, R155',
    'banners.close': 'R103',
    'refund.check': 'R170, R344',
    'refund.check answers: a refund of 75.50 baht, but a bonus is active': 'R220, R221',
    open: 'R124, R125, R126, R343',
    'refund.receive': 'R276',
    receiving: 'R345, D-21',
    received: 'R8',
  },
})
