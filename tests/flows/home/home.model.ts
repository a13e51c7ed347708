import { createEmptyActor } from 'xstate'
import { agreementMark } from '#contract/agreement.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const known = ['<p>known</p>']

export default defineModel({
  machine: homeMachine,
  starts: { 'home is opened': { seen: agreementMark(known), wallet: createEmptyActor() as never } },
  events: {
    'agreement.accept': {
      'the player has read it': { remember: false },
      'the player has read it and wants it no more': { remember: true },
    },
  },
  outcomes: {
    'lookup.agreements': {
      done: { 'a new agreement': ['<p>new</p>'], 'the agreement the player knows': known, 'no agreement': [] },
      error: { 'no answer': noAnswer },
    },
  },
  stories: {
    'The player opens home, where no new agreement waits': [
      'home is opened',
      'time passes: AGREEMENT_DELAY',
      'lookup.agreements answers: the agreement the player knows',
    ],
  },
  cites: {
    fresh: 'R80',
    AGREEMENT_DELAY: 'R87, R523, D-04',
    'lookup.agreements': 'R153, R307',
    'lookup.agreements answers: the agreement the player knows': 'D-03',
    'lookup.agreements answers: no agreement': 'D-04',
    'lookup.agreements fails: no answer': 'R405, D-04, D-48',
    agreement: 'R87, D-04',
    'the player has read it and wants it no more': 'R198, D-03',
  },
})
