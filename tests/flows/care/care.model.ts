import { careMachine } from '#machines/care.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { excluded, onBreak, playing } from '#tests/kit/samples/care.ts'
import { noAnswer, refused } from '#tests/kit/samples/failures.ts'
import { confirmed, declined, unconfirmed } from '#tests/kit/samples/step-up.ts'

export default defineModel({
  machine: careMachine,
  starts: { 'the player opens the page “My play”': undefined },
  events: {
    'care.retry': { 'the player tries again': {} },
    'period.choose': { 'the player chooses the whole time since registration': { period: 'all' } },
    'break.ask': {
      'the player chooses a break of 7 days': { length: 'week' },
      'the player chooses an exclusion of 6 months': { length: 'halfYear' },
    },
    'break.confirm': { 'the player confirms': {} },
    'break.leave': { 'the player goes back': {} },
    'break.check': { 'the player checks again': {} },
    'break.gotIt': { 'the player dismisses the message': {} },
  },
  calls: { stepUp: ['care.break'] },
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
      done: { 'the break of 7 days has started': onBreak },
      error: { 'too many requests': refused('REQUEST_LIMIT'), 'no answer': noAnswer },
    },
    stepUp: {
      done: {
        'the exclusion of 6 months has started': confirmed(excluded),
        'refused: too many requests': declined('REQUEST_LIMIT'),
        ...unconfirmed,
      },
    },
  },
  facts: ({ care, length, failure }) => ({
    'number of break lengths offered': care?.lengths.length ?? null,
    length,
    failure: failure?.code ?? null,
  }),
  stories: {
    'The player takes a break of 7 days': [
      'the player opens the page “My play”',
      'care.read answers: the member is not on a break',
      'the player chooses a break of 7 days',
      'the player confirms',
      'care.break answers: the break of 7 days has started',
    ],
    'The player excludes themselves for 6 months': [
      'the player opens the page “My play”',
      'care.read answers: the member is not on a break',
      'the player chooses an exclusion of 6 months',
      'the confirmation ends: the exclusion of 6 months has started',
    ],
  },
  cites: {
    'care.read': 'R579, R640',
    shown: 'R574, R576, R579, R640',
    confirming: 'R576',
    excluding: 'R576, R578, R583',
    stepUp: 'R577, R583, R628',
    'care.break': 'R574',
    unsure: 'R577',
    refused: 'R577',
  },
})
