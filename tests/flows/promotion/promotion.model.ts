import { createEmptyActor } from 'xstate'
import { promotionMachine } from '#machines/promotion.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { done, pendingOf, refusal, unanswerable, unanswered } from '#tests/kit/samples/attempt.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const nobody = createEmptyActor() as never
/** An existing promotion code and its promotion. */
export const CODE = 'SONGKRAN50'
export const promotion = { percentFail: 30, description: 'รับ 50 บาททุกวันสงกรานต์' }

export default defineModel({
  machine: promotionMachine,
  starts: {
    'the player opens the promotion form': { owner: nobody, wallet: nobody, pending: null },
    'the page is reloaded while a promotion is being claimed': {
      owner: nobody,
      wallet: nobody,
      pending: pendingOf({ code: CODE }),
    },
  },
  events: {
    'code.type': { 'the player enters a code': { text: CODE }, 'the player clears the field': { text: '' } },
    'code.submit': { 'the player searches': {} },
    'promotion.receive': { 'the player claims the promotion': {} },
    'promotion.leave': { 'the player closes the promotion': {} },
    'promotion.gotIt': { 'the player dismisses the message': {} },
    'attempt.unknown': unanswered,
  },
  calls: { attempt: ['promotion.activate'] },
  outcomes: {
    'promotion.find': {
      done: { 'the promotion': promotion, 'no promotion': null },
      error: { 'no answer': noAnswer },
    },
    attempt: {
      done: {
        'the promotion is claimed': done({}),
        'the promotion has already been claimed': refusal('PROMOTION_RECEIVED'),
        ...unanswerable,
      },
    },
  },
  facts: ({ text, failure }) => ({ 'code entered': text.trim() !== '', failure: failure?.code ?? null }),
  stories: {
    'The player claims a promotion by its code': [
      'the player opens the promotion form',
      'the player enters a code',
      'the player searches',
      'promotion.find answers: the promotion',
      'the player claims the promotion',
      'the attempt ends: the promotion is claimed',
      'the player dismisses the message',
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
