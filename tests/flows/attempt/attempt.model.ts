import { createEmptyActor } from 'xstate'
import { attemptMachine } from '#machines/attempt.ts'
import { defineModel } from '#tests/kit/model.ts'
import { pendingOf } from '#tests/kit/samples/attempt.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: attemptMachine<{ amount: number }, object>(),
  starts: { 'the player has confirmed': { ...pendingOf({ amount: 100 }), owner: createEmptyActor() as never } },
  events: { 'attempt.check': { 'the player checks again': {} } },
  calls: { call: ['wallet.transfer'] },
  outcomes: {
    call: {
      done: { 'it is done': {} },
      error: { refused: refused('MONEY_NOT_ENOUGH'), 'no answer': noAnswer },
    },
  },
  facts: ({ outcome }) => (outcome?.status === 'refused' ? outcome.failure.code : null),
  stories: {
    'What the player has confirmed is done': ['the player has confirmed', 'call answers: it is done'],
  },
  cites: {
    refused: 'R394',
  },
})
