import { erasureMachine } from '#machines/erasure.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { confirmed, declined, unconfirmed } from '#tests/kit/samples/step-up.ts'

const none = { askedAt: null }
const asked = { askedAt: '2026-11-20T08:00:00.000Z' }

export default defineModel({
  machine: erasureMachine,
  starts: { 'the player opens the dialog “My data”': undefined },
  events: {
    'erasure.retry': { 'the player tries again': {} },
    'erasure.ask': { 'the player starts an erasure request': {} },
    'erasure.cancel': { 'the player cancels the request': {} },
    'cancel.check': { 'the player checks again whether the request was cancelled': {} },
    'erasure.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { stepUp: ['data.erase'] },
  outcomes: {
    'data.erasure': {
      done: { 'there is no request': none, 'a request made on 20 November': asked },
      error: { 'no answer': noAnswer },
    },
    stepUp: {
      done: {
        'the request is stored': confirmed(asked),
        'refused: too many requests': declined('REQUEST_LIMIT'),
        ...unconfirmed,
      },
    },
    'data.keep': {
      done: { 'the request is cancelled': none },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  facts: ({ askedAt, failure }) => ({
    'request pending': askedAt !== null,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player requests erasure, then cancels the request': [
      'the player opens the dialog “My data”',
      'data.erasure answers: there is no request',
      'the player starts an erasure request',
      'the confirmation ends: the request is stored',
      'the player cancels the request',
      'data.keep answers: the request is cancelled',
    ],
  },
  cites: {
    'data.erasure': 'R616',
    shown: 'R616',
    confirming: 'R615',
    stepUp: 'R615, R618, R628',
    'data.keep': 'R617',
    cancelUnsure: 'R618',
    refused: 'R618',
  },
})
