import { erasureMachine } from '#machines/erasure.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

const PASSWORD = 'demo1234'
const none = { askedAt: null }
const asked = { askedAt: '2026-11-20T08:00:00.000Z' }

export default defineModel({
  machine: erasureMachine,
  starts: { 'the dialog “My data” is opened': undefined },
  events: {
    'erasure.retry': { 'the player tries again': {} },
    'erasure.ask': { 'the player chooses to ask for the erasure': {} },
    'password.type': { 'the player types': {} },
    'erasure.confirm': {
      'the player confirms without the password': { password: '' },
      'the player confirms with the password': { password: PASSWORD },
    },
    'erasure.leave': { 'the player goes back': {} },
    'erasure.check': { 'the player checks again': { password: PASSWORD } },
    'erasure.cancel': { 'the player cancels the request': {} },
    'cancel.check': { 'the player checks the cancelling again': {} },
    'erasure.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'data.erasure': {
      done: { 'no request': none, 'a request of 20 November': asked },
      error: { 'no answer': noAnswer },
    },
    'data.erase': {
      done: { 'the request is stored': asked },
      error: {
        'the password is wrong': refused('WRONG_PASSWORD'),
        'the server refuses': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
    'data.keep': {
      done: { 'the request is cancelled': none },
      error: { 'the server refuses': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
  },
  only: {
    // emptying the field would count as typing
    'erasure.confirm': ({ context: { isWrong } }, { password }) => password !== '' || !isWrong,
  },
  facts: ({ askedAt, isWrong, failure }) => ({
    asked: askedAt !== null,
    'the password was wrong': isWrong,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player asks for the erasure, and cancels it': [
      'the dialog “My data” is opened',
      'data.erasure answers: no request',
      'the player chooses to ask for the erasure',
      'the player confirms with the password',
      'data.erase answers: the request is stored',
      'the player cancels the request',
      'data.keep answers: the request is cancelled',
    ],
  },
  cites: {
    'data.erasure': 'R616',
    shown: 'R616',
    confirming: 'R615',
    'data.erase': 'R615',
    'data.keep': 'R617',
    unsure: 'R618',
    cancelUnsure: 'R618',
    refused: 'R618',
  },
})
