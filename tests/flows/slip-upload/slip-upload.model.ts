import { createEmptyActor } from 'xstate'
import { takesSlips } from '#contract/slip.ts'
import { slipUploadMachine } from '#machines/slip-upload.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { CLOSING, file, hours, listed, pending, picture, text, unkeyed } from '#tests/kit/samples/slip.ts'

const wallet = createEmptyActor() as never

export default defineModel({
  machine: slipUploadMachine,
  starts: {
    'the player opens the slip upload': { wallet, pending: null },
    'the page is reloaded before the server has confirmed a slip': { wallet, pending },
    'the page is reloaded before a backend without idempotency keys has confirmed a slip': { wallet, pending: unkeyed },
  },
  events: {
    'slip.choose': {
      'the player chooses a picture': { facts: picture },
      'the player chooses a text file': { facts: text },
    },
    'slip.submit': { 'the player sends the picture': { file } },
    'slip.check': { 'the player checks again': {} },
    'slip.giveUp': { 'the player gives up on the slip': {} },
    'slip.cancel': { 'the player stops the upload': {} },
    'slip.progress': { 'half of the picture is uploaded': { sent: 512, size: 1024 } },
    'slip.gotIt': { 'the player dismisses the message': {} },
    'clock.tick': { 'the clock reaches closing time': { now: CLOSING } },
  },
  calls: { upload: ['wallet.slip'], look: ['statement.slips'] },
  outcomes: {
    'lookup.slip': { done: { 'slips are accepted from 00:30 to 23:00': hours }, error: { 'no answer': noAnswer } },
    upload: {
      done: { 'the slip has arrived': {}, 'the backend would count a resent slip twice': { isUnkeyed: true } },
      error: { refused: refused('SLIP_INVALID_FILE'), 'no answer': noAnswer },
    },
    look: { done: { 'a slip is in the list': [listed], 'the list is empty': [] }, error: { 'no answer': noAnswer } },
  },
  facts: ({ now, chosen, problem, failure, slips }) => ({
    'server accepts slips now': takesSlips(hours, now),
    'slips in the list': slips.length,
    'picture chosen': chosen !== null && problem === null,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player sends a slip': [
      'the player opens the slip upload',
      'lookup.slip answers: slips are accepted from 00:30 to 23:00',
      'the player chooses a picture',
      'the player sends the picture',
      'half of the picture is uploaded',
      'the server answers: the slip has arrived',
      'the player dismisses the message',
    ],
  },
  cites: {
    'lookup.slip': 'R312, D-12',
    'clock.tick': 'R535, D-12',
    'slip.choosing': 'R20, R108',
    'the player chooses a text file': 'D-12',
    'slip.submit': 'R336',
    'slip.progress': 'R336',
  },
})
