import { takesSlips } from '#contract/slip.ts'
import { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { CLOSING, file, hours, listed, pending, picture, text, unkeyed } from '#tests/kit/samples/slip.ts'

export default defineModel({
  machine: slipUploadMachine,
  starts: {
    'the slip is opened': { pending: null },
    'a slip was sent before the page was loaded again': { pending },
    'a slip was sent to a backend without keys before the page was loaded again': { pending: unkeyed },
  },
  events: {
    'slip.choose': {
      'the player chooses a picture': { facts: picture },
      'the player chooses a text': { facts: text },
    },
    'slip.submit': { 'the player sends it': { file } },
    'slip.check': { 'the player checks again': {} },
    'slip.giveUp': { 'the player gives the slip up': {} },
    'slip.cancel': { 'the player stops the upload': {} },
    'slip.progress': { 'half of it is sent': { sent: 512, size: 1024 } },
    'slip.gotIt': { 'the player has read it': {} },
    'clock.tick': { 'the clock shows closing time': { now: CLOSING } },
  },
  calls: { upload: ['wallet.slip'], look: ['statement.slips'] },
  outcomes: {
    'lookup.slip': { done: { 'slips are taken from 00:30 to 23:00': hours }, error: { 'no answer': noAnswer } },
    upload: {
      done: { 'it has arrived': {}, 'the backend would take it twice': { isUnkeyed: true } },
      error: { refused: refused('SLIP_INVALID_FILE'), 'no answer': noAnswer },
    },
    look: { done: { 'a slip is in the list': [listed], 'the list is empty': [] }, error: { 'no answer': noAnswer } },
  },
  facts: ({ now, chosen, problem, failure, slips }) => ({
    'within hours': takesSlips(hours, now),
    'slips in the list': slips.length,
    'picture chosen': chosen !== null && problem === null,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player sends a slip': [
      'the slip is opened',
      'lookup.slip answers: slips are taken from 00:30 to 23:00',
      'the player chooses a picture',
      'the player sends it',
      'half of it is sent',
      'upload answers: it has arrived',
      'the player has read it',
    ],
  },
  cites: {
    'lookup.slip': 'R312, D-12',
    'clock.tick': 'R535, D-12',
    'slip.choosing': 'R20, R108',
    'the player chooses a text': 'D-12',
    'slip.submit': 'R336',
    'slip.progress': 'R336',
  },
})
