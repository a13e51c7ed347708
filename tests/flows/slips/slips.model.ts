import { createEmptyActor } from 'xstate'
import { slipsMachine } from '#machines/slips.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: slipsMachine,
  starts: { 'the player opens the slips dialog': { toasts: createEmptyActor() as never } },
  events: { 'slip.open': { 'the player opens a slip picture to which there is no direct link': { reference: 's1' } } },
  outcomes: {
    'statement.reference': {
      done: { 'the picture': { url: 'https://pictures.example/s1' } },
      error: { 'refused: the file is not a picture': refused('NO_DATA'), 'no answer': noAnswer },
    },
  },
  stories: {
    'The player looks at the picture of a slip': [
      'the player opens the slips dialog',
      'the player opens a slip picture to which there is no direct link',
      'statement.reference answers: the picture',
    ],
  },
  cites: {
    reading: 'R135, R136, R360, R520',
    'slip.open': 'R137',
    'statement.reference': 'R361',
    'statement.reference answers: the picture': 'R362',
  },
})
