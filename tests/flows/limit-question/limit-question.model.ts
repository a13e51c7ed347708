import { createEmptyActor } from 'xstate'
import { toSatang } from '#contract/money.ts'
import { limitQuestionMachine } from '#machines/limit-question.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { limited } from '#tests/kit/samples/play-limit.ts'

export default defineModel({
  machine: limitQuestionMachine,
  starts: { 'the player opens the deposit dialog': { wallet: createEmptyActor() as never } },
  events: {
    'amount.type': {
      'the player enters 500 baht': { text: '500' },
      'the player enters 0 baht': { text: '0' },
    },
    'question.set': { 'the player sets the limit': {} },
    'question.decline': { 'the player continues without a limit': {} },
    'question.check': { 'the player checks again': {} },
    'question.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    suggestion: {
      done: {
        'the player must be asked for a limit before the first deposit; 1,000 baht is suggested': toSatang(1_000),
        'the player need not be asked for a limit': null,
      },
      error: { 'no answer': noAnswer },
    },
    'limits.set': {
      done: { 'a limit of 500 baht is in force': limited },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
    'limits.review': {
      done: { 'the choice is saved': {} },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  calls: { suggestion: ['wallet.get'] },
  facts: ({ text, isWrong, limit, failure }) => ({
    typed: text,
    'amount invalid': isWrong,
    'limit in force': limit,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player sets a lower limit': [
      'the player opens the deposit dialog',
      'the server answers: the player must be asked for a limit before the first deposit; 1,000 baht is suggested',
      'the player enters 0 baht',
      'the player sets the limit',
      'the player enters 500 baht',
      'the player sets the limit',
      'limits.set answers: a limit of 500 baht is in force',
    ],
    'An earlier limit is in force': [
      'the player opens the deposit dialog',
      'the server answers: the player must be asked for a limit before the first deposit; 1,000 baht is suggested',
      'the player sets the limit',
      'limits.set answers: a limit of 500 baht is in force',
      'the player dismisses the message',
    ],
    'The player continues without a limit': [
      'the player opens the deposit dialog',
      'the server answers: the player must be asked for a limit before the first deposit; 1,000 baht is suggested',
      'the player continues without a limit',
      'limits.review answers: the choice is saved',
    ],
    'The player is not asked': [
      'the player opens the deposit dialog',
      'the server answers: the player need not be asked for a limit',
    ],
  },
  cites: {
    suggestion: 'R632, R634, D-72',
    'the request fails: no answer': 'R634',
    asking: 'R632',
    other: 'R632, R587',
    'limits.set': 'R632, R633',
    'limits.review': 'R633',
    'limits.review fails: no answer': 'R634',
  },
})
