import { excludes } from '#contract/care.ts'
import { careMachine } from '#machines/care.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { excluded, onBreak, playing } from '#tests/kit/samples/care.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'

const PASSWORD = 'demo1234'

export default defineModel({
  machine: careMachine,
  starts: { 'the page “My play” is opened': undefined },
  events: {
    'care.retry': { 'the player tries again': {} },
    'period.choose': { 'the player chooses all the time': { period: 'all' } },
    'break.ask': {
      'the player chooses a break of 7 days': { length: 'week' },
      'the player chooses an exclusion of 6 months': { length: 'halfYear' },
    },
    'password.type': { 'the player types': {} },
    'break.confirm': {
      'the player confirms': { password: '' },
      'the player confirms with the password': { password: PASSWORD },
    },
    'break.leave': { 'the player goes back': {} },
    'break.check': {
      'the player checks again': { password: '' },
      'the player checks the exclusion again': { password: PASSWORD },
    },
    'break.gotIt': { 'the player dismisses the message': {} },
  },
  outcomes: {
    'care.read': {
      done: {
        'the member is not on a break': playing,
        'the member is on a break of 7 days': onBreak,
        'the member is excluded for 6 months': excluded,
      },
      error: { 'no answer': noAnswer },
    },
    'care.break': {
      done: { 'the break of 7 days has started': onBreak, 'the exclusion of 6 months has started': excluded },
      error: {
        'the password is wrong': refused('WRONG_PASSWORD'),
        'the server refuses': refused('REQUEST_LIMIT'),
        'no answer': noAnswer,
      },
    },
  },
  only: {
    // a shorter break does not ask for a password
    'password.type': ({ context: { length } }) => excludes(length),
    // emptying the field would count as typing
    'break.confirm': ({ context: { length, isWrong } }, { password }) =>
      excludes(length) ? password !== '' || !isWrong : password === '',
    'break.check': ({ context: { length } }, { password }) => excludes(length) === (password !== ''),
    'xstate.done.actor.care.break': ({ context: { length } }, { output }) =>
      output === (length === 'halfYear' ? excluded : onBreak),
  },
  facts: ({ care, length, isWrong, failure }) => ({
    lengths: care?.lengths.length ?? null,
    length,
    'the password was wrong': isWrong,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player takes a break of 7 days': [
      'the page “My play” is opened',
      'care.read answers: the member is not on a break',
      'the player chooses a break of 7 days',
      'the player confirms',
      'care.break answers: the break of 7 days has started',
    ],
    'The player excludes themselves for 6 months': [
      'the page “My play” is opened',
      'care.read answers: the member is not on a break',
      'the player chooses an exclusion of 6 months',
      'the player confirms with the password',
      'care.break fails: the password is wrong',
      'the player types',
      'the player confirms with the password',
      'care.break answers: the exclusion of 6 months has started',
    ],
  },
  cites: {
    'care.read': 'R579, R643',
    shown: 'R574, R576, R579, R643',
    confirming: 'R576, R578, R583',
    'care.break': 'R574',
    unsure: 'R577',
    refused: 'R577',
  },
})
