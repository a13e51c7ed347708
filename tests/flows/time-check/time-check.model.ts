import { timeCheckMachine } from '#machines/time-check.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

const every30 = { minutes: 30 } as const
const never = { minutes: null }

export default defineModel({
  machine: timeCheckMachine,
  starts: { 'the player opens the page “My play”': undefined },
  events: {
    'reminder.learn': { 'the server reports that reminders are set to every 2 hours': { minutes: 120 } },
    'reminder.choose': {
      'the player chooses 30 minutes': { minutes: 30 },
      'the player turns off the reminders': { minutes: null },
    },
    'reminder.check': { 'the player checks again': {} },
    'reminder.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'timeCheck.set': {
      done: { 'a reminder every 30 minutes': every30, 'no reminder': never },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  only: {
    'xstate.done.actor.timeCheck.set': ({ context: { wanted } }, { output }) =>
      output === (wanted === null ? never : every30),
  },
  facts: ({ minutes, wanted, failure }) => ({
    'reminded every': minutes,
    'chosen last': wanted,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player wants a reminder every 30 minutes': [
      'the player opens the page “My play”',
      'the player chooses 30 minutes',
      'timeCheck.set answers: a reminder every 30 minutes',
    ],
  },
  cites: {
    'reminder.learn': 'R590',
    'timeCheck.set': 'R590',
    unsure: 'R594',
    refused: 'R594',
  },
})
