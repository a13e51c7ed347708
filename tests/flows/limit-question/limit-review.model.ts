import { createEmptyActor } from 'xstate'
import { limitReviewMachine } from '#machines/limit-review.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: limitReviewMachine,
  starts: { 'the player opens the page “My play” when a review is due': { wallet: createEmptyActor() as never } },
  events: {
    'review.confirm': { 'the player confirms that everything is right': {} },
    'review.check': { 'the player checks again': {} },
    'review.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'limits.review': {
      done: { 'the choice is saved': {} },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  facts: ({ failure }) => ({ failure: failure?.code ?? null }),
  stories: {
    'The player has reviewed the limits': [
      'the player opens the page “My play” when a review is due',
      'the player confirms that everything is right',
      'limits.review answers: the choice is saved',
    ],
  },
  cites: { asking: 'R635, R636', 'limits.review': 'R636, D-72' },
})
