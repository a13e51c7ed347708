import { createEmptyActor } from 'xstate'
import { promotionMachine } from '#machines/promotion.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, seen, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const nobody = createEmptyActor() as never
/** A promotion code that there is, and what it brings. */
export const CODE = 'SONGKRAN50'
export const promotion = { percentFail: 30, description: 'รับ 50 บาททุกวันสงกรานต์' }

export default defineModel({
  machine: promotionMachine,
  starts: {
    'the form is there': { owner: nobody, wallet: nobody, pending: null },
    'the page is loaded again, a code is not answered yet': {
      owner: nobody,
      wallet: nobody,
      pending: pendingOf({ code: CODE }),
    },
  },
  events: {
    'code.type': { 'the player enters a code': { text: CODE }, 'the player empties the field': { text: '' } },
    'code.submit': { 'the player searches': {} },
    'promotion.receive': { 'the player takes it': {} },
    'promotion.leave': { 'the player closes it': {} },
    'promotion.gotIt': { 'the player has read it': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['promotion.activate'] },
  outcomes: {
    'promotion.find': {
      done: { 'here it is': promotion, 'no promotion': null },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'it is received': done({}),
        'it was received before': refusal('PROMOTION_RECEIVED'),
        'no answer: the player has checked wallet and statement': seen,
      },
    },
  },
  facts: ({ text, failure }) => ({ 'code entered': text.trim() !== '', failure: failure?.code ?? null }),
  stories: {
    'The player receives a promotion by its code': [
      'the form is there',
      'the player enters a code',
      'the player searches',
      'promotion.find answers: here it is',
      'the player takes it',
      'attempt answers: it is received',
      'the player has read it',
    ],
  },
  cites: {
    'code.type': 'R132, R281',
    'code.submit': 'R280, R281',
    searching: 'R282',
    'promotion.find': 'R368',
    missing: 'R283',
    found: 'R174',
    receiving: 'R281, R369',
    received: 'R412',
    refused: 'R412',
  },
})
