import { createEmptyActor } from 'xstate'
import { agreementMark } from '#contract/agreement.ts'
import { homeMachine } from '#machines/home.machine.ts'
import { defineModel } from '#tests/kit/model.ts'
import { noAnswer } from '#tests/kit/samples/failures.ts'

const known = ['<p>known</p>']

export default defineModel({
  machine: homeMachine,
  starts: { 'the player opens the home page': { seen: agreementMark(known), wallet: createEmptyActor() as never } },
  events: {
    'agreement.accept': {
      'the player dismisses the agreement': { remember: true },
      'the player unticks the box and dismisses the agreement': { remember: false },
    },
    'page.still': { 'the player is not pressing anything on the page': {} },
    'page.returned': { 'the player returns from a game or a bank app': {} },
  },
  outcomes: {
    'lookup.agreements': {
      done: {
        'a new agreement': ['<p>new</p>'],
        'the agreement that the player has dismissed': known,
        'no agreement': [],
      },
      error: { 'no answer': noAnswer },
    },
  },
  stories: {
    'The player reads a new agreement': [
      'the player opens the home page',
      'after 1.5 s (AGREEMENT_DELAY)',
      'lookup.agreements answers: a new agreement',
      'the player is not pressing anything on the page',
      'the player dismisses the agreement',
    ],
    'The player opens the home page and there is no new agreement': [
      'the player opens the home page',
      'after 1.5 s (AGREEMENT_DELAY)',
      'lookup.agreements answers: the agreement that the player has dismissed',
    ],
  },
  cites: {
    fresh: 'R80',
    'the player returns from a game or a bank app': 'R655',
    AGREEMENT_DELAY: 'R87, R523, D-04',
    'lookup.agreements': 'R153, R307',
    'lookup.agreements answers: the agreement that the player has dismissed': 'D-03',
    'lookup.agreements answers: no agreement': 'D-04',
    'lookup.agreements fails: no answer': 'R405, D-04, D-48',
    pressed: 'D-04',
    agreement: 'R87, D-04',
    'the player dismisses the agreement': 'R198, D-03',
  },
})
