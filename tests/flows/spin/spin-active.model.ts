import { spinActiveMachine } from '#machines/spin-active.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

export default defineModel({
  machine: spinActiveMachine,
  starts: { 'the player opens the home page': undefined },
  events: { 'lookup.retry': { 'the player refreshes all balances': {} } },
  calls: { lookup: ['spin.active'] },
  outcomes: {
    lookup: {
      done: { 'the wheel is on': true, 'the wheel is off': false },
      error: { 'no answer': noAnswer },
    },
  },
  facts: ({ found }) => ({ 'wheel on': found }),
  stories: {
    'Home shows a link to the wheel': ['the player opens the home page', 'the server answers: the wheel is on'],
  },
  cites: {
    lookup: 'R352',
    'the server answers: the wheel is on': 'R90',
    'the server answers: the wheel is off': 'R91',
    failed: 'R91',
  },
})
