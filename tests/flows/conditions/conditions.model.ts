import { conditionsMachine } from '#machines/conditions.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: conditionsMachine,
  starts: { 'the player opens the conditions': undefined },
  events: { 'lookup.retry': { 'the player tries again': {} } },
  calls: { lookup: ['lookup.conditions'] },
  outcomes: {
    lookup: {
      done: { 'the conditions': ['<p>1</p>', '<p>2</p>'], 'no conditions': [] },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ found }) => ({ conditions: found?.length ?? null }),
  stories: {
    'The player reads the conditions': ['the player opens the conditions', 'the server answers: the conditions'],
  },
  cites: {
    lookup: 'R150, R306',
    shown: 'R70',
  },
})
