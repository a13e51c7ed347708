import { createEmptyActor } from 'xstate'
import { couponsMachine } from '#machines/coupons.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'
import { couponsOf } from '#tests/kit/samples/spin.ts'

const ends = { owner: createEmptyActor() as never, wallet: createEmptyActor() as never }

export default defineModel({
  machine: couponsMachine,
  starts: {
    'the player opens the coupons page': { ...ends, pending: null },
    'the page is reloaded before the server has responded to a claim': {
      ...ends,
      pending: pendingOf({ coupon: 'k9', label: 'คูปอง 9' }),
    },
  },
  events: {
    'coupons.retry': { 'the player tries again': {} },
    'coupons.reload': { 'the player has seen a prize': {} },
    'page.choose': {
      'the player chooses page 1': { page: 1 },
      'the player chooses page 2': { page: 2 },
      'the player chooses page 3, which does not exist': { page: 3 },
    },
    'coupon.choose': { 'the player chooses a coupon': { coupon: 'k0' } },
    'claim.confirm': { 'the player confirms': {} },
    'claim.leave': { 'the player cancels': {} },
    'claim.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['spin.claim'] },
  outcomes: {
    'spin.coupons': {
      done: { 'four coupons, two pages': couponsOf(4), 'no coupons': [] },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'the coupon is claimed': done({}),
        'refused: the coupon has expired': refusal('COUPON_EXPIRED'),
        ...unanswerable,
      },
    },
  },
  facts: ({ coupons, pending }) => ({ coupons: coupons.length, 'claim pending': pending !== null }),
  stories: {
    'The player claims a coupon': [
      'the player opens the coupons page',
      'spin.coupons answers: four coupons, two pages',
      'the player chooses a coupon',
      'the player confirms',
      'after 0.5 s (CLAIM_DEBOUNCE)',
      'the attempt ends: the coupon is claimed',
    ],
  },
  cites: {
    'spin.coupons': 'R182, R350',
    shown: 'R139',
    'page.choose': 'R521',
    confirming: 'R240',
    'claim.confirm': 'R284',
    CLAIM_DEBOUNCE: 'R284, R524',
    claiming: 'R351, D-37',
    claimed: 'R240, R417',
    refused: 'R416',
  },
})
