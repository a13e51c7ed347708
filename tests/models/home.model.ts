import { createEmptyActor } from 'xstate'
import { agreementMark } from '#contract/agreement.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { defineModel } from '../kit/model.ts'
import { noAnswer } from './fixtures/failures.ts'

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
})
